import { collectDefaultMetrics, Counter, type Registry } from 'prom-client';
import { outgoingCounts } from '#domain/platform/network/outgoing.ts';

/** Gauges misnamed as counters; each is the sum of a metric that stays, such as `nodejs_active_handles`. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Adds the metrics that every process reports about itself: memory, processor time, event loop, garbage collection, outgoing connections.
 */
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
  void new Counter({
    name: 'coursewright_outgoing_connections_total',
    help: 'Connections that were opened, refused, or cut for exceeding a limit, by their purpose.',
    labelNames: ['purpose', 'outcome'],
    registers: [register],
    collect() {
      this.reset();
      for (const { purpose, outcome, count } of outgoingCounts()) this.inc({ purpose, outcome }, count);
    },
  });
}
