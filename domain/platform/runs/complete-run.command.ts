import type { Knex } from 'knex';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import { inEnglish, toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { cancelSteps } from '#domain/platform/steps/step.commands.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { chargeRun, releaseRun } from './charge-run.command.ts';
import { runCalls, runKind, tellRunEnd, type EndedRun } from './engine.ts';
import { recordEvent } from './run-event.ts';
import type { RunRef } from './run-kind.ts';
import type { Run } from './run.model.ts';

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

/** Converts a row of `run`. */
export const toRunRef = ({ account_id: accountId, notified_id: notifiedId, ...row }: RefRow): RunRef => ({
  id: row.id,
  kind: row.kind,
  accountId,
  notifiedId,
  subject: row.subject,
  title: row.title,
  request: row.request,
});

/** Reads the reference of a run; null for an unknown run. */
export async function readRunRef(trx: Knex.Transaction, runId: string): Promise<RunRef | null> {
  const row: RefRow | undefined = await trx('run').where({ id: runId }).first(REF_COLUMNS);
  return row ? toRunRef(row) : null;
}

/** Fails a live run: stores an error code for its owner, the fault and all attempts for operators, and cancels its queued steps. */
export async function failRun(
  trx: Knex.Transaction,
  { id: runId, kind: name }: { id: string; kind: string },
  code: ErrorCode,
  tried: readonly FailedAttempt[],
): Promise<void> {
  const kind = runKind(name);
  const last = tried.at(-1);
  const said = last?.code === code ? last.sentence : undefined;
  const message = kind.reasons?.[code] ?? said ?? toSentence(ERRORS[code].title);
  const [row] = await trx('run')
    .where({ id: runId, status: 'running' })
    .update({
      status: 'failed',
      error_code: code,
      error_detail: inEnglish(message),
      operator_detail: JSON.stringify(tried),
      is_parked: false,
      finished_at: trx.fn.now(),
    })
    .returning([...REF_COLUMNS, 'parent_id']);
  if (!row) return;
  await announceEnd(trx, { ...row, status: 'failed', error_code: code });
  await abortSteps(trx, runId);
  await releaseRun(trx, runId, 'ours');
  await recordEvent(trx, runId, 'run.failed', message);
  await kind.hooks?.failed?.(trx, toRunRef(row as RefRow));
}

interface Ended extends Pick<Run, 'id' | 'kind' | 'account_id' | 'parent_id'> {
  readonly status: EndedRun['status'];
  readonly error_code?: ErrorCode;
}

/**
 * Announces the work that becomes due when a run ends: the next run may start, and its parent or children may have to follow. Notifies the
 * run's listeners.
 */
export async function announceEnd(
  trx: Knex.Transaction,
  { id, kind, account_id: accountId, parent_id: parentId, ...end }: Ended,
): Promise<void> {
  await tellRunEnd(trx, { id, kind: kind as RunKindName, accountId, status: end.status, errorCode: end.error_code ?? null });
  await announceJob(trx, 'admission');
  if (parentId !== null || runKind(kind).hasChildren) await announceJob(trx, 'parents');
}

interface Completion {
  readonly runId: string;
  /** The result for the envelope and waiting callers. */
  readonly result?: unknown;
  /** The charged share of the reservation. Default: all. */
  readonly share?: (reserved: number) => number;
  /** Whether the result uses up a unit of the plan. Default: yes. */
  readonly isUnitUsed?: boolean;
  /** Number of the plan's units used, if it may be less than the reserved number. */
  readonly units?: number;
  /** The owner stopped it early and keeps the finished work. */
  readonly stopped?: boolean;
}

/**
 * Completes a run and charges it, in the transaction of its last step, which holds its row. A retried run may still be queued when it is
 * stopped with its work kept.
 * @returns a sentence about the charge, for the log
 */
export async function completeRun(
  trx: Knex.Transaction,
  { runId, result, share = (reserved) => reserved, isUnitUsed = true, units, stopped = false }: Completion,
): Promise<{ charge: Sentence }> {
  const { charged, message } = await chargeRun(trx, { runId, share, isUnitUsed, units, stopped });
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
    .returning([...REF_COLUMNS, 'parent_id']);
  if (row) await announceEnd(trx, { ...row, status: 'completed' });
  if (row) await runKind(row.kind).hooks?.completed?.(trx, toRunRef(row as RefRow));
  return { charge: message };
}

/**
 * Ends the queued and running steps of a run that ends early, in its transaction. No worker takes them over any more, so calls in progress
 * are recorded as lost. A living worker overwrites that record with the actual usage once its heartbeat has aborted the call; a killed one
 * never does.
 */
export async function abortSteps(trx: Knex.Transaction, runId: string): Promise<void> {
  const cut = await cancelSteps(trx, runId);
  if (cut.length === 0) return;
  const run = await trx('run').where({ id: runId }).first('capped_id');
  await runCalls().recordLost(
    trx,
    cut.map(({ stepId, call }) => ({ call, accountId: run!.capped_id, runId, stepId })),
  );
}
