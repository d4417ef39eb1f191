import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Kinds of alarms that need an operator; the screens' texts explain each. */
export const ALARM_KINDS = [
  'order.review',
  'payment.disputed',
  'dispute.lost',
  'refund.failed',
  'refund.late',
  'event.dead',
  'event.other_mode',
  'subscription.unknown',
  'plan.undecided',
  'price.differs',
  'ledger.broken',
  'payout.shortfall',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

const alarm = z.object({
  alarm_id: z.string(),
  kind: z.enum(ALARM_KINDS),
  at: z.string(),
  /** What it is about, as `<kind>:<id>`: `order:0193…`, `dispute:dp_…`. */
  subject: z.string(),
  /** Where Stripe's dashboard shows the subject; null when it is ours, or payments are the sandbox's. */
  stripe_url: z.nullable(z.string()),
  /** The account concerned; null when there is none in particular. The email of a deleted account is null too. */
  account: z.nullable(z.object({ user_id: z.string(), email: z.nullable(z.string()) })),
  /** Facts for the operator, as Stripe or our log report them, in English. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  acknowledged_at: z.nullable(z.string()),
  /** The email of the operator who acknowledged it. */
  acknowledged_by: z.nullable(z.string()),
  /** Its cause was resolved without an operator, e.g. a dispute that was won. */
  settled: z.boolean(),
});
export type BillingAlarm = z.infer<typeof alarm>;

export const listBillingAlarms = defineEndpoint({
  name: 'listBillingAlarms',
  method: 'GET',
  path: '/api/operator/billing-alarms',
  summary: 'What of the payments a person has to look at, newest first.',
  auth: 'operator',
  query: z.object({
    state: z._default(z.enum(['open', 'acknowledged']), 'open'),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(wholeText(1, 100), 20),
  }),
  responses: { 200: z.object({ alarms: z.array(alarm), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'access.denied'],
});

/** Audited. Repeating it changes nothing: the first operator stays recorded. */
export const acknowledgeBillingAlarm = defineEndpoint({
  name: 'acknowledgeBillingAlarm',
  method: 'POST',
  path: '/api/operator/billing-alarms/:alarm_id/acknowledge',
  summary: 'Say that an alarm has been looked at.',
  auth: 'operator',
  params: z.object({ alarm_id: z.string() }),
  responses: { 200: z.object({ alarm }) },
  errors: ['access.denied', 'not_found'],
});
