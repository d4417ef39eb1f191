import type { Knex } from 'knex';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { addSteps } from '#domain/platform/steps/step.commands.ts';
import { failRun, readRunRef } from './complete-run.command.ts';
import { runKind } from './engine.ts';
import type { ChildCounts, OrderedStep } from './run-kind.ts';
import type { Run } from './run.model.ts';

/**
 * Locks a run's row before any part of the run changes. A command that ends a step locks the run first, so two steps that end together are
 * processed one after the other, and nothing holds a step's lock while waiting for the run (that would deadlock with a failing run). It is
 * not a key lock: rows that merely reference the run (usage, log) need not wait.
 */
export async function lockRun(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('run').where({ id: runId }).forNoKeyUpdate().first('id');
}

/** Number of children by status, as a jsonb expression over `run`. */
export const CHILDREN_SQL = sql`(select jsonb_build_object(
  'queued', count(*) filter (where child.status = 'queued'), 'running', count(*) filter (where child.status = 'running'),
  'completed', count(*) filter (where child.status = 'completed'), 'failed', count(*) filter (where child.status = 'failed'),
  'cancelled', count(*) filter (where child.status = 'cancelled')) from run child where child.parent_id = run.id)`;

interface Advancing extends Pick<Run, 'lane' | 'status' | 'stage' | 'progress' | 'is_parked'> {
  readonly context: unknown;
  readonly children: ChildCounts | null;
  readonly steps: readonly OrderedStep[] | null;
}

/**
 * Advances a run after one of its steps has ended, in the same transaction: asks its kind which steps may start now and adds them, raises
 * stage and progress (never lowers them), or fails the run. The caller holds the run's lock (`lockRun`).
 * @returns ids of the new steps: dispatch them after the commit
 */
export async function advanceRun(trx: Knex.Transaction, { id: runId, kind: name }: { id: string; kind: string }): Promise<string[]> {
  const kind = runKind(name);
  const { context, join, step } = kind.source ?? {};
  // outputs are read only if the kind's `order` needs them: they may be long, and this query runs whenever a step ends
  const [run] = await rowsOf<Advancing>(
    trx,
    sql`select run.lane, run.status, run.stage, run.progress, run.is_parked, ${context ?? sql`null::jsonb`} as context,
            ${kind.hasChildren ? CHILDREN_SQL : sql`null::jsonb`} as children,
            (select jsonb_agg(jsonb_build_object('key', step.key, 'state', step.state, 'service', step.service, 'tried', step.tried,
                                                 'passed_over', step.passed_over, 'error_code', step.error_code)${step ? sql` || ${step}` : empty})
               from step where step.run_id = run.id) as steps
       from run ${join ?? empty} where run.id = ${runId}`,
  );
  if (run?.status !== 'running') return [];
  const order = kind.order(run.context, run.steps ?? [], run.children);
  if (order.failed) {
    await failRun(trx, { id: runId, kind: name }, order.failed.code, order.failed.tried);
    return [];
  }
  if (!kind.stages.includes(order.stage)) throw new Error(`a run of kind ${name} has no stage ${order.stage}`);
  const isParked = kind.parkedStages?.includes(order.stage) ?? false;
  if (order.stage !== run.stage || order.progress > run.progress || isParked !== run.is_parked)
    await trx('run')
      .where({ id: runId })
      .update({ stage: order.stage, progress: Math.max(run.progress, order.progress), is_parked: isParked });
  if (order.stage !== run.stage && kind.hooks?.entered) {
    const ref = await readRunRef(trx, runId);
    if (ref) await kind.hooks.entered(trx, ref, order.stage);
  }
  return addSteps(trx, { id: runId, lane: run.lane }, order.add);
}
