import { createServer, type Server, type ServerResponse } from 'node:http';
import { lookup } from '#contract/platform/lookup.ts';
import { logger } from '#domain/platform/logger.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './health/readiness.ts';

/**
 * Creates the operator's HTTP server of this process: `/metrics` for Prometheus and `/health`. It must listen on loopback only: it has no
 * authentication.
 */
export function createAdminServer(parts: { metrics: Metrics; readiness: Readiness }): Server {
  return createServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (!route) return void response.writeHead(404).end();
    route(parts, response).catch((error: unknown) => {
      logger().warn({ err: error, path: request.url }, 'admin request failed');
      if (!response.headersSent) response.writeHead(503);
      response.end();
    });
  });
}

const routes: Record<string, (parts: { metrics: Metrics; readiness: Readiness }, response: ServerResponse) => Promise<void>> = lookup({
  '/metrics': async ({ metrics }, response) => {
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
  },
  '/health': async ({ readiness }, response) => {
    const checks = await readiness.ask();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status: 'ready', checks }));
  },
});
