import { readOverview } from './overview.queries.ts';
import { wasStorageFull } from '#domain/platform/storage/storage-full.ts';
import type { MetricName } from './metric-names.ts';

/** One sample of a metric, as in Prometheus. Labels name queues, services and states only. */
export interface Sample {
  readonly metric: MetricName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const QUANTILES = { p50: '0.5', p95: '0.95', p99: '0.99' } as const;
const MICRO = 1_000_000;
/** An alert is a row too: it can be stored and mailed only once there is room again. */
const STORAGE_TOLD_MS = 300_000;

/** Returns the samples of the whole installation, used by metrics, alerts and console alike. */
export async function readSamples(): Promise<Sample[]> {
  const { queues, lanes, kinds, services, workers, spend } = await readOverview();
  const samples: Sample[] = [];
  const add = (metric: MetricName, value: number, labels: Readonly<Record<string, string>> = {}) => samples.push({ metric, value, labels });
  for (const { queue, wait, run, ...row } of queues) {
    for (const state of ['active', 'waiting', 'delayed', 'failed'] as const) add('coursewright_queue_steps', row[state], { queue, state });
    add('coursewright_queue_oldest_seconds', row.oldest_s, { queue });
    add('coursewright_queue_ended_per_minute', row.ended.at(-2) ?? 0, { queue });
    add('coursewright_queue_workers', row.workers, { queue });
    for (const [name, quantile] of Object.entries(QUANTILES) as [keyof typeof QUANTILES, string][]) {
      if (wait) add('coursewright_queue_wait_seconds', wait[name], { queue, quantile });
      if (run) add('coursewright_queue_run_seconds', run[name], { queue, quantile });
    }
  }
  for (const { lane, is_full: isFull } of lanes) add('coursewright_lane_full', isFull ? 1 : 0, { lane });
  for (const { kind, lane, ...row } of kinds) {
    for (const state of ['queued', 'running', 'parked'] as const) add('coursewright_runs', row[state], { kind, lane, state });
    add('coursewright_run_oldest_seconds', row.oldest_s, { kind, lane });
  }
  for (const { service, ...row } of services) {
    add('coursewright_service_calls_hour', row.calls, { service });
    add('coursewright_service_failed_share', row.calls === 0 ? 0 : row.failed / row.calls, { service });
    add('coursewright_service_rate_limited_share', row.calls === 0 ? 0 : row.rate_limited / row.calls, { service });
    add('coursewright_service_paused', row.state === 'paused' || row.state === 'held' ? 1 : 0, { service });
    add('coursewright_service_tokens_hour', row.tokens_in, { service, direction: 'in' });
    add('coursewright_service_tokens_hour', row.tokens_out, { service, direction: 'out' });
    add('coursewright_service_cost_usd_hour', row.cost_micro_usd / MICRO, { service });
    if (row.allowance !== null) add('coursewright_service_allowance', row.allowance, { service });
    for (const [name, quantile] of Object.entries(QUANTILES) as [keyof typeof QUANTILES, string][])
      if (row.latency) add('coursewright_service_latency_seconds', row.latency[name], { service, quantile });
  }
  add('coursewright_workers', workers.filter((worker) => worker.is_alive).length);
  add('coursewright_storage_full', wasStorageFull(STORAGE_TOLD_MS) ? 1 : 0);
  add('coursewright_spend_today_usd', spend.micro_usd / MICRO);
  if (spend.cap_micro_usd !== null) add('coursewright_spend_cap_share', spend.micro_usd / spend.cap_micro_usd);
  return samples;
}
