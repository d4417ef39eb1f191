import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { priceChanged } from '#domain/platform/accepted-price.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { assertRoom } from '#domain/platform/load/lane-load.queries.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { reopenSteps } from '#domain/platform/steps/step.commands.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { admitAfter } from './admit-runs.command.ts';
import { lockRun, advanceRun } from './advance-run.command.ts';
import { reserveForRun } from './charge-run.command.ts';
import { readRunRef } from './complete-run.command.ts';
import { runCalls, runKind } from './engine.ts';
import { retryObstacleSql, type RetryObstacle } from './retry-obstacle.ts';
import { recordEvents } from './run-event.ts';
import type { Run } from './run.model.ts';
import { attachRunKey, storeRunKey, findRunByKey, type SentRequest } from './run-key.ts';

interface RunOf {
  readonly runId: string;
  readonly accountId: string;
}

interface Retry extends RunOf {
  readonly idempotencyKey?: string | undefined;
}

/**
 * Runs a failed run of any kind again, from its own request: finished steps are reused and not paid again, failed steps run again. A live
 * run is left alone, so repeating the call has no effect; with an idempotency key, not even after the run has ended again.
 * @returns the run; a different one if that one already does the same work
 * @throws ProductError not_found; the reason why it cannot run again (`RetryObstacle`); idempotency.body_mismatch; tokens.insufficient;
 * spend.user_cap, spend.install_cap; queue.full
 */
export async function retryRun({ runId, accountId, idempotencyKey: key }: Retry): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const sent = { accountId, key, fingerprint: ['retry-run', runId] } satisfies SentRequest;
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier };
  await runCalls().assertSpendAllowed(accountId);
  await assertCapacityToResume({ runId, accountId });
  const leadsTo = await transact(async (trx) => {
    await lockRun(trx, runId);
    // a concurrent duplicate locked the run's row first
    const theirs = await findRunByKey(trx, sent);
    if (theirs) return theirs;
    const run = await readFailedRun(trx, { runId, accountId });
    if (!run) throw notFound('run');
    if (run.status !== 'running' && run.status !== 'queued') await requeueRun(trx, run, { by: 'owner' });
    await storeRunKey(trx, sent, runId);
    return runId;
  }).catch((error: unknown) => otherRun(error, sent, runId));
  await admitAfter('a retry');
  return { runId: leadsTo };
}

const FAILED_RUN = ['id', 'parent_id', 'payer_id', 'kind', 'lane', 'status', 'attempt', 'request', 'subject', 'tokens_reserved'] as const;

/** The fields of a run that its retry needs. */
interface FailedRun extends Pick<Run, (typeof FAILED_RUN)[number]> {
  readonly obstacle: RetryObstacle | null;
}

/** Reads a run of an account, with the obstacle to retrying it; undefined for a run that is missing or another account's. */
export const readFailedRun = (
  trx: Knex,
  { runId, accountId }: { runId: string; accountId: string | null },
): Promise<FailedRun | undefined> =>
  trx('run')
    .where({ id: runId, account_id: accountId })
    .first(...FAILED_RUN, expression(trx, sql`${retryObstacleSql()} as obstacle`));

/**
 * Checks the lane's capacity; call it before the transaction, which must not wait for another connection.
 * @throws ProductError queue.full for a run that could be retried
 */
export async function assertCapacityToResume(failed: RunOf): Promise<void> {
  const run = await readFailedRun(database(), failed);
  if (run?.obstacle === null) await assertRoom(run.lane);
}

/**
 * Puts a failed run at the end of the queue, in the transaction that holds its row. Its reservation was released when it failed, so it is
 * reserved again (A12). Admission adds its steps when the run starts.
 * @param by `another`: not the owner, who accepted only the first reservation, so the price must not be higher now
 * @param keys steps to try again; default: all failed steps
 * @returns keys of the steps that will be tried again
 * @throws ProductError the reason why it cannot run again; tokens.insufficient; price.changed; nothing was written then
 */
export async function requeueRun(
  trx: Knex.Transaction,
  run: FailedRun,
  { by, keys }: { readonly by: 'owner' | 'another'; readonly keys?: readonly string[] },
): Promise<string[]> {
  if (run.obstacle !== null) throw new ProductError(run.obstacle);
  const kind = runKind(run.kind);
  const runId = run.id;
  const attempt = run.attempt + 1;
  const { reserved, from, event } = await reserveForRun(trx, {
    runId,
    kind: kind.name,
    payerId: run.payer_id,
    attempt,
    about: run.subject,
    cost: kind.price === 'free' ? 0 : (kind.price.cost?.(run.request) ?? run.tokens_reserved),
    request: run.request,
  });
  if (by === 'another' && reserved > run.tokens_reserved) throw priceChanged(reserved, run.tokens_reserved);
  const reopened = await reopenSteps(trx, { runId, ...(keys && { keys }) });
  await trx('run')
    .where({ id: runId })
    .update({
      status: 'queued',
      stage: 'queued',
      attempt,
      position: expression(trx, sql`default`),
      error_code: null,
      error_detail: null,
      operator_detail: null,
      started_at: null,
      finished_at: null,
      tokens_reserved: reserved,
      paid_from: from,
    });
  await announceJob(trx, 'admission');
  const ref = await readRunRef(trx, runId);
  if (ref) await kind.hooks?.retried?.(trx, ref);
  const parent = run.parent_id === null ? null : await readRunRef(trx, run.parent_id);
  if (parent) await runKind(parent.kind).hooks?.childRetried?.(trx, parent, runId);
  await recordEvents(trx, runId, [{ name: 'run.retried', message: kind.retryMessage ?? toSentence('Continued at your request.') }, event]);
  return reopened;
}

/** Finds the run that a concurrent request created instead. @throws the original error when there is no such run */
export async function otherRun(error: unknown, sent: SentRequest & { accountId: string }, runId: string): Promise<string> {
  if (!isUniqueViolation(error)) throw error;
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return earlier;
  const twin = await liveTwin({ runId, accountId: sent.accountId });
  if (!twin) throw error;
  return attachRunKey(sent, twin);
}

/** Finds a live run of the same request, created after this one had failed. */
async function liveTwin({ runId, accountId }: RunOf): Promise<string | null> {
  const twin = await database()('run')
    .join({ twin: 'run' }, (on) => on.on('twin.account_id', 'run.account_id').andOn('twin.dedupe_key', 'run.dedupe_key'))
    .where({ 'run.id': runId, 'run.account_id': accountId })
    .whereIn('twin.status', ['queued', 'running'])
    .first('twin.id');
  return twin?.id ?? null;
}

/**
 * Retries a step that has failed for good, because somebody retried its job in the queue. In a live run it starts again; a failed run goes
 * to the end of the queue and resumes with the step, as when its owner retries it. The step is announced by a new job.
 * @param dispatch number of the job's announcement: the step must have failed in this one
 * @returns whether the step is announced again; false when there is nothing to retry
 * @throws ProductError run.ended when its run has ended otherwise; the reason why the run cannot run again (`RetryObstacle`);
 * tokens.insufficient; nothing was written then
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
      await requeueRun(trx, failed, { by: 'another', keys: [run.key] });
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
