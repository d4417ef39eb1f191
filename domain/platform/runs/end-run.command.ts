import type { Knex } from 'knex';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { inEnglish, say, type Sentence } from '#contract/platform/sentence.contract.ts';
import { cancelSteps } from '#domain/platform/steps/cancel-steps.command.ts';
import type { Try } from '#domain/platform/steps/step.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';
import { chargeRun, releaseRun } from './charge-run.command.ts';
import { runKind } from './engine.ts';
import { recordEvent } from './run-event.ts';
import type { RunRef } from './run-kind.ts';

const REF_COLUMNS = ['id', 'kind', 'account_id', 'notified_id', 'subject', 'title', 'request'] as const;

interface RefRow {
  readonly id: string;
  readonly kind: string;
  readonly account_id: string | null;
  readonly notified_id: string | null;
  readonly subject: string;
  readonly title: string | null;
  readonly request: unknown;
}

export const toRunRef = ({ account_id: accountId, notified_id: notifiedId, ...row }: RefRow): RunRef => ({
  id: row.id,
  kind: row.kind,
  accountId,
  notifiedId,
  subject: row.subject,
  title: row.title,
  request: row.request,
});

export async function readRunRef(trx: Knex.Transaction, runId: string): Promise<RunRef | null> {
  const row: RefRow | undefined = await trx('run').where({ id: runId }).first(REF_COLUMNS);
  return row ? toRunRef(row) : null;
}

/** Ends a live run as failed: coded reason for its owner, all tries for the operator, waiting steps cancelled. */
export async function failRun(
  trx: Knex.Transaction,
  { id: runId, kind: name }: { id: string; kind: string },
  code: ErrorCode,
  tried: readonly Try[],
): Promise<void> {
  const kind = runKind(name);
  const said = kind.reasons?.[code] ?? say(ERRORS[code].title);
  const [row] = await trx('run')
    .where({ id: runId, status: 'running' })
    .update({
      status: 'failed',
      error_code: code,
      error_detail: inEnglish(said),
      operator_detail: JSON.stringify(tried),
      is_parked: false,
      finished_at: trx.fn.now(),
    })
    .returning(REF_COLUMNS);
  if (!row) return;
  await cutOffSteps(trx, runId);
  await releaseRun(trx, runId, 'ours');
  await recordEvent(trx, runId, 'run.failed', said);
  await kind.hooks?.failed?.(trx, toRunRef(row as RefRow));
}

interface Completion {
  readonly runId: string;
  /** What the envelope and whoever asked will read of it. */
  readonly result?: unknown;
  /** How much of what is reserved it has cost. Left out: all of it. */
  readonly share?: (reserved: number) => number;
  /** Whether a unit of the plan is used up by what was delivered. Left out: it is. */
  readonly isUnitUsed?: boolean;
  /** How many of the plan's units, where it may be less than all that are set aside. */
  readonly units?: number;
  /** Its owner ended it early and keeps what there is. */
  readonly stopped?: boolean;
}

/**
 * Ends a run well and charges it, in the transaction of its last step, which holds its row. One that goes on after a failure may be waiting
 * for its turn when it is stopped and kept.
 * @returns in words what was charged, for the log
 */
export async function completeRun(
  trx: Knex.Transaction,
  { runId, result, share = (reserved) => reserved, isUnitUsed = true, units, stopped = false }: Completion,
): Promise<{ charge: Sentence }> {
  const { charged, said } = await chargeRun(trx, { runId, share, isUnitUsed, units, stopped });
  const [row] = await trx('run')
    .where({ id: runId })
    .whereIn('status', ['queued', 'running'])
    .update({
      status: 'completed',
      stage: 'done',
      progress: 100,
      ...(result !== undefined && { result: JSON.stringify(result) }),
      stopped,
      is_parked: false,
      tokens_charged: charged,
      finished_at: trx.fn.now(),
    })
    .returning(REF_COLUMNS);
  if (row) await runKind(row.kind).hooks?.completed?.(trx, toRunRef(row as RefRow));
  return { charge: said };
}

/**
 * Ends what waits and runs of a run that ends before all of it was done, in its transaction. Nobody takes these steps over any more, so
 * the calls they had begun are recorded here as lost: a worker that lives puts its own figures there when its heartbeat has cut the call,
 * and one that was killed never does.
 */
export async function cutOffSteps(trx: Knex.Transaction, runId: string): Promise<void> {
  const cut = await cancelSteps(trx, runId);
  if (cut.length === 0) return;
  const run = await trx('run').where({ id: runId }).first('capped_id');
  await recordLostCalls(
    trx,
    cut.map(({ stepId, call }) => ({ call, accountId: run.capped_id, runId, stepId })),
  );
}
