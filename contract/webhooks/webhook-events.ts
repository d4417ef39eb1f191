import * as z from 'zod/mini';
import { KEY_HOLDERS, type KeyHolder } from '#contract/identity/key-scopes.ts';
import { PERSON_SOURCES } from '#contract/organisations/roles.ts';
import { RUN_KINDS, type RunKindName } from '#contract/platform/kinds-of-work.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';

const kind = z.enum(Object.keys(RUN_KINDS) as [RunKindName, ...RunKindName[]]);
const currency = z.literal('USD');

interface EventShape {
  readonly name: Sentence;
  readonly about: Sentence;
  /** Holders whose webhooks can receive it. */
  readonly holders: readonly KeyHolder[];
  /** The type of its `object`. */
  readonly object: string;
  /** Only ids, states, numbers and days: texts are read through the API, which checks permissions. */
  readonly data: z.ZodMiniType<Record<string, unknown>>;
}

/**
 * All events of webhooks, with the holders that can receive them and the shape of their `data`: docs/api.md and the `webhooks` of the
 * OpenAPI document are generated from it. An account receives its own events, an organisation its members' events, operators the
 * installation's.
 */
export const WEBHOOK_EVENTS = {
  'run.ended': {
    name: toSentence('A run has ended'),
    about: toSentence('Any kind of work has completed, failed or been stopped. A retried run ends again.'),
    holders: ['account', 'operator'],
    object: 'run',
    data: z.object({ kind, status: z.enum(['completed', 'failed', 'cancelled']), error_code: z.nullable(z.string()) }),
  },
  'lesson.ready': {
    name: toSentence('A lesson is ready to read'),
    about: toSentence('A lesson of a course that is being written or rewritten.'),
    holders: ['account'],
    object: 'lesson',
    data: z.object({ run_id: z.string() }),
  },
  'course.published': {
    name: toSentence('A course was published'),
    about: toSentence('One of your courses, or a new version of one, went on sale.'),
    holders: ['account'],
    object: 'creator_course',
    data: z.object({ version: z.int(), lessons: z.int(), price_cents: z.int(), currency }),
  },
  'sale.made': {
    name: toSentence('A course was sold'),
    about: toSentence('Someone bought one of your courses.'),
    holders: ['account'],
    object: 'sale',
    data: z.object({ price_cents: z.int(), share_cents: z.int(), currency }),
  },
  'sale.refunded': {
    name: toSentence('A sale was refunded'),
    about: toSentence('A buyer received a full or partial refund for your course.'),
    holders: ['account'],
    object: 'sale',
    data: z.object({ refund_id: z.string(), refunded_cents: z.int(), left_cents: z.int(), currency }),
  },
  'payout.settled': {
    name: toSentence('A payout was made'),
    about: toSentence('A payout was sent to your bank, failed or was returned.'),
    holders: ['account'],
    object: 'payout',
    data: z.object({ state: z.enum(['sent', 'failed', 'returned']), amount_cents: z.int(), currency }),
  },
  'certificate.issued': {
    name: toSentence('A certificate was issued'),
    about: toSentence(
      'Organisations learn which member earned a certificate, but not its address, because its page shows the member’s name.',
    ),
    holders: ['account', 'organisation'],
    object: 'certificate',
    data: z.object({ course_id: z.nullable(z.string()), member_id: z.nullable(z.string()), lessons: z.int() }),
  },
  'member.joined': {
    name: toSentence('A member joined'),
    about: toSentence('Someone has joined the organisation by invite, list, directory, sign-in or learning platform.'),
    holders: ['organisation'],
    object: 'member',
    data: z.object({ source: z.enum(PERSON_SOURCES), invite_id: z.nullable(z.string()) }),
  },
  'batch.decided': {
    name: toSentence('A batch was approved or discarded'),
    about: toSentence('Results of a batch were approved, discarded or taken back.'),
    holders: ['account', 'operator'],
    object: 'batch',
    data: z.object({ decision: z.enum(['approve', 'discard', 'rollback']), courses: z.int() }),
  },
  'alert.changed': {
    name: toSentence('An alert started or ended'),
    about: toSentence('A metric crossed its threshold or recovered, or a payment needs attention or has been resolved.'),
    holders: ['operator'],
    object: 'alert',
    data: z.object({
      state: z.enum(['open', 'ended']),
      rule: z.string(),
      where: z.string(),
      value: z.number(),
      due_at: z.optional(z.string()),
    }),
  },
  'webhook.test': {
    name: toSentence('A test'),
    about: toSentence('Sent on request, to every webhook.'),
    holders: KEY_HOLDERS,
    object: 'webhook',
    data: z.object({}),
  },
} as const satisfies Readonly<Record<string, EventShape>>;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export type WebhookData<E extends WebhookEvent> = z.output<(typeof WEBHOOK_EVENTS)[E]['data']>;

const EVENTS = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
/** Events that a webhook can subscribe to: all except the test. */
export const CHOSEN_EVENTS = EVENTS.filter((event) => event !== 'webhook.test');

/** Returns the events that a holder's webhooks can receive. */
export const eventsOf = (holder: KeyHolder): WebhookEvent[] =>
  CHOSEN_EVENTS.filter((event) => (WEBHOOK_EVENTS[event].holders as readonly KeyHolder[]).includes(holder));

/** Returns the schema of an event's message. */
export const webhookMessage = (event: WebhookEvent) =>
  z.object({
    /** The same for every attempt, and in the header `webhook-id`: receivers drop duplicates by it. */
    id: z.string(),
    type: z.literal(event),
    /** When the event happened. */
    timestamp: z.iso.datetime(),
    /** `version` grows with each event about the object: an event whose version is not above the last one is outdated. */
    object: z.object({ type: z.literal(WEBHOOK_EVENTS[event].object), id: z.string(), version: z.int() }),
    data: WEBHOOK_EVENTS[event].data,
  });
