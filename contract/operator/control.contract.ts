import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

export const PAUSE_SCOPES = ['queue', 'kind', 'service'] as const;

/** Audited. Pausing what is paused changes nothing. What runs ends; nothing new begins. It outlives a restart. */
export const pauseWork = defineEndpoint({
  name: 'pauseWork',
  method: 'POST',
  path: '/api/operator/pauses',
  summary: 'Pause or resume a queue, a kind of run, or an AI service.',
  auth: 'operator',
  body: z.object({ scope: z.enum(PAUSE_SCOPES), name: z.string().check(z.minLength(1), z.maxLength(80)), paused: z.boolean() }),
  responses: { 200: z.object({ paused: z.boolean() }) },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

const entry = z.object({
  entry_id: z.int(),
  at: z.string(),
  /** Who, as `<kind>:<id>`; with the email where it is an account that is still there. */
  actor: z.string(),
  actor_email: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  /** Of acts in the console: before, after and request. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof entry>;

export const listAudit = defineEndpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/operator/audit',
  summary: 'Who did what to whom, the newest first.',
  auth: 'operator',
  query: z.object({
    action: z.optional(z.string().check(z.maxLength(80))),
    subject: z.optional(z.string().check(z.maxLength(200))),
    actor: z.optional(z.string().check(z.maxLength(200))),
    /** Only entries before this one. */
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  }),
  responses: { 200: z.object({ entries: z.array(entry), next: z.nullable(z.int()) }) },
  errors: ['validation.failed', 'access.denied'],
});

export const readAuditEntry = defineEndpoint({
  name: 'readAuditEntry',
  method: 'GET',
  path: '/api/operator/audit/:entry_id',
  summary: 'One entry of the audit.',
  auth: 'operator',
  params: z.object({ entry_id: z.coerce.number().check(z.int(), z.gte(1)) }),
  responses: { 200: entry },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});
