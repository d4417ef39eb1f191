import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SERVICES } from './status.contract.ts';

const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** Names of the parts that are down. */
  degraded: z.array(z.string()),
  /**
   * By name: store, schema, storage (space on the store's disk), queues (or redis), workers, media, mail, payments, and each AI service.
   * `off`: not configured.
   */
  parts: z.record(z.string(), z.enum(['ok', 'down', 'off'])),
});
export type Health = z.infer<typeof healthSchema>;

/** Also answers while this process is stopping: `ready` says whether to route requests here. */
export const health = defineEndpoint({
  name: 'health',
  method: 'GET',
  path: '/api/health',
  summary: 'The health of the installation: each part works or is degraded.',
  auth: 'public',
  publicAs: 'information',
  responses: { 200: healthSchema },
  errors: [],
  limit: 'poll',
});

export const live = defineEndpoint({
  name: 'live',
  method: 'GET',
  path: '/api/health/live',
  summary: 'Answers if the process is running.',
  auth: 'public',
  publicAs: 'information',
  responses: { 200: z.object({ status: z.literal('live') }) },
  errors: [],
  limit: 'poll',
});

export const ready = defineEndpoint({
  name: 'ready',
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Answers if the process can serve: the store is reachable and has disk space, and the schema has the expected version.',
  auth: 'public',
  publicAs: 'information',
  responses: { 200: z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.string()) }) },
  errors: ['service.unavailable'],
  limit: 'poll',
});

/** Facts that the interface needs before sign-in. */
export const about = defineEndpoint({
  name: 'about',
  method: 'GET',
  path: '/api/about',
  summary: 'The product’s name, the configured kind of AI, the payment pages, and whether texts can be translated and speech transcribed.',
  auth: 'public',
  publicAs: 'information',
  responses: {
    200: z.object({
      product: z.string(),
      /** `local`: one of the installation's own servers. */
      ai_mode: z.enum(['sandbox', 'local', 'live']),
      /** By service: names of the models on the installation's own servers, shown instead of the services' names. */
      model_names: z.optional(z.record(z.string(), z.string())),
      /** The connected services; absent in responses of older releases, in which all services are connected. */
      connected_services: z.optional(z.array(z.enum(SERVICES))),
      /** The origin of the payment pages when it is not Stripe's own; the browser navigates to no other. */
      checkout_origin: z.optional(z.string()),
      /** False if no payment service is configured: nothing can be bought. */
      takes_payments: z.boolean(),
      /** False if no service translates: interface and courses remain in their existing languages. */
      translates: z.boolean(),
      /** Whether the installation has a free library of ready courses; absent in responses of older releases, which had none. */
      has_library: z.optional(z.boolean()),
      /** False if no service can transcribe voice notes. */
      transcribes: z.boolean(),
      /** The address of the operator's video tutorials; absent if there are none (HELP-01). */
      tutorials_url: z.optional(z.string()),
    }),
  },
  errors: [],
});

export const openapi = defineEndpoint({
  name: 'openapi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document.',
  auth: 'public',
  publicAs: 'information',
  constant: true,
  responses: { 200: z.record(z.string(), z.unknown()) },
  errors: [],
});
