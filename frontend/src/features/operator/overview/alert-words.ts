import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { formatNumber, formatPercent, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { alarmOfRule, alarmWord } from '../alarm-words.ts';
import { formatSeconds } from '../parts/figures.ts';
import { filterOfQueue, findOf, laneWord, queueName, serviceName, workWord } from './work-words.ts';

interface AlertWords {
  /** The problem as a sentence, without its full stop. */
  readonly what: string;
  /** The value above which the alert fires; null if any value is too high. */
  readonly limit: string | null;
  /** The section of the console with more details. */
  readonly section: 'services' | 'runs' | 'limits' | 'alerts' | 'payments';
}

/** An alert in words; for an unknown rule, the rule's name and subject. */
export function alertWords({
  rule,
  subject,
  value,
  threshold,
  due_at: due = null,
}: Pick<OperatorAlert, 'rule' | 'subject' | 'value' | 'threshold'> & Partial<Pick<OperatorAlert, 'due_at'>>): AlertWords {
  const alarm = alarmOfRule(rule);
  if (alarm !== undefined) {
    const what = alarmWord(alarm).replace(/[.。]$/, '');
    return { what: due === null ? what : t('By {time}: {what}', { time: formatStamp(due), what }), limit: null, section: 'payments' };
  }
  const [share, most] = [formatPercent(value), formatPercent(threshold)];
  const [time, longest] = [formatSeconds(value), formatSeconds(threshold)];
  const words: Readonly<Record<string, AlertWords>> = {
    NoWorkers: { what: t('No worker is running, so nothing is being written'), limit: null, section: 'alerts' },
    StorageFull: { what: t('The database is full: nothing can be saved'), limit: null, section: 'alerts' },
    LearnersWait: { what: t('A learner’s step has been waiting for {time}', { time }), limit: longest, section: 'runs' },
    RunsWait: {
      what: t('{kind}: a learner’s run has been waiting for {time}', { kind: workWord(subject), time }),
      limit: longest,
      section: 'runs',
    },
    WorkRefused: {
      what: t('The lane “{lane}” is full: new work is refused', { lane: laneWord(subject === 'batch' ? 'batch' : 'interactive') }),
      limit: null,
      section: 'limits',
    },
    StepsFail: {
      what: t('{work}: {n} steps have failed within a day', { work: queueName(subject), n: formatNumber(value) }),
      limit: formatNumber(threshold),
      section: 'runs',
    },
    ServicePaused: {
      what: t('{service} has been paused for five minutes', { service: serviceName(subject) }),
      limit: null,
      section: 'services',
    },
    ServiceFails: {
      what: t('{service} fails {share} of its calls', { service: serviceName(subject), share }),
      limit: most,
      section: 'services',
    },
    ServiceFailsNow: {
      what: t('{service} has failed {share} of its calls in the last five minutes', { service: serviceName(subject), share }),
      limit: most,
      section: 'services',
    },
    ServiceSlow: {
      what: t('{service}: 1 in 20 calls takes {time} or longer', { service: serviceName(subject), time }),
      limit: longest,
      section: 'services',
    },
    BudgetNearEnd: {
      what: t('{service}: {share} of the budget is used up', { service: serviceName(subject), share }),
      limit: most,
      section: 'services',
    },
    BudgetUsedUp: { what: t('{service}: budget used up', { service: serviceName(subject) }), limit: null, section: 'services' },
    SpendNearCap: { what: t('{share} of the daily cap is spent', { share }), limit: most, section: 'limits' },
    SpendAtCap: { what: t('The daily cap is spent: no new work starts before midnight UTC'), limit: null, section: 'limits' },
  };
  return words[rule] ?? { what: [rule, subject].filter(Boolean).join(': '), limit: formatNumber(threshold), section: 'alerts' };
}

/** The name of an alert rule; an unknown rule by its identifier. */
export const ruleName = (rule: string): string =>
  ({
    NoWorkers: t('No worker'),
    StorageFull: t('Storage full'),
    LearnersWait: t('Learners’ steps are waiting'),
    RunsWait: t('Learners’ runs are waiting'),
    WorkRefused: t('New work refused'),
    StepsFail: t('Steps failing'),
    ServicePaused: t('Service paused'),
    ServiceFails: t('Service failing'),
    ServiceFailsNow: t('Service failing now'),
    ServiceSlow: t('Service slow'),
    BudgetNearEnd: t('Budget nearly used up'),
    BudgetUsedUp: t('Budget used up'),
    SpendNearCap: t('Daily cap nearly spent'),
    SpendAtCap: t('Daily cap spent'),
    OrderReview: t('Payment does not match order'),
    PaymentDisputed: t('Payment disputed'),
    DisputeLost: t('Dispute lost'),
    RefundFailed: t('Refund failed'),
    RefundLate: t('Refund delayed'),
    EventDead: t('Stripe event abandoned'),
    EventOtherMode: t('Stripe event from the wrong mode'),
    SubscriptionUnknown: t('Unknown plan at Stripe'),
    PlanUndecided: t('Plan decision rejected'),
    PriceDiffers: t('Price differs'),
    LedgerBroken: t('Ledger does not balance'),
    PayoutShortfall: t('Balance too low for a payout'),
  })[rule] ?? rule;

/** The name of the section that an alert links to. */
export const alertSectionName = (section: AlertWords['section']): string =>
  ({ services: t('AI services'), runs: t('Runs'), limits: t('Limits'), alerts: t('Alerts'), payments: t('Payment alarms') })[section];

/** The runs behind an alert, as the URL parameter `find`; undefined if its section shows the cause by itself. */
export function causeOf({ rule, subject }: OperatorAlert): string | undefined {
  if (rule === 'LearnersWait') return findOf({ ...filterOfQueue(subject), step: 'waiting' });
  if (rule === 'StepsFail') return findOf({ ...filterOfQueue(subject), step: 'failed' });
  if (rule === 'RunsWait') return findOf({ kind: subject, lane: 'interactive', status: 'queued' });
  return undefined;
}
