import { flushCompileCache } from 'node:module';
import { isLane, LANES } from '#queues/platform/define-job.ts';
import { processEvents } from '#domain/billing/events/process-events.command.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { payCreators } from '#domain/billing/payouts/pay-creators.command.ts';
import { warnOfTrialEnds } from '#domain/billing/trials/warn-of-trial-end.command.ts';
import { expireLots } from '#domain/billing/ledger/expire-lots.command.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';
import { releaseMentorHolds, sweepAnswers } from '#domain/mentor/answers/sweep-answers.command.ts';
import { sweepExports } from '#domain/exports/exports.queries.ts';
import { sweepLeftovers, sweepMedia } from '#domain/media/store-media.command.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { advanceParents } from '#domain/platform/runs/advance-parents.command.ts';
import { pruneRuns } from '#domain/platform/runs/prune-runs.command.ts';
import { releaseOrphans } from '#domain/platform/runs/release-orphans.command.ts';
import { startEngine } from '#domain/kinds.ts';
import { maintainEvents } from '#domain/places/events/cancel-event.command.ts';
import { deleteOldPositions } from '#domain/places/share-place.command.ts';
import { purgeAccounts } from '#domain/identity/accounts/purge-accounts.command.ts';
import { recordWorkerHeartbeat, endWorker, WORKER_BEAT_MS } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { METRICS } from '#domain/operator/overview/metric-names.ts';
import { readSamples } from '#domain/operator/overview/samples.queries.ts';
import { watchAlerts } from '#domain/operator/alerts/watch-alerts.command.ts';
import { listLocalModels } from '#domain/vendors/llm/compatible/list-local-models.ts';
import { processVendorBatches } from '#domain/vendors/llm/batches/process-vendor-batches.command.ts';
import { advanceBatches } from '#domain/operator/batches/advance-batches.command.ts';
import {
  completeScheduleRequest,
  saveScheduleReports,
  claimScheduleRequest,
} from '#domain/operator/schedules/save-schedule-reports.command.ts';
import { readScheduleRequests } from '#domain/operator/schedules/schedules.queries.ts';
import { runBulkActions } from '#domain/operator/runs/start-bulk-act.command.ts';
import { notifyStudents } from '#domain/market/students/notify-students.command.ts';
import { remindLearners } from '#domain/reminders/remind-learners.command.ts';
import { sendPushes } from '#domain/notifications/push/send-pushes.command.ts';
import { sendMails } from '#domain/mail/send-mails.command.ts';
import { publishByRedis } from '#domain/platform/live/redis.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import { pruneRows } from '#domain/platform/prune-rows.command.ts';
import { portInUse } from '#domain/platform/port-in-use.ts';
import { judgeLeftTexts } from '#domain/moderation/start-judgement.command.ts';
import { sweepStudyRooms } from '#domain/study-rooms/join-study-room.command.ts';
import { registerInstallationGauges, recordLedgerProof } from './platform/metrics.ts';
import { startWorkerProcess } from './platform/worker-process.ts';
import { PROCESSORS } from './processors.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the configured lanes. @throws ConfigError naming those that do not exist */
function configuredLanes() {
  const lanes = config().workerLanes;
  const unknown = lanes.filter((lane) => !isLane(lane));
  if (unknown.length > 0) throw new ConfigError(`WORKER_LANES: there is no lane ${unknown.join(', ')}; there are ${LANES.join(', ')}`);
  return lanes.filter(isLane);
}

