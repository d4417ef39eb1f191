import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgementsSettled } from '#domain/moderation/start-judgement.command.ts';
import { openLiveHub } from '#api/live/live-hub.ts';
import { LIVE_HANDLERS } from '#api/live/live-handlers.ts';
import { createAdminServer } from '#api/platform/admin.ts';
import { createHttpServer } from '#api/platform/http-server.ts';
import { createMetrics } from '#api/platform/metrics.ts';
import { createReadiness } from '#api/platform/health/readiness.ts';
import { createApp } from '#api/server.ts';
import { watchChatAccess } from '#domain/chat/chat-access.ts';
import { checkPricesAtStart } from '#domain/billing/catalogue/price.commands.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { applyConnections, watchConnections } from '#domain/vendors/connections/apply-connections.ts';
import { listLocalModels } from '#domain/vendors/llm/compatible/list-local-models.ts';
import { storeKeyCalls } from '#domain/identity/api-keys/key-calls.ts';
import { watchSessions } from '#domain/identity/sessions/watch-sessions.ts';
import { answersWritten } from '#domain/mentor/answers/write-answer.command.ts';
import { connectDatabase, disconnectDatabase, onStatement } from '#domain/platform/database.ts';
import { publishByRedis } from '#domain/platform/live/redis.ts';
import { subscribeByStore } from '#domain/platform/live/subscriber.ts';
import { startErrorTracker } from '#domain/platform/error-tracker.ts';
import { logger } from '#domain/platform/logger.ts';
import { enforceOutgoing } from '#domain/platform/network/enforce-outgoing.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { refusePooler } from '#domain/platform/refuse-pooler.ts';
import { portInUse } from '#domain/platform/port-in-use.ts';
import { setPeriodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { isTracing } from '#domain/platform/tracing/tracer.ts';
import { startTracing } from '#domain/platform/tracing/start-tracing.ts';
import { interfaceCatalogue } from '#domain/translation/interface/interface-catalogue.ts';
import { openQueueBackend } from '#queues/platform/queue-backend.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
/** Milliseconds that running requests have once the process is asked to stop. */
const DRAIN_MS = 10_000;

async function main(): Promise<void> {
  // Node writes this cache only on a normal exit: otherwise every start after kill -9 would compile all modules again
  flushCompileCache();
  enforceOutgoing();
  await listLocalModels();
  const settings = config();
  const log = logger();
  startEngine();
  connectDatabase(settings.databaseUrl, {
    poolMax: settings.databasePool,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'coursewright-api',
  });
  await refusePooler();
  await applyConnections();
  const stopTracing = await startTracing('coursewright-api', () => import('#domain/vendors/llm/trace-calls.ts'));
  const stopErrorTracker = await startErrorTracker('coursewright-api');
  const queues = await openQueueBackend({
    isTraced: isTracing(),
    databaseUrl: settings.databaseUrl,
    redisUrl: settings.redisUrl,
    onError: (error) => log.warn({ err: error }, 'the queue connection failed'),
  });
  setJobSink(queues.addJobs);
  setPeriodicQueue(queues.periodic);
  // takes a quarter of a second, which should not delay a request
  interfaceCatalogue();
  await checkPricesAtStart();
  const live = openLiveHub(LIVE_HANDLERS);
  const stopRedis = settings.redisUrl ? publishByRedis(settings.redisUrl, live) : null;
  const stopListening = listenToStore([
    watchSessions((sessionId) => live.onSessionChanged(sessionId)),
    watchChatAccess(() => live.onAgesChanged()),
    watchConnections(),
    ...(stopRedis ? [] : [subscribeByStore(live)]),
  ]);

  const stop = new AbortController();
  const metrics = createMetrics();
  onStatement(metrics.countStatement);
  const readiness = createReadiness({ pingQueues: () => queues.ping(), closing: stop.signal });
  const pages = path.join(import.meta.dirname, '..', 'frontend', 'dist');
  const app = createApp({ metrics, readiness, live, closing: stop.signal, pages });
  const httpServer = createHttpServer(app.callback());
  // proxies keep connections open: each closes with its next answer, so that none is cut during a request
  httpServer.prependListener(
    'request',
    (_, response: ServerResponse) => void (stop.signal.aborted && response.setHeader('Connection', 'close')),
  );
  const admin = createAdminServer({ metrics, readiness });
  const [port, adminPort] = await Promise.all([
    listen(httpServer, settings.port, settings.bind),
    listen(admin, settings.adminPort, '127.0.0.1'),
  ]);
  log.info({ origin: settings.publicOrigin, bind: settings.bind, port, admin_port: adminPort }, 'api is listening');

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) return;
      log.info({ signal }, 'api is stopping');
      // readiness turns 503 and requests waiting for a course get its status; other requests are served until the proxy has noticed
      stop.abort();
      void sleep(settings.drainNoticeMs)
        .then(() => Promise.all([live.close(), shut(httpServer)]))
        .then(() => Promise.all([answersWritten(DRAIN_MS), judgementsSettled(DRAIN_MS)]))
        .then(stopListening)
        .then(() => storeKeyCalls().catch((error: unknown) => log.warn({ err: error }, 'calls of API keys were not stored')))
        .then(stopRedis)
        .then(() => Promise.all([shut(admin), queues.close(DRAIN_MS), disconnectDatabase(), stopTracing()]))
        .then(
          () => 0,
          (error: unknown) => {
            log.error({ err: error }, 'api did not stop cleanly');
            return 1;
          },
        )
        .then((code) => stopErrorTracker().finally(() => process.exit(code)));
    });
  }
}

/** Starts listening. @returns the port, which the system chooses for 0 */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Accepts no more connections, lets running requests finish, and closes the rest after the drain time. */
async function shut(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}

try {
  await main();
} catch (error) {
  const taken = error instanceof ConfigError ? null : portInUse(error, { PORT: config().port, ADMIN_PORT: config().adminPort });
  if (error instanceof ConfigError) console.error(error.message);
  else console.error('api could not start:', taken ?? error);
  process.exit(1);
}
