import type { Knex } from 'knex';
import type { ENDED_KINDS } from '#contract/notifications/notifications.contract.ts';
import type { RunKind, RunRef } from '#domain/platform/runs/run-kind.ts';
import { addNotification } from './add-notification.command.ts';
import { withdrawNotification } from './withdraw-notification.command.ts';

type Hooks = Required<Pick<NonNullable<RunKind['hooks']>, 'completed' | 'retried' | 'failed'>>;

/**
 * Makes the hooks by which whoever is notified of a run hears once that it is ready or has failed; another try takes the failure back.
 * @param feature its kinds are `<feature>.completed` and `<feature>.failed`
 * @param courseIdOf the course it is about, if there is one
 */
export function notifyOfEnd(
  feature: (typeof ENDED_KINDS)[number],
  courseIdOf: (trx: Knex.Transaction, run: RunRef) => Promise<string | undefined> = async () => undefined,
): Hooks {
  const tell = async (trx: Knex.Transaction, run: RunRef, end: 'completed' | 'failed') => {
    const { id: taskId, notifiedId: accountId, subject } = run;
    if (accountId === null) return;
    const kind = `${feature}.${end}` as const;
    const courseId = await courseIdOf(trx, run);
    await addNotification(trx, { accountId, kind, cause: `${kind}:${taskId}`, subject, taskId, ...(courseId && { courseId }) });
  };
  return {
    completed: (trx, run) => tell(trx, run, 'completed'),
    failed: (trx, run) => tell(trx, run, 'failed'),
    async retried(trx, { id: taskId, notifiedId: accountId }) {
      if (accountId !== null) await withdrawNotification(trx, { accountId, cause: `${feature}.failed:${taskId}` });
    },
  };
}
