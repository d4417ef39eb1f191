import * as z from 'zod/mini';
import { SERVICES } from '#contract/platform/ai-services.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { CONNECTION_PROBLEMS } from './service-connections.contract.ts';

/** The services that an installation needs besides the AI services that write texts. */
export const INSTALLATION_SERVICES = [
  'pictures',
  'clips',
  'speech',
  'transcription',
  'moderation',
  'payments',
  'mail',
  'files',
  'push',
  'map',
  'errors',
  'traces',
] as const;
export type InstallationService = (typeof INSTALLATION_SERVICES)[number];

/** `connected`: with the key of a connection. `stand_in`: the sandbox, or this machine. `missing`: not set up yet. */
export const INSTALLATION_STATES = ['environment', 'connected', 'stand_in', 'missing'] as const;

const row = z.object({
  service: z.enum(INSTALLATION_SERVICES),
  state: z.enum(INSTALLATION_STATES),
  /** The environment variables that configure it. */
  variables: z.array(z.string()),
  /** AI services whose connection also serves it. */
  served_by: z.array(z.enum(SERVICES)),
  /** Whether it can be tested free of charge. */
  may_be_tested: z.boolean(),
});
export type InstallationServiceRow = z.infer<typeof row>;

export const listInstallationServices = defineEndpoint({
  name: 'listInstallationServices',
  method: 'GET',
  path: '/api/operator/installation-services',
  summary: 'The installation’s other connections, including those not set up yet. Keys are never returned.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: z.object({ services: z.array(row) }) },
  errors: ['access.denied'],
});

/** Kinds of failures, besides those of an AI service. */
export const INSTALLATION_PROBLEMS = [
  ...CONNECTION_PROBLEMS,
  'not_set',
  'prices_differ',
  'webhook_missing',
  'webhook_unreached',
  'not_testable',
] as const;
export type InstallationProblem = (typeof INSTALLATION_PROBLEMS)[number];

export const testInstallationService = defineEndpoint({
  name: 'testInstallationService',
  method: 'POST',
  path: '/api/operator/installation-services/:service/test',
  summary: 'Test a service with one real call; returns the duration or the problem. A test of mail sends an email to the caller.',
  auth: 'operator',
  personOnly: 'installation',
  limit: 'service-test',
  params: z.object({ service: z.enum(INSTALLATION_SERVICES) }),
  body: z.object({}),
  example: {},
  responses: {
    200: z.object({
      problem: z.nullable(z.object({ code: z.enum(INSTALLATION_PROBLEMS), detail: z.nullable(z.string()) })),
      ms: z.int(),
    }),
  },
  errors: ['validation.failed', 'access.denied', 'limits.rate'],
});
