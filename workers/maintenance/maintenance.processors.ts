import type { PeriodicJobName } from '#queues/periodic.jobs.ts';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { expireLots } from '#domain/billing/ledger/lot.commands.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';
import { payCreators } from '#domain/billing/payouts/pay-creators.command.ts';
import { warnOfTrialEnds } from '#domain/billing/trials/trial.commands.ts';
import { followGroups } from '#domain/classes/class.commands.ts';
import { mailClassWeeks, remindClasses } from '#domain/classes/remind-classes.commands.ts';
import { sweepExports } from '#domain/exports/exports.queries.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { renewKeys } from '#domain/lti/signing-key.commands.ts';
import { sendMails } from '#domain/mail/send-mails.command.ts';
import { notifyStudents } from '#domain/market/students/student.commands.ts';
import { sweepLeftovers, sweepMedia } from '#domain/media/store-media.command.ts';
import { releaseMentorHolds, sweepAnswers } from '#domain/mentor/answers/answer.commands.ts';
import { judgeLeftTexts } from '#domain/moderation/start-judgement.command.ts';
import { sendPushes } from '#domain/notifications/push/push.commands.ts';
import { watchAlerts } from '#domain/operator/alerts/watch-alerts.command.ts';
import { advanceBatches } from '#domain/operator/batches/advance-batches.command.ts';
import { runBulkActions } from '#domain/operator/runs/start-bulk-act.command.ts';
import { addUpDeltas } from '#domain/operator/series/rollup.commands.ts';
import { tendSignIns } from '#domain/organisations/sign-in/tend-sign-ins.command.ts';
import { maintainEvents } from '#domain/places/events/event.commands.ts';
import { deleteOldPositions } from '#domain/places/share-place.command.ts';
import { pruneRows } from '#domain/platform/prune-rows.command.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { advanceParents } from '#domain/platform/runs/advance-parents.command.ts';
import { pruneRuns } from '#domain/platform/runs/run-pruning.commands.ts';
import { releaseOrphans } from '#domain/platform/runs/release-orphans.command.ts';
import { remindLearners } from '#domain/reminders/remind-learners.command.ts';
import { sweepStudyRooms } from '#domain/study-rooms/study-room.commands.ts';
import { checkStoredTranslations } from '#domain/translation/courses/check-stored-translations.command.ts';
import { processVendorBatches } from '#domain/vendors/llm/batches/process-vendor-batches.command.ts';
import { deliverWebhooks } from '#domain/webhooks/deliver-webhooks.command.ts';
import { recordLedgerProof } from '../platform/metrics.ts';

/** The processors of the periodic jobs. A job without an entry does not compile. */
export const PERIODIC_PROCESSORS: Readonly<Record<PeriodicJobName, () => Promise<unknown>>> = {
  admission: admitRuns,
  parents: advanceParents,
  mail: sendMails,
  'course-messages': notifyStudents,
  'lti-scores': sendScores,
  'lti-rosters': readRosters,
  push: sendPushes,
  webhooks: deliverWebhooks,
  'stripe-events': processEvents,
  'mentor-answers': sweepAnswers,
  batches: advanceBatches,
  'vendor-batches': processVendorBatches,
  'bulk-acts': runBulkActions,

  rollups: addUpDeltas,
  alerts: watchAlerts,
  'reconcile-billing': reconcileBilling,
  'study-rooms': sweepStudyRooms,
  'left-texts': judgeLeftTexts,
  reminders: () => remindLearners(),
  'class-groups': followGroups,
  'class-dates': remindClasses,
  'class-weeks': mailClassWeeks,
  'tend-events': maintainEvents,
  'mentor-holds': () => releaseMentorHolds(),
  'orphan-holds': () => releaseOrphans(),
  'old-translations': checkStoredTranslations,
  media: sweepMedia,
  payouts: () => payCreators(),

  'forget-positions': deleteOldPositions,
  'purge-accounts': purgeAccounts,
  'trial-ends': () => warnOfTrialEnds(),
  'ended-lots': () => expireLots(),
  exports: sweepExports,
  prune: pruneRows,
  'prune-runs': () => pruneRuns(),
  'organisation-sign-ins': tendSignIns,
  'lti-keys': () => renewKeys(),
  'ledger-proof': async () => recordLedgerProof(await proveLedger()),
  'media-leftovers': () => sweepLeftovers(),
};
