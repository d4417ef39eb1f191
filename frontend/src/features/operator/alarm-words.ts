import { ALARM_KINDS, ruleOfAlarm, type AlarmAct, type AlarmKind } from '#contract/billing/alarms.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** What has happened, and what to do about it. */
export const alarmWord = (kind: AlarmKind): string =>
  ({
    'order.review': t('An order was paid with a different amount. Nothing has been delivered for it yet.'),
    'payout.shortfall': t('The Stripe balance is too low for a payout. It will be retried automatically.'),
    'payment.disputed': t('A bank is disputing a payment. Submit evidence in Stripe.'),
    'dispute.lost': t('A dispute was lost. The bank has taken the money back.'),
    'refund.failed': t('A refund did not reach the buyer. Return the money another way.'),
    'refund.late': t('Stripe has not issued a refund for a day. We will keep retrying.'),
    'event.dead': t('A Stripe event could not be processed. We have stopped trying.'),
    'event.other_mode': t('Stripe is sending events from the wrong mode, test or live. They are rejected.'),
    'subscription.unknown': t('Stripe is charging a customer for a plan that was not bought here.'),
    'plan.undecided': t('Stripe is rejecting a plan change. Apply it at Stripe manually.'),
    'price.differs': t('A price at Stripe does not match the catalogue, so the product is not on sale.'),
    'ledger.broken': t('The token ledger does not add up.'),
  })[kind];

/** The kind of alarm whose alert has this rule; undefined if the rule is about a figure. */
export const alarmOfRule = (rule: string): AlarmKind | undefined => ALARM_KINDS.find((kind) => ruleOfAlarm(kind) === rule);

/** The caption of an action's button. */
export const alarmActWord = (act: AlarmAct): string =>
  ({ refund: t('Refund'), accept: t('Accept this amount'), give: t('Deliver the order'), retry: t('Try again') })[act];

/** The action that was taken, in words. */
export const alarmDoneWord = (act: AlarmAct): string =>
  ({ refund: t('refunded'), accept: t('amount accepted'), give: t('order delivered'), retry: t('retried') })[act];
