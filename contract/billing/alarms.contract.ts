import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Actions that an operator can take on an alarm, besides acknowledging it. */
export const ALARM_ACTS = ['refund', 'accept', 'give', 'retry'] as const;
export type AlarmAct = (typeof ALARM_ACTS)[number];

/**
 * How the buyer or the seller learns of an alarm. Operators always learn of it, in the transaction that raises it: in the console's counts,
 * as an alert with its own rule, by mail and by webhook.
 */
type Told = 'mail and notice' | 'mail' | 'notice' | { readonly nobody: string };

interface AlarmShape {
  readonly severity: 'warning' | 'critical';
  /** In English, for mails, Prometheus and the table of rules. */
  readonly summary: string;
  /** Who sets the deadline for the operator, or why there is none. */
  readonly deadline: 'the bank' | { readonly none: string };
  readonly buyer: Told;
  readonly seller: Told;
  /** The possible actions. `because`: why the alarm can only be acknowledged. */
  readonly acts: readonly AlarmAct[] | { readonly because: string };
  /** Where the operator does the rest: in Stripe's dashboard or in our console. */
  readonly at: 'stripe' | 'here';
}

const AT_ONCE = { none: 'Nobody outside is waiting.' } as const;
const OURS = { nobody: 'It concerns no purchase.' } as const;
const NO_SALE = { nobody: 'No sale changes.' } as const;

/** All alarms: an alarm without a row here does not compile. `alarm-acts.test.ts` walks the table. */
export const ALARMS = {
  'payment.disputed': {
    severity: 'critical',
    summary: 'A bank disputes a payment. Without evidence at Stripe by the bank’s deadline, the money is lost.',
    deadline: 'the bank',
    buyer: 'mail and notice',
    seller: 'notice',
    acts: { because: 'The bank decides. Evidence is submitted at Stripe, and a disputed payment cannot be refunded.' },
    at: 'stripe',
  },
  'order.review': {
    severity: 'critical',
    summary: 'An order was paid with a different amount, and nothing has been delivered for it.',
    deadline: { none: 'The buyer is waiting: act today.' },
    buyer: 'mail and notice',
    seller: { nobody: 'There is no sale until it is accepted.' },
    acts: ['refund', 'accept', 'give'],
    at: 'stripe',
  },
  'dispute.lost': {
    severity: 'warning',
    summary: 'A dispute was lost: the bank has taken the money back.',
    deadline: { none: 'It is final.' },
    buyer: 'mail and notice',
    seller: 'notice',
    acts: { because: 'A lost dispute is final: the purchase has been reversed.' },
    at: 'stripe',
  },
  'refund.failed': {
    severity: 'critical',
    summary: 'A refund did not arrive, and the buyer cannot get the money any other way.',
    deadline: { none: 'The buyer is waiting: act today.' },
    buyer: 'mail',
    seller: NO_SALE,
    acts: ['refund'],
    at: 'stripe',
  },
  'refund.late': {
    severity: 'warning',
    summary: 'Stripe has not made a refund for a day.',
    deadline: AT_ONCE,
    buyer: { nobody: 'They are told when it is made or fails.' },
    seller: NO_SALE,
    acts: { because: 'The request is repeated until Stripe makes the refund; the alarm then closes itself.' },
    at: 'stripe',
  },
  'event.dead': {
    severity: 'critical',
    summary: 'A Stripe event could not be processed, and its retries have been given up.',
    deadline: AT_ONCE,
    buyer: OURS,
    seller: NO_SALE,
    acts: ['retry'],
    at: 'stripe',
  },
  'event.other_mode': {
    severity: 'warning',
    summary: 'Stripe sends events of the other mode (test or live). They are refused.',
    deadline: AT_ONCE,
    buyer: OURS,
    seller: NO_SALE,
    acts: { because: 'Remove the webhook of the other mode at Stripe.' },
    at: 'stripe',
  },
  'subscription.unknown': {
    severity: 'critical',
    summary: 'Stripe is charging a customer for a plan that was not bought here.',
    deadline: { none: 'Act before it charges again.' },
    buyer: { nobody: 'The cause is not known yet.' },
    seller: NO_SALE,
    acts: { because: 'We can neither end nor deliver this plan: cancel it at Stripe.' },
    at: 'stripe',
  },
  'plan.undecided': {
    severity: 'warning',
    summary: 'Stripe rejects a decision about a plan, which must be applied there manually.',
    deadline: { none: 'Act before the period ends.' },
    buyer: { nobody: 'They already see their decision as made.' },
    seller: NO_SALE,
    acts: { because: 'The request is repeated at growing intervals; apply a rejected decision at Stripe.' },
    at: 'stripe',
  },
  'price.differs': {
    severity: 'critical',
    summary: 'A price at Stripe does not match the catalogue, so the product is not on sale.',
    deadline: AT_ONCE,
    buyer: OURS,
    seller: NO_SALE,
    acts: { because: 'Create prices with `npm run stripe-setup`; archive old ones at Stripe.' },
    at: 'stripe',
  },
  'ledger.broken': {
    severity: 'critical',
    summary: 'The ledger does not add up.',
    deadline: AT_ONCE,
    buyer: OURS,
    seller: NO_SALE,
    acts: { because: 'Correct nothing before the cause is understood; the log lists the rows.' },
    at: 'here',
  },
  'payout.shortfall': {
    severity: 'critical',
    summary: 'The balance at Stripe is too low for a payout.',
    deadline: AT_ONCE,
    buyer: OURS,
    seller: { nobody: 'Their payout stays pending and is sent once the balance is sufficient.' },
    acts: { because: 'The payout is retried every ten minutes; top up the balance at Stripe.' },
    at: 'stripe',
  },
} as const satisfies Readonly<Record<string, AlarmShape>>;

