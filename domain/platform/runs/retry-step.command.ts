import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { reopenSteps } from '#domain/platform/steps/reopen-steps.command.ts';
import { admitAfter } from './admit-runs.command.ts';
import { advanceRun, lockRun } from './advance-run.command.ts';
import { readFailedRun, requeueRun } from './retry-run.command.ts';

/**
 * Tries a step again that has failed for good: someone has retried its job with the queue's own means. In a live run it starts again; a run
 * that has failed goes to the end of the queue and resumes with it, as when its owner retries it. The step is announced by a new job.
 * @param dispatch number of the job's announcement: the step must have failed in this one
 * @returns whether it is announced again; false when there is nothing to retry
 * @throws ProductError run.ended when its run has ended otherwise; the reason why the run cannot run again (`RetryObstacle`);
 *   tokens.insufficient; nothing was written then
 */
export async function retryStep(stepId: string, dispatch: number): Promise<boolean> {
  const run = await database()('step')
    .join('run', 'run.id', 'run_id')
    .where({ 'step.id': stepId, 'step.state': 'failed', 'step.dispatch': dispatch })
    .first('run.id', 'run.kind', 'run.account_id', 'step.key');
  if (!run) return false;
  const announced = await transact(async (trx) => {
    await lockRun(trx, run.id);
    // another retry locked the run's row first
    if (!(await trx('step').where({ id: stepId, state: 'failed', dispatch }).first('id'))) return null;
    const failed = await readFailedRun(trx, { runId: run.id, accountId: run.account_id });
    if (failed?.status === 'failed') {
      await requeueRun(trx, failed, [run.key]);
      return [];
    }
    if (failed?.status !== 'running' && failed?.status !== 'queued') throw new ProductError('run.ended');
    await reopenSteps(trx, { runId: run.id, keys: [run.key] });
    return advanceRun(trx, run);
  });
  if (!announced) return false;
  await admitAfter('a retry');
  await dispatchOutbox(announced);
  return true;
}
