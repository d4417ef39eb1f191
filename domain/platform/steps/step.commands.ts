import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Service } from '#contract/platform/status.contract.ts';
import type { JobName } from '#queues/registry.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Step } from './step.model.ts';
import type { CallBegun, StepHold, FailedAttempt, StepState } from './step.ts';

export interface NewStep {
  readonly job: JobName;
  /** Identifies the step within its run, e.g. `lesson:2_1`. Unique in the run: adding it twice adds it once. */
  readonly key: string;
  /** The item it works on, e.g. a lesson's id. */
  readonly itemId?: string | undefined;
  /** The item's display name for people who inspect the queue, e.g. `2.1 How bees see`. */
  readonly label?: string | undefined;
  /** The job's input besides the run's request. Default: none; for a step that is added again, its previous input. */
  readonly payload?: unknown;
}

/**
 * Adds steps to a run together with their outbox rows, in the caller's transaction. Keys the run already has are skipped, so repeating an
 * advance after a crash adds nothing twice; a reopened step starts again. After the commit call `dispatchOutbox` with the ids (the fast
 * path); if the process crashes before that, the sweep dispatches them.
 * @returns ids of the steps that were added or start again
 */
export async function addSteps(trx: Knex.Transaction, run: { id: string; lane: string }, steps: readonly NewStep[]): Promise<string[]> {
  if (steps.length === 0) return [];
  const added = await rowsOf<Pick<Step, 'id'>>(
    trx,
    sql`with added as (
       insert into step (id, run_id, job, key, item_id, label, payload)
       select * from unnest(${steps.map(() => uuidv7())}::uuid[], ${steps.map(() => run.id)}::uuid[], ${steps.map(({ job }) => job)}::text[],
                            ${steps.map(({ key }) => key)}::text[], ${steps.map(({ itemId = null }) => itemId)}::uuid[],
                            ${steps.map(({ label = null }) => label)}::text[],
                            ${steps.map(({ payload }) => (payload === undefined ? null : JSON.stringify(payload)))}::jsonb[])
       on conflict (run_id, key) do update
          set state = 'queued', dispatch = step.dispatch + 1, dispatched_at = now(), due_at = now(), created_at = now(), look_until = null,
              payload = coalesce(excluded.payload, step.payload)
        where step.state = 'cancelled'
       returning id, dispatch, job, due_at
     ), announced as (
       insert into outbox (step_id, dispatch, job, lane, due_at) select id, dispatch, job, ${run.lane}, due_at from added
     )
     select id from added`,
  );
  return added.map(({ id }) => id);
}

/** A step whose result is already known. */
interface FinishedStep extends Pick<NewStep, 'job' | 'key' | 'itemId' | 'label'> {
  readonly service: Service | null;
  readonly output: unknown;
  /** The vendor call that gave its output together with others, and the hash of that call's input. */
  readonly callId?: string;
  readonly inputHash?: string;
}

/** Adds a finished step to a run, in the caller's transaction: work done before the run, or by another step, is not repeated. */
export async function addFinishedStep(
  trx: Knex.Transaction,
  runId: string,
  { output, itemId, callId, inputHash, ...step }: FinishedStep,
): Promise<void> {
  const row = {
    ...step,
    id: uuidv7(),
    run_id: runId,
    item_id: itemId ?? null,
    call_id: callId ?? null,
    input_hash: inputHash ?? null,
    state: 'completed',
    finished_at: trx.fn.now(),
    output: JSON.stringify(output),
  };
  // a step that a retry or a doubt has reopened keeps its id, to which its earlier calls belong
  const { id: _, ...again } = row;
  await trx('step').insert(row).onConflict(['run_id', 'key']).merge(again).where('step.state', 'cancelled');
}

/** Changes parts of a finished step's output, in the caller's transaction. Does nothing without such a step, or one without a result. */
export async function changeOutput(
  trx: Knex.Transaction,
  { runId, key, changes }: { readonly runId: string; readonly key: string; readonly changes: object },
): Promise<void> {
  const output = expression(trx, sql`output || ${JSON.stringify(changes)}::jsonb`);
  await trx('step').where({ run_id: runId, key }).whereNotNull('output').update({ output });
}

/**
 * Copies a finished step of another run, with its result, in the transaction that creates the run. Does nothing without such a step.
 * @param unless a condition over `step` under which it is not copied
 */
