import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { withdrawNotification } from '#domain/notifications/withdraw-notification.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { reopenSteps } from '#domain/platform/steps/reopen-steps.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/spend.command.ts';
import { admitRuns } from './admit-runs.command.ts';
import { lockRun, runFailed } from './advance-run.command.ts';
import { reserveForRun } from './reserve-for-run.command.ts';
import { courseCost } from './run-cost.ts';
import { recordEvents } from './run-event.ts';
import { mayGoOn } from '#domain/generation/answers/run-failure.ts';
import { attachKey, isTaken, keepKey, runByKey, type SentRequest } from './run-key.ts';

interface RunOf {
  readonly runId: string;
  readonly accountId: string;
}

interface Retry extends RunOf {
  readonly idempotencyKey?: string | undefined;
}

/**
 * Has a run of a course go on that failed after its outline: what is finished stays as it is and is not bought again, an approved outline one
 * to one, and everything that failed is tried again. A run that goes on already is left alone, so asking twice is asking once; with an
 * idempotency key also after it has ended again.
 *
 * @returns the run; another one when the same course is being written by it already
 * @throws ProductError not_found; run.ended when it has no outline to go on from, or did not fail; idempotency.body_mismatch;
 *   tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function retryRun({ runId, accountId, idempotencyKey: key }: Retry): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const sent: SentRequest = { accountId, key, asked: ['retry-run', runId] };
  const earlier = await runByKey(database(), sent);
  if (earlier) return { runId: earlier };
  await assertSpendAllowed(accountId);
  const leadsTo = await transact(async (trx) => {
    await lockRun(trx, runId);
    // sent twice at once, and the other one had the run's row first
    const theirs = await runByKey(trx, sent);
    if (theirs) return theirs;
    const run = await readFailedRun(trx, { runId, accountId });
    if (!run) throw notFound('run');
    if (run.status !== 'running' && run.status !== 'queued') await goOn(trx, run);
    await keepKey(trx, sent, runId);
    return runId;
  }).catch((error: unknown) => otherRun(error, sent, runId));
  await admitRuns().catch((error: unknown) => logger().warn({ err: error }, 'admission failed after a retry; the workers will admit'));
  return { runId: leadsTo };
}

/** A run as far as its going on depends on it. */
export interface FailedRun {
  readonly id: string;
  readonly account_id: string;
  readonly kind: 'course' | 'lesson';
  readonly status: string;
  readonly attempt: number;
  readonly request: CourseForm;
  readonly topic: string;
  /** Only a whole outline is one to go on from; one that was streaming in is not. */
  readonly has_outline: boolean;
}

export const readFailedRun = (trx: Knex, { runId, accountId }: RunOf): Promise<FailedRun | undefined> =>
  trx('run')
    .where({ id: runId, account_id: accountId })
    .first('id', 'account_id', 'kind', 'status', 'attempt', 'request', 'topic', trx.raw(`${HAS_OUTLINE_SQL} as has_outline`));

const HAS_OUTLINE_SQL = `exists (select from step where run_id = run.id and key = 'outline' and state = 'completed')`;

/**
 * Brings a failed run back to the queue, at its end, in the transaction that holds its row. Failing has given back what was reserved, so it
 * is reserved anew (A12). Its steps are added by the admission that lets it run.
 * @param keys steps that are to be tried again; left out: all that failed
 * @returns keys of the steps that will be tried again
 * @throws ProductError run.ended; tokens.insufficient; nothing was written then
 */
export async function goOn(trx: Knex.Transaction, run: FailedRun, keys?: readonly string[]): Promise<string[]> {
  if (!mayGoOn(run) || !run.has_outline) throw new ProductError('run.ended');
  const { id: runId, account_id: accountId, topic } = run;
  const attempt = run.attempt + 1;
  const { reserved, event } = await reserveForRun(trx, {
    runId,
    accountId,
    attempt,
    kind: 'course',
    about: topic,
    cost: courseCost(run.request),
  });
  const reopened = await reopenSteps(trx, { runId, ...(keys && { keys }) });
  await trx('run')
    .where({ id: runId })
    .update({
      status: 'queued',
      stage: 'queued',
      attempt,
      position: trx.raw('default'),
      error_code: null,
      error_detail: null,
      operator_detail: null,
      started_at: null,
      finished_at: null,
      tokens_reserved: reserved,
    });
  await withdrawNotification(trx, { accountId, cause: runFailed(runId) });
  await recordEvents(trx, runId, [
    { name: 'run.retried', said: say('It goes on at your request: what failed is tried again, what is finished stays as it is.') },
    event,
  ]);
  return reopened;
}

/** Where a retry leads that somebody else was faster than. @throws the error when nobody was */
export async function otherRun(error: unknown, sent: SentRequest, runId: string): Promise<string> {
  if (!isTaken(error)) throw error;
  const earlier = await runByKey(database(), sent);
  if (earlier) return earlier;
  const twin = await liveTwin({ runId, accountId: sent.accountId });
  if (!twin) throw error;
  return attachKey(sent, twin);
}

/** The live run that writes a course of the same form; it was asked for after this one had failed. */
async function liveTwin({ runId, accountId }: RunOf): Promise<string | null> {
  const { rows } = await database().raw(
    `select twin.id from run join run twin on twin.account_id = run.account_id and twin.dedupe_key = run.dedupe_key
      where run.id = ? and run.account_id = ? and twin.status in ('queued','running')`,
    [runId, accountId],
  );
  return rows[0]?.id ?? null;
}
