import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

/** The lane of one AI service, for all callers of the installation together. */
const lane = z.object({
  service: z.enum(SERVICES),
  model: z.string(),
  /** `paused`: no calls before `until`, then a single probe first; `used_up`: its budget is used up until then; `off`: it has no key. */
  state: z.enum(['open', 'paused', 'used_up', 'off']),
  until: z.nullable(z.string()),
  /** Message of its newest failure in the last hour: English, for operators. */
  newest_failure: z.nullable(z.object({ at: z.string(), outcome: z.string(), detail: z.nullable(z.string()) })),
});
export type ServiceLane = z.infer<typeof lane>;

export const listServiceLanes = defineEndpoint({
  name: 'listServiceLanes',
  method: 'GET',
  path: '/api/operator/services',
  summary: 'The AI services: which are called at the moment, and until when the others are paused.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: z.object({ services: z.array(lane) }) },
  errors: ['access.denied'],
});

/** Audited. Opening an open lane changes nothing. */
export const openServiceLane = defineEndpoint({
  name: 'openServiceLane',
  method: 'POST',
  path: '/api/operator/services/:service/open',
  summary: 'End a service’s pause, so that the next call uses it.',
  auth: 'operator',
  scopes: ['operate'],
  params: z.object({ service: z.enum(SERVICES) }),
  responses: { 200: z.object({ services: z.array(lane) }) },
  errors: ['validation.failed', 'access.denied'],
});