// Node writes this cache at a normal exit only: without this, every start after kill -9 compiles all modules again
flushCompileCache();
startEngine();
registerInstallationGauges(METRICS, readSamples);
try {
  await listLocalModels();
  const { redisUrl } = config();
  if (redisUrl) publishByRedis(redisUrl, null);
  const worker = await startWorkerProcess({
    lanes: configuredLanes(),
    processors: PROCESSORS,
    board: { readScheduleRequests, saveScheduleReports, claimScheduleRequest, completeScheduleRequest },
    presence: { everyMs: WORKER_BEAT_MS, beat: recordWorkerHeartbeat, end: endWorker },
    schedules: [
      { name: 'admission', everyMs: SECOND_MS, run: admitRuns, due: 'admission' },
      { name: 'parents', everyMs: SECOND_MS, run: advanceParents, due: 'parents' },
      { name: 'mail', everyMs: SECOND_MS, run: sendMails, due: 'mail' },
      { name: 'course-messages', everyMs: SECOND_MS, run: notifyStudents, due: 'course-messages' },
      { name: 'reminders', everyMs: MINUTE_MS, run: () => remindLearners() },
      { name: 'push', everyMs: SECOND_MS, run: sendPushes, due: 'push' },
      { name: 'tend-events', everyMs: MINUTE_MS, run: maintainEvents },
      { name: 'forget-positions', everyMs: HOUR_MS, run: deleteOldPositions },
      { name: 'purge-accounts', everyMs: HOUR_MS, run: purgeAccounts },
      { name: 'stripe-events', everyMs: SECOND_MS / 2, run: processEvents, due: 'stripe-events' },
      { name: 'reconcile-billing', everyMs: 10 * SECOND_MS, run: reconcileBilling },
      { name: 'trial-ends', everyMs: HOUR_MS, run: warnOfTrialEnds },
      { name: 'mentor-answers', everyMs: SECOND_MS, run: sweepAnswers, due: 'mentor-answers' },
      { name: 'mentor-holds', everyMs: MINUTE_MS, run: releaseMentorHolds },
      { name: 'orphan-holds', everyMs: MINUTE_MS, run: releaseOrphans },
      { name: 'payouts', everyMs: 5 * MINUTE_MS, run: payCreators },
      { name: 'ended-lots', everyMs: HOUR_MS, run: expireLots },
      { name: 'ledger-proof', everyMs: DAY_MS, run: async () => recordLedgerProof(await proveLedger()) },
      { name: 'left-texts', everyMs: 10 * SECOND_MS, run: judgeLeftTexts },
      { name: 'study-rooms', everyMs: 10 * SECOND_MS, run: sweepStudyRooms },
      { name: 'exports', everyMs: HOUR_MS, run: sweepExports },
      { name: 'media', everyMs: MINUTE_MS, run: sweepMedia },
      // it lists the whole bucket
      { name: 'media-leftovers', everyMs: DAY_MS, run: () => sweepLeftovers() },
      { name: 'batches', everyMs: SECOND_MS, run: advanceBatches, due: 'batches' },
      { name: 'vendor-batches', everyMs: SECOND_MS, run: processVendorBatches, due: 'vendor-batches' },
      { name: 'bulk-acts', everyMs: SECOND_MS, run: runBulkActions, due: 'bulk-acts' },
      { name: 'alerts', everyMs: 10 * SECOND_MS, run: watchAlerts },
      { name: 'prune', everyMs: HOUR_MS, run: pruneRows },
      { name: 'prune-runs', everyMs: HOUR_MS, run: pruneRuns },
    ],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void worker.drain().then(() => process.exit(0)));
  }
} catch (error) {
  const taken = error instanceof ConfigError ? null : portInUse(error, { WORKER_ADMIN_PORT: config().workerAdminPort });
  if (error instanceof ConfigError) for (const line of error.message.split('\n')) console.error(`worker: ${line}`);
  else if (taken) console.error(`worker: could not be started: ${taken}`);
  else logger().fatal({ err: error }, 'worker: could not be started');
  process.exit(1);
}

// an unawaited rejection must not end forty running steps; a broken invariant must: leases recover them
process.on('unhandledRejection', (error) => logger().error({ err: error }, 'worker: unhandled rejection'));
process.on('uncaughtException', (error) => {
  logger().fatal({ err: error }, 'worker: uncaught exception');
  process.exit(1);
});