export async function copyFinishedStep(
  trx: Knex.Transaction,
  runId: string,
  { fromRun, key, unless }: { readonly fromRun: string; readonly key: string; readonly unless: Sql },
): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into step (id, run_id, item_id, state, finished_at, job, key, service, output)
        select ${uuidv7()}::uuid, ${runId}::uuid, item_id, state, now(), job, key, service, output from step
         where run_id = ${fromRun} and key = ${key} and state = 'completed' and output is not null and not ${unless}`,
  );
}

/** A step that was ended while queued or running, and the newest call it had started. */
interface CutStep {
  readonly stepId: string;
  readonly call: CallBegun;
}

/** Deletes queued and running steps of a run whose work is obsolete, in the transaction that locks the run. */
export async function dropLiveSteps(trx: Knex.Transaction, runId: string, keys: readonly string[]): Promise<void> {
  await trx('step').where({ run_id: runId }).whereIn('key', keys).whereIn('state', ['queued', 'running']).del();
}

/** Revokes a completed step whose result is gone; when it is added again, it starts again. */
export async function revokeStep(trx: Knex.Transaction, runId: string, key: string): Promise<void> {
  await trx('step').where({ run_id: runId, key, state: 'completed' }).update({ state: 'cancelled' });
}

/**
 * Ends all queued and running steps of a run, in the caller's transaction: a worker that holds one can no longer write, and its heartbeat
 * aborts the call.
 * @returns the steps that had started a call, which may be finished, in progress, or lost with its worker
 */
export async function cancelSteps(trx: Knex.Transaction, runId: string): Promise<CutStep[]> {
  const cut: { id: string; call_begun: CallBegun | null }[] = await trx('step')
    .where({ run_id: runId })
    .whereIn('state', ['queued', 'running'])
    .update({ state: 'cancelled', answer: null, finished_at: trx.fn.now(), lease_until: null, worker: null })
    .returning(['id', 'call_begun']);
  return cut.flatMap(({ id, call_begun: call }) => (call ? [{ stepId: id, call }] : []));
}

interface Reopening {
  readonly runId: string;
  /** Which of them; default: all. */
  readonly keys?: readonly string[];
  /**
   * Default: steps that failed permanently. Completed steps can be repeated if their result was unusable, and live steps that build on it.
   */
  readonly states?: readonly StepState[];
}

/**
 * Resets steps of a run to untried, in the caller's transaction: the run's `order` may add them again (`addSteps`).
 * @returns their keys
 */
export async function reopenSteps(trx: Knex.Transaction, { runId, keys, states = ['failed'] }: Reopening): Promise<string[]> {
  const reopened: { key: string }[] = await trx('step')
    .where({ run_id: runId })
    .whereIn('state', states)
    .modify((steps) => void (keys && steps.whereIn('key', keys)))
    .update({
      state: 'cancelled',
      tried: '[]',
      passed_over: '{}',
      service: null,
      fallback: null,
      error_code: null,
      error_detail: null,
      started_at: null,
      finished_at: null,
      look_until: null,
      answer: null,
      lease_until: null,
      worker: null,
    })
    .returning('key');
  return reopened.map(({ key }) => key);
}

/** Stores why a reopened step starts again, and the facts it needs for that, in the caller's transaction. */
export async function noteReopening(
  trx: Knex.Transaction,
  { runId, key }: { runId: string; key: string },
  { tried, payload }: { tried: readonly FailedAttempt[]; payload: unknown },
): Promise<void> {
  await trx('step')
    .where({ run_id: runId, key })
    .update({ tried: JSON.stringify(tried), payload: JSON.stringify(payload) });
}

/** Stores the failed tries of a held step that is completed nonetheless, in the transaction that completes it. */
export async function noteTries(trx: Knex.Transaction, { stepId, fence }: StepHold, tried: readonly FailedAttempt[]): Promise<void> {
  await trx('step')
    .where({ id: stepId, fence })
    .update({ tried: JSON.stringify(tried) });
}

/** Thrown when a worker writes with an outdated fencing number: another worker has taken over. */
export class StepLost extends Error {
  constructor(stepId: string) {
    super(`step ${stepId} was taken over or ended`);
    this.name = 'StepLost';
  }
}

/** The result of a step. */
export interface StepResult {
  readonly output: unknown;
  readonly service?: string | null;
  readonly inputHash?: string;
  /** The vendor call that gave this answer. */
  readonly callId?: string;
}

/**
 * Marks held steps completed, in the caller's transaction and in one statement.
 * @returns the ids of steps that were still held; the others were taken over or ended, and do not change
 */
export async function finishSteps(
  trx: Knex.Transaction,
  steps: readonly { readonly hold: StepHold; readonly result: StepResult }[],
): Promise<ReadonlySet<string>> {
  const finished = await rowsOf<Pick<Step, 'id'>>(
    trx,
    sql`update step set state = 'completed', output = done.output::jsonb, service = done.service, input_hash = done.input_hash, call_id = done.call_id,
            fallback = null, answer = null, finished_at = clock_timestamp(), lease_until = null, worker = null
       from unnest(${steps.map(({ hold }) => hold.stepId)}::uuid[], ${steps.map(({ hold }) => hold.fence)}::int[],
                   ${steps.map(({ result }) => JSON.stringify(result.output))}::text[],
                   ${steps.map(({ result }) => result.service ?? null)}::text[],
                   ${steps.map(({ result }) => result.inputHash ?? null)}::text[],
                   ${steps.map(({ result }) => result.callId ?? null)}::uuid[]) as done(id, fence, output, service, input_hash, call_id)
      where step.id = done.id and step.fence = done.fence and step.state = 'running'
     returning step.id`,
  );
  return new Set(finished.map(({ id }) => id));
}

/** Marks one held step completed, in the caller's transaction. @throws StepLost: the transaction must then roll back */
export async function finishStep(trx: Knex.Transaction, hold: StepHold, result: StepResult): Promise<void> {
  const finished = await finishSteps(trx, [{ hold, result }]);
  if (!finished.has(hold.stepId)) throw new StepLost(hold.stepId);
}

/** Marks a held step failed for good, with an error code for users and the detail for operators. @throws StepLost */
export async function failStep(
  trx: Knex.Transaction,
  hold: StepHold,
  failure: { code: string; detail: string; tried: readonly FailedAttempt[] },
): Promise<void> {
  const changed = await trx('step')
    .where({ id: hold.stepId, fence: hold.fence, state: 'running' })
    .update({
      state: 'failed',
      answer: null,
      error_code: failure.code,
      error_detail: failure.detail.slice(0, 2000),
      tried: JSON.stringify(failure.tried),
      finished_at: trx.fn.now(),
      lease_until: null,
      worker: null,
    });
  if (changed === 0) throw new StepLost(hold.stepId);
}
