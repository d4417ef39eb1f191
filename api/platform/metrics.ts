import type { Middleware } from 'koa';
import { Counter, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from '#domain/platform/metrics/process-metrics.ts';
import type { RequestState } from './api-router.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Measures every request until its answer was sent. */
  readonly measure: Middleware<RequestState>;
  /** Counts a database statement; call it for each statement, so that the number of queries per route is known. */
  readonly countStatement: () => void;
}

/** Creates the metrics of this process. Labels are route names, never paths, so the number of series stays small. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const queries = new Counter({ name: 'database_queries_total', help: 'Statements sent to Postgres.', registers: [registry] });
  return {
    registry,
    countStatement: () => queries.inc(),
    measure: (ctx, next) => {
      const startedAt = performance.now();
      ctx.res.once('close', () => {
        const labels = { route: ctx.state.route ?? 'other', method: ctx.method, status: String(ctx.res.statusCode) };
        duration.observe(labels, (performance.now() - startedAt) / 1000);
      });
      return next();
    },
  };
}
