import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { isLane, LANES } from '#queues/platform/define-job.ts';
import { startEngine } from '#domain/kinds.ts';
import { recordDeploy } from '#domain/operator/series/rollup.commands.ts';
import { recordWorkerHeartbeat, endWorker, WORKER_BEAT_MS } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { listLocalModels } from '#domain/vendors/llm/compatible/list-local-models.ts';
import { METRICS } from '#domain/operator/overview/metric-names.ts';
import { readSamples } from '#domain/operator/overview/overview.queries.ts';
import { publishByRedis } from '#domain/platform/live/redis.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { startErrorTracker } from '#domain/platform/error-tracker.ts';
import { logger } from '#domain/platform/logger.ts';
import { enforceOutgoing } from '#domain/platform/network/enforce-outgoing.ts';
import { portInUse } from '#domain/platform/port-in-use.ts';
import { PERIODIC_PROCESSORS } from './maintenance/maintenance.processors.ts';
import { registerInstallationGauges } from './platform/metrics.ts';
import { startWorkerProcess } from './platform/worker-process.ts';
import { PROCESSORS } from './processors.ts';

/** Returns the configured lanes. @throws ConfigError naming those that do not exist */
function configuredLanes() {
  const lanes = config().workerLanes;
  const unknown = lanes.filter((lane) => !isLane(lane));
  if (unknown.length > 0) throw new ConfigError(`WORKER_LANES: there is no lane ${unknown.join(', ')}; lanes: ${LANES.join(', ')}`);
  return lanes.filter(isLane);
}

// Node writes this cache only on a normal exit: otherwise every start after kill -9 would compile all modules again
flushCompileCache();
enforceOutgoing();
startEngine();
registerInstallationGauges(METRICS, readSamples);
let stopErrorTracker = async (): Promise<void> => undefined;
try {
  stopErrorTracker = await startErrorTracker('coursewright-worker');
  await listLocalModels();
  const { redisUrl } = config();
  if (redisUrl) publishByRedis(redisUrl, null);
  const worker = await startWorkerProcess({
    lanes: configuredLanes(),
    processors: PROCESSORS,
    periodic: PERIODIC_PROCESSORS,
    presence: { everyMs: WORKER_BEAT_MS, beat: recordWorkerHeartbeat, end: endWorker },
  });
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  await recordDeploy(config().errorTracker?.release ?? version);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(
      signal,
      () =>
        void worker
          .drain()
          .then(stopErrorTracker)
          .then(() => process.exit(0)),
    );
  }
} catch (error) {
  const taken = error instanceof ConfigError ? null : portInUse(error, { WORKER_ADMIN_PORT: config().workerAdminPort });
  if (error instanceof ConfigError) for (const line of error.message.split('\n')) console.error(`worker: ${line}`);
  else if (taken) console.error(`worker: could not be started: ${taken}`);
  else logger().fatal({ err: error }, 'worker: could not be started');
  await stopErrorTracker();
  process.exit(1);
}

// an unawaited rejection must not end forty running steps; a violated invariant must, and leases recover the steps
process.on('unhandledRejection', (error) => logger().error({ err: error }, 'worker: unhandled rejection'));
process.on('uncaughtException', async (error) => {
  logger().fatal({ err: error }, 'worker: uncaught exception');
  await stopErrorTracker();
  process.exit(1);
});
