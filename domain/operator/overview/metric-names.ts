/** Metrics of the whole installation, computed from the database, with descriptions and labels. Every worker reports the same values. */
export const METRICS = {
  coursewright_queue_steps: { help: 'Steps by queue and state; failed: of the last 24 hours.', labels: ['queue', 'state'] },
  coursewright_queue_oldest_seconds: { help: 'Age of the step that has waited longest.', labels: ['queue'] },
  coursewright_queue_wait_seconds: { help: 'Waiting time of the steps that ended in the last 15 minutes.', labels: ['queue', 'quantile'] },
  coursewright_queue_run_seconds: {
    help: 'Time from the first claim to the end, for the steps of the last 15 minutes.',
    labels: ['queue', 'quantile'],
  },
  coursewright_queue_ended_per_minute: { help: 'Steps that ended in the last whole minute.', labels: ['queue'] },
  coursewright_queue_workers: { help: 'Live workers that take jobs from the queue.', labels: ['queue'] },
  coursewright_lane_full: { help: '1 while new work in the lane is refused with 503.', labels: ['lane'] },
  coursewright_runs: { help: 'Live runs by kind, lane and state.', labels: ['kind', 'lane', 'state'] },
  coursewright_run_oldest_seconds: { help: 'Age of the run that has waited longest for admission.', labels: ['kind', 'lane'] },
  coursewright_service_calls_hour: { help: 'Calls of the last hour.', labels: ['service'] },
  coursewright_service_failed_share: { help: 'Share of the last hour’s calls without a usable answer.', labels: ['service'] },
  coursewright_service_recent_failed_share: {
    help: 'Share of calls in the last five minutes without a usable answer; absent below twenty calls.',
    labels: ['service'],
  },
  coursewright_service_rate_limited_share: { help: 'Share of the last hour’s calls that were answered 429.', labels: ['service'] },
  coursewright_service_latency_seconds: { help: 'Duration of the last hour’s successful calls.', labels: ['service', 'quantile'] },
  coursewright_service_paused: { help: '1 while the service is not called.', labels: ['service'] },
  coursewright_service_allowance: { help: 'Remaining share of a minute’s allowance, 0 to 1.', labels: ['service'] },
  coursewright_service_tokens_hour: { help: 'Tokens of the last hour.', labels: ['service', 'direction'] },
  coursewright_service_cost_usd_hour: { help: 'Cost of the last hour’s calls whose price is known.', labels: ['service'] },
  coursewright_workers: { help: 'Live worker processes.', labels: [] },
  coursewright_payment_alarms: { help: 'Payment alarms that nobody has acknowledged.', labels: ['kind'] },
  coursewright_storage_full: { help: '1 if the disk of the database was full within the last five minutes.', labels: [] },
  coursewright_spend_today_usd: { help: 'Paid to AI services today (UTC).', labels: [] },
  coursewright_service_budget_share: {
    help: 'Cost of a service as a share of its daily or monthly budget; absent without a budget.',
    labels: ['service'],
  },
  coursewright_spend_cap_share: { help: 'Today’s payments as a share of the daily cap; absent without a cap.', labels: [] },
} as const satisfies Record<string, { readonly help: string; readonly labels: readonly string[] }>;

export type MetricName = keyof typeof METRICS;
