import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Gauges by the name of counters; each is the sum of a metric that stays, `nodejs_active_handles` and its like. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds what every process of Node reports about itself: memory, processor time, event loop, garbage collection. */
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
}
