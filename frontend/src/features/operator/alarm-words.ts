import type { AlarmKind, BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { formatCents } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** What has happened, and what to do about it. */
export const alarmWord = (kind: AlarmKind): string =>
  ({
    'order.review': t('An order was paid and nothing was given for it.'),
    'payout.shortfall': t('The Stripe balance is too low for a payout. It will be retried automatically.'),
    'payment.disputed': t('A bank disputes a payment. Submit evidence at Stripe.'),
    'dispute.lost': t('A dispute was lost. The bank has taken the money back.'),
    'refund.failed': t('A refund did not arrive. Return the money another way.'),
    'refund.late': t('Stripe has not given a refund for a day. It is asked again until it does.'),
    'event.dead': t('A Stripe event could not be handled and was given up.'),
    'event.other_mode': t('Stripe sends events of the other mode, test or live. They are refused.'),
    'subscription.unknown': t('Stripe charges a customer of ours for a plan that was not bought here.'),
    'plan.undecided': t('Stripe rejects a decision about a plan. Apply it there by hand.'),
    'price.differs': t('A price at Stripe is not that of the catalogue. It is not sold.'),
    'ledger.broken': t('The token ledger does not add up.'),
  })[kind];

/** Who it is about, and how much; empty where it is about nobody and no sum. */
export const alarmParty = ({ account, detail: { amount_cents: cents } }: BillingAlarm): string =>
  [account?.email, typeof cents === 'number' ? formatCents(cents) : null].filter(Boolean).join(' · ');

/** Reasons from Stripe and the log, in one line. */
export const alarmReason = ({ detail }: BillingAlarm): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => (name === 'amount_cents' || value === '' ? [] : [value]))
    .join(' · ');