export type AlarmKind = keyof typeof ALARMS;
export const ALARM_KINDS = Object.keys(ALARMS) as AlarmKind[];

/** Returns the possible actions for alarms of a kind. */
export function actsOf(kind: AlarmKind): readonly AlarmAct[] {
  const { acts }: AlarmShape = ALARMS[kind];
  return 'because' in acts ? [] : acts;
}

/** Returns the name of an alarm's alert rule, also in Prometheus: `PaymentDisputed` for `payment.disputed`. */
export const ruleOfAlarm = (kind: AlarmKind): string =>
  kind
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

const alarm = z.object({
  alarm_id: z.string(),
  kind: z.enum(ALARM_KINDS),
  at: z.string(),
  /** The subject of the alarm, as `<kind>:<id>`: `order:0193…`, `dispute:dp_…`. */
  subject: z.string(),
  /** The subject in Stripe's dashboard; null when it is ours, or when the sandbox, whose dashboard has disputes only, does not show it. */
  stripe_url: z.nullable(z.string()),
  /** The account concerned; null when no particular account is. The email of a deleted account is null too. */
  account: z.nullable(z.object({ user_id: z.string(), email: z.nullable(z.string()) })),
  /** Facts for the operator, in English, as reported by Stripe or our log. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The deadline for the operator, such as the bank's for evidence; null if there is none. */
  due_at: z.nullable(z.string()),
  /** The actions that are possible now. */
  acts: z.array(z.enum(ALARM_ACTS)),
  /** The received amount and the part that can still be refunded; null without a known payment. */
  payment: z.nullable(z.object({ payment_id: z.string(), amount_cents: z.int(), left_cents: z.int() })),
  /** The action an operator has taken; null if the alarm was only acknowledged, or is open. */
  act: z.nullable(z.enum(ALARM_ACTS)),
  acknowledged_at: z.nullable(z.string()),
  /** The email of the operator who acknowledged the alarm. */
  acknowledged_by: z.nullable(z.string()),
  /** The cause was resolved without an operator, e.g. a dispute that was won. */
  settled: z.boolean(),
});
export type BillingAlarm = z.infer<typeof alarm>;

export const listBillingAlarms = defineEndpoint({
  name: 'listBillingAlarms',
  method: 'GET',
  path: '/api/operator/billing-alarms',
  summary: 'Payment alarms that need a person: those with a due date first, then the newest.',
  auth: 'operator',
  personOnly: 'installation',
  query: z.object({
    state: z._default(z.enum(['open', 'acknowledged']), 'open'),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(wholeText(1, 100), 20),
  }),
  responses: { 200: z.object({ alarms: z.array(alarm), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'access.denied'],
});

/** Audited. Repeating the call changes nothing: the first operator stays recorded. */
export const acknowledgeBillingAlarm = defineEndpoint({
  name: 'acknowledgeBillingAlarm',
  method: 'POST',
  path: '/api/operator/billing-alarms/:alarm_id/acknowledge',
  summary: 'Acknowledge an alarm.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ alarm_id: z.string() }),
  responses: { 200: z.object({ alarm }) },
  errors: ['access.denied', 'not_found'],
});

/**
 * Audited. Also acknowledges the alarm. Repeating the same action changes nothing; a different action is refused once one was taken.
 * `refund` returns the rest of the payment; `accept` and `give` fulfil the order for the paid amount; `retry` processes an abandoned event
 * again.
 */
export const actOnBillingAlarm = defineEndpoint({
  name: 'actOnBillingAlarm',
  method: 'POST',
  path: '/api/operator/billing-alarms/:alarm_id/acts',
  summary: 'Refund a payment, accept the paid amount, deliver the product, or process an event again.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ alarm_id: z.string() }),
  body: z.object({ act: z.enum(ALARM_ACTS) }),
  example: { act: 'retry' },
  responses: { 200: z.object({ alarm }) },
  errors: ['validation.failed', 'access.denied', 'not_found', 'alarm.not_now', 'payments.unavailable'],
});
