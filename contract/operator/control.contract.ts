import * as z from 'zod/mini';
import { moment } from '#contract/platform/bounded.ts';
import { INT8_MOST, wholeText } from '#contract/platform/numbers.ts';
import { SETTING_NAMES } from '#contract/platform/tuning.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

export const PAUSE_SCOPES = ['queue', 'kind', 'service'] as const;
/** Stands for all queues, in place of a queue's name. */
export const EVERY_QUEUE = '*';

/** Audited. Repeating the call changes nothing. Running work finishes; nothing new starts. The pause survives a restart. */
export const pauseWork = defineEndpoint({
  name: 'pauseWork',
  method: 'POST',
  path: '/api/operator/pauses',
  summary: 'Pause or resume a queue or all of them (*), a kind of run, or an AI service.',
  auth: 'operator',
  scopes: ['operate'],
  body: z.object({ scope: z.enum(PAUSE_SCOPES), name: z.string().check(z.minLength(1), z.maxLength(80)), paused: z.boolean() }),
  example: { scope: 'queue', name: 'generate-batch', paused: true },
  responses: { 200: z.object({ paused: z.boolean() }) },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

/** The nouns with which audited actions begin, with their names. */
export const AUDIT_TOPICS = {
  limits: ['setting'],
  connections: ['connection', 'secret', 'evaluation'],
  pauses: ['queue', 'kind', 'service'],
  runs: ['run', 'runs'],
  batches: ['batch'],
  schedules: ['schedule'],
  alerts: ['alert', 'alarm'],
  people: [
    'person',
    'account',
    'role',
    'tokens',
    'password',
    'session',
    'second_factor',
    'passkey',
    'provider',
    'location',
    'organisation',
    'class',
    'lti',
    'api_key',
    'app',
    'webhook',
  ],
  money: ['contract', 'refund', 'payment', 'order', 'subscription', 'credit', 'sales_message', 'trial', 'checkout', 'billing'],
  texts: ['market', 'moderation', 'text', 'text_proposal', 'course', 'post', 'reply', 'certificate', 'study_place', 'event'],
  samples: ['samples', 'studio', 'learner', 'operator', 'members', 'places', 'community'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type AuditTopic = keyof typeof AUDIT_TOPICS;
const topics = Object.keys(AUDIT_TOPICS) as AuditTopic[];

const entry = z.object({
  entry_id: z.int(),
  at: z.string(),
  /** The actor as `<kind>:<id>`; with name and email if the account still exists. */
  actor: z.string(),
  actor_name: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  /** Its title or name, or the purpose of a schedule (in English); null if it has none, or was deleted. */
  subject_name: z.nullable(z.string()),
  /** Null if the subject is not an account, or was deleted. */
  subject_email: z.nullable(z.string()),
  /** For actions in the console: the state before, the state after and the request. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof entry>;

export const listAudit = defineEndpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/operator/audit',
  summary: 'The audit log, newest first.',
  auth: 'operator',
  scopes: ['operate:read'],
  turns: ['subject', 'actor'],
  query: z.object({
    action: z.optional(z.string().check(z.maxLength(80))),
    topic: z.optional(z.enum(topics)),
    since: z.optional(moment),
    until: z.optional(moment),
    subject: z.optional(z.string().check(z.maxLength(200))),
    /** An email address, or the actor as logged. */
    actor: z.optional(z.string().check(z.maxLength(200))),
    /** Only entries before this one. */
    before: z.optional(wholeText(1, INT8_MOST)),
  }),
  responses: { 200: z.object({ entries: z.array(entry), next: z.nullable(z.int()) }) },
  errors: ['validation.failed', 'access.denied'],
});

export const readAuditEntry = defineEndpoint({
  name: 'readAuditEntry',
  method: 'GET',
  path: '/api/operator/audit/:entry_id',
  summary: 'One entry of the audit log.',
  auth: 'operator',
  scopes: ['operate:read'],
  params: z.object({ entry_id: wholeText(1, INT8_MOST) }),
  responses: { 200: entry },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

const settingList = z.object({
  settings: z.array(z.object({ name: z.enum(SETTING_NAMES), configured: z.number(), set: z.nullable(z.number()) })),
});

export const listSettings = defineEndpoint({
  name: 'listSettings',
  method: 'GET',
  path: '/api/operator/settings',
  summary: 'How much work and how many AI calls run concurrently: the configured values, and the values set by operators.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: settingList },
  errors: ['access.denied'],
});

/** All or none; each setting is audited. They take effect everywhere within a second, and survive a restart. */
export const changeSettings = defineEndpoint({
  name: 'changeSettings',
  method: 'PATCH',
  path: '/api/operator/settings',
  summary: 'Set how much work or how many AI calls run concurrently; null restores the configured value.',
  auth: 'operator',
  personOnly: 'installation',
  body: z.object({
    settings: z
      .array(z.object({ name: z.enum(SETTING_NAMES), value: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000_000))) }))
      .check(z.minLength(1), z.maxLength(SETTING_NAMES.length)),
  }),
  example: { settings: [{ name: 'max_active_runs', value: 20 }] },
  responses: { 200: settingList },
  errors: ['validation.failed', 'access.denied'],
});
