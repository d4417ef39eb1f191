import { ALARM_KINDS, ALARMS, ruleOfAlarm, type AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { MetricName } from '#domain/operator/overview/metric-names.ts';

export interface AlertRule {
  /** Also its name in Prometheus. */
  readonly name: string;
  readonly metric: MetricName;
  /** Only samples with these labels. */
  readonly where?: Readonly<Record<string, string>>;
  /** The label that distinguishes subjects; without it, the rule has one subject. */
  readonly by?: string;
  readonly is: '>' | '<';
  readonly threshold: number;
  /** Seconds for which the condition must hold. */
  readonly forS: number;
  readonly severity: 'warning' | 'critical';
  /** English, for mails and Grafana. */
  readonly summary: string;
  /** The operator's options, and where to find them. English, for the table of `docs/ended-work.md`. */
  readonly act: string;
}

/** Rules about measured figures, evaluated each minute (`watchAlerts`). */
export const MEASURED_RULES: readonly AlertRule[] = [
  {
    name: 'NoWorkers',
    metric: 'coursewright_workers',
    is: '<',
    threshold: 1,
    forS: 30,
    severity: 'critical',
    summary: 'No worker is running: nothing is being written.',
    act: 'Start a worker; it takes over interrupted steps.',
  },
  {
    name: 'StorageFull',
    metric: 'coursewright_storage_full',
    is: '>',
    threshold: 0,
    forS: 0,
    severity: 'critical',
    summary: 'The database had no room left on its disk within the last five minutes: nothing could be saved.',
    act: 'Free up space for the database; callers resend refused requests.',
  },
  {
    name: 'LearnersWait',
    metric: 'coursewright_queue_oldest_seconds',
    by: 'queue',
    where: { queue: 'generate-interactive' },
    is: '>',
    threshold: 60,
    forS: 60,
    severity: 'critical',
    summary: 'A learner’s step has been waiting for more than a minute.',
    act: 'See the waiting runs: resume the queue if it is paused, pause batches, or start workers.',
  },
  {
    name: 'RunsWait',
    metric: 'coursewright_run_oldest_seconds',
    by: 'kind',
    where: { lane: 'interactive' },
    is: '>',
    threshold: 900,
    forS: 60,
    severity: 'warning',
    summary: 'A learner’s run has been waiting for its turn for more than 15 minutes.',
    act: 'See the waiting runs: resume the kind or queue if it is paused, or start workers.',
  },
  {
    name: 'WorkRefused',
    metric: 'coursewright_lane_full',
    by: 'lane',
    is: '>',
    threshold: 0,
    forS: 0,
    severity: 'critical',
    summary: 'A lane is full: new work is refused with 503.',
    act: 'Limits: raise the capacity of the lane, or start workers.',
  },
  {
    name: 'StepsFail',
    metric: 'coursewright_queue_steps',
    by: 'queue',
    where: { state: 'failed' },
    is: '>',
    threshold: 50,
    forS: 60,
    severity: 'warning',
    summary: 'More than 50 steps in a queue failed permanently within a day.',
    act: 'See the failed runs by error; retry all matching ones once the cause is fixed.',
  },
  {
    name: 'ServicePaused',
    metric: 'coursewright_service_paused',
    by: 'service',
    is: '>',
    threshold: 0,
    forS: 300,
    severity: 'warning',
    summary: 'An AI service has been paused for five minutes.',
    act: 'AI services: Resume puts it back to work immediately; other services take over in the meantime.',
  },
  {
    name: 'ServiceFails',
    metric: 'coursewright_service_failed_share',
    by: 'service',
    is: '>',
    threshold: 0.25,
    forS: 300,
    severity: 'warning',
    summary: 'A quarter of the calls to an AI service return no usable answer.',
    act: 'AI services: Pause stops calls to it; its runs are one click away.',
  },
  {
    name: 'ServiceFailsNow',
    metric: 'coursewright_service_recent_failed_share',
    by: 'service',
    is: '>',
    threshold: 0.5,
    // the window is short enough, and has no failure share before there were enough calls
    forS: 0,
    severity: 'warning',
    summary: 'Half of the calls to an AI service in the last five minutes returned no usable answer.',
    act: 'AI services: Pause stops calls to it; its runs are one click away.',
  },
  {
    name: 'ServiceSlow',
    metric: 'coursewright_service_latency_seconds',
    by: 'service',
    where: { quantile: '0.95' },
    is: '>',
    threshold: 120,
    forS: 600,
    severity: 'warning',
    summary: 'One in twenty calls to an AI service takes more than two minutes.',
    act: 'AI services: Pause stops calls to it, and other services take over.',
  },
  {
    name: 'SpendNearCap',
    metric: 'coursewright_spend_cap_share',
    is: '>',
    threshold: 0.8,
    forS: 0,
    severity: 'warning',
    summary: '80% of the daily cap has been spent.',
    act: 'Limits: raise the cap, or pause batches.',
  },
  {
    name: 'SpendAtCap',
    metric: 'coursewright_spend_cap_share',
    is: '>',
    threshold: 0.99,
    forS: 0,
    severity: 'critical',
    summary: 'The daily cap has been reached: no new work starts before midnight UTC.',
    act: 'Limits: raise the cap, or wait: work continues after midnight UTC.',
  },
  {
    name: 'BudgetNearEnd',
    metric: 'coursewright_service_budget_share',
    by: 'service',
    is: '>',
    threshold: 0.8,
    forS: 0,
    severity: 'warning',
    summary: '80% of an AI service’s budget has been used.',
    act: 'AI services: raise its budget.',
  },
  {
    name: 'BudgetUsedUp',
    metric: 'coursewright_service_budget_share',
    by: 'service',
    is: '>',
    threshold: 0.999,
    forS: 0,
    severity: 'critical',
    summary: 'The budget of an AI service is used up: other services take over, or courses wait for it.',
    act: 'AI services: raise its budget; other services take over in the meantime.',
  },
];

/** What an operator can do about an alarm, or why nothing can be done. */
function alarmActs(kind: AlarmKind): string {
  const { acts, at } = ALARMS[kind];
  if ('because' in acts) return acts.because;
  const here = `Payment alarms: ${acts.join(', ')}.`;
  return at === 'stripe' ? `${here} It links to the page at Stripe.` : here;
}

/** The rule for a payment alarm: the transaction that raises the alarm opens its alert (`raiseAlarm`), one per alarm. */
export const alarmRule = (kind: AlarmKind): AlertRule => ({
  name: ruleOfAlarm(kind),
  metric: 'coursewright_payment_alarms',
  where: { kind },
  is: '>',
  threshold: 0,
  forS: 0,
  severity: ALARMS[kind].severity,
  summary: ALARMS[kind].summary,
  act: alarmActs(kind),
});

/** All alert rules: one table for Prometheus (`ops/dashboards/alerts.yml`, which a test compares with it), the console and the mails. */
export const ALERT_RULES: readonly AlertRule[] = [...MEASURED_RULES, ...ALARM_KINDS.map(alarmRule)];

/** Returns a rule as a Prometheus expression over the worst value that any worker reports. */
export function expressionOf({ metric, where, by, is, threshold }: AlertRule): string {
  const labels = Object.entries(where ?? {}).map(([name, value]) => `${name}="${value}"`);
  const selector = labels.length > 0 ? `${metric}{${labels.join(',')}}` : metric;
  const group = by ? ` by (${by})` : '';
  return `${is === '>' ? 'max' : 'min'}${group} (${selector}) ${is} ${threshold}`;
}
