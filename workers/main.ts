import { isLane, LANES } from '#queues/platform/define-job.ts';
import { admitRuns } from '#domain/generation/admit-runs.command.ts';
import { settleStepFailure } from '#domain/generation/settle-step-failure.command.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import { pruneRows } from '#domain/platform/prune-rows.command.ts';
import { startWorkerProcess } from './platform/worker-process.ts';
import { PROCESSORS } from './processors.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** The lanes to work on. @throws ConfigError naming those that do not exist */
function configuredLanes() {
  const lanes = config().workerLanes;
  const unknown = lanes.filter((lane) => !isLane(lane));
  if (unknown.length > 0) throw new ConfigError(`WORKER_LANES: there is no lane ${unknown.join(', ')}; there are ${LANES.join(', ')}`);
  return lanes.filter(isLane);
}

try {
  const worker = await startWorkerProcess({
    lanes: configuredLanes(),
    processors: PROCESSORS,
    settle: settleStepFailure,
    schedules: [
      { name: 'admission', everyMs: SECOND_MS, run: admitRuns },
      { name: 'prune', everyMs: HOUR_MS, run: pruneRows },
    ],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void worker.drain().then(() => process.exit(0)));
  }
} catch (error) {
  if (error instanceof ConfigError) for (const line of error.message.split('\n')) console.error(`worker: ${line}`);
  else logger().fatal({ err: error }, 'worker: could not be started');
  process.exit(1);
}

// a promise that nobody awaited must not take forty running steps with it; a broken invariant must: leases bring them back
process.on('unhandledRejection', (error) => logger().error({ err: error }, 'worker: unhandled rejection'));
process.on('uncaughtException', (error) => {
  logger().fatal({ err: error }, 'worker: uncaught exception');
  process.exit(1);
});
