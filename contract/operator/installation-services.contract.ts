import * as z from 'zod/mini';
import { SERVICES } from '#contract/platform/ai-services.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { CONNECTION_PROBLEMS } from './service-connections.contract.ts';

/** The services that an installation needs besides those that write texts. */
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

/** `connected`: by the key of a connection. `stand_in`: the sandbox, or this machine. `missing`: it is left to be set up. */
export const INSTALLATION_STATES = ['environment', 'connected', 'stand_in', 'missing'] as const;

const row = z.object({
  service: z.enum(INSTALLATION_SERVICES),
  state: z.enum(INSTALLATION_STATES),
  /** Settings of the environment that it has. */
  variables: z.array(z.string()),
  /** AI services whose connection serves it too. */
  served_by: z.array(z.enum(SERVICES)),
  /** Whether it can be tried without a cost. */
  may_be_tested: z.boolean(),
});
export type InstallationServiceRow = z.infer<typeof row>;

export const listInstallationServices = defineEndpoint({
  name: 'listInstallationServices',
  method: 'GET',
  path: '/api/operator/installation-services',
  summary: 'The installation’s other connections, and those still to set up. Without keys.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: z.object({ services: z.array(row) }) },
  errors: ['access.denied'],
});

/** Failures, besides those of an AI service. */
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
  summary: 'Make one real call: returns its duration or the fault. An email goes to the caller.',
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
