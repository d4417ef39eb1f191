import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { metrics } from './metrics.ts';

export interface AdminPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens the port for probes and metrics, on loopback only: `GET /health/live`, `GET /health/ready`, `GET /metrics`.
 * @param port 0 picks a free one
 * @param ready checks by name; the process is ready when all of them resolve
 * @param registry the metrics of `/metrics`
 * @throws if the port is in use
 */
export async function openAdminPort(
  port: number,
  ready: Readonly<Record<string, () => Promise<unknown>>>,
  registry = metrics,
): Promise<AdminPort> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (request.method !== 'GET') return send(response, 405, { status: 'method not allowed' });
    if (path === '/health/live') return send(response, 200, { status: 'live' });
    if (path === '/health/ready') return void answerReady(response, ready);
    if (path === '/metrics') return void answerMetrics(response, registry);
    send(response, 404, { status: 'not found' });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function answerReady(response: ServerResponse, ready: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const checks = await Promise.all(
    Object.entries(ready).map(async ([name, check]) => {
      try {
        await check();
        return [name, 'ok'];
      } catch (error) {
        return [name, error instanceof Error ? error.message : String(error)];
      }
    }),
  );
  const well = checks.every(([, result]) => result === 'ok');
  send(response, well ? 200 : 503, { status: well ? 'ready' : 'not ready', checks: Object.fromEntries(checks) });
}

async function answerMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType }).end(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
