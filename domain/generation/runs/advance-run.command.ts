import type { Knex } from 'knex';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import type { RunStage } from '#contract/platform/status.contract.ts';
import { inEnglish, say, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { Try } from '#domain/platform/steps/step.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { addSteps } from '#domain/platform/steps/add-steps.command.ts';
import { releaseRun } from './charge-run.command.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { cutOffSteps } from './cut-off-steps.command.ts';
import { outlineWaits } from '#domain/generation/outline/outline-waits.ts';
import { recordEvent } from './run-event.ts';
import { failureOf, type FailedStep } from '#domain/generation/answers/run-failure.ts';
import { stageOrder, type StepSummary } from './stage-order.ts';

/**
 * Takes the run's row before anything of the run is changed. Whoever ends a step takes it first: two steps that end together are seen
 * one after the other, and nobody holds a step while waiting for the run (a deadlock with the failure of the run). No key lock: rows that
 * merely point to the run (usage, log) need not wait for it.
 */
export async function lockRun(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('run').where({ id: runId }).forNoKeyUpdate().first('id');
}

interface Advancing {
  readonly kind: 'course' | 'lesson';
  readonly lane: string;
  readonly plan: CoursePlan | null;
  readonly status: string;
  readonly stage: RunStage;
  readonly progress: number;
  readonly gated: boolean;
  readonly practice_only: boolean;
  readonly steps: readonly (StepSummary & FailedStep)[] | null;
}

/** How the keys of those steps begin that a run fails with. */
const CULPRITS = { outline: 'outline', no_lessons: 'lesson:', practice: 'practice:', assembly: '' } as const;

/**
 * Moves a run on after one of its steps has ended, in the transaction that ended it: asks `stageOrder` what may start now and adds it,
 * raises stage and milestone (never back), or fails the run. The caller holds the run's row (`lockRun`).
 * @returns ids of the new steps: dispatch them after the commit
 */
export async function advanceRun(trx: Knex.Transaction, runId: string): Promise<string[]> {
  // what a step has written is opened only where the order asks for it: texts of lessons are long, and this is read whenever a step ends
  const { rows } = await trx.raw(
    `select id, kind, lane, plan, status, stage, progress,
            kind = 'course' and approved_at is null and coalesce((request->>'review_outline')::boolean, false) as gated,
            coalesce((request->>'practice_only')::boolean, false) as practice_only,
            (select jsonb_agg(jsonb_build_object('key', key, 'state', state, 'service', service, 'tried', tried, 'passed_over', passed_over, 'error_code', error_code,
                                                 'verdict', case when job = 'review-lesson' then output->>'verdict' end,
                                                 'questions', case when job = 'write-practice' then jsonb_array_length(output->'quiz')
                                                                   when job in ('review-lesson','correct-lesson') then jsonb_array_length(output->'question_verdicts') end,
                                                 'isChanged', case when job = 'correct-lesson' then jsonb_exists(output, 'content') end))
               from step where run_id = run.id) as steps
       from run where id = ?`,
    [runId],
  );
  const run = rows[0] as Advancing | undefined;
  if (run?.status !== 'running') return [];
  const steps = run.steps ?? [];
  const order = stageOrder(run.plan, steps, { gated: run.gated, kind: run.kind, practiceOnly: run.practice_only });
  if (order.failed) {
    const culprits = steps.filter((step) => step.state === 'failed' && step.key.startsWith(CULPRITS[order.failed!]));
    await failRun(
      trx,
      runId,
      failureOf(order.failed, culprits),
      culprits.flatMap((step) => step.tried),
    );
    return [];
  }
  if (order.stage !== run.stage || order.progress > run.progress)
    await trx('run')
      .where({ id: runId })
      .update({ stage: order.stage, progress: Math.max(run.progress, order.progress) });
  if (order.stage === 'approval' && run.stage !== 'approval') await announceOutline(trx, runId);
  return addSteps(trx, { id: runId, lane: run.lane }, order.add);
}

async function announceOutline(trx: Knex.Transaction, runId: string): Promise<void> {
  const { account_id: accountId, title } = await trx('run').where({ id: runId }).first('account_id', 'title');
  await recordEvent(trx, runId, 'outline.waiting', say('The outline is ready for you to check. Writing waits for your approval.'));
  await addNotification(trx, { accountId, kind: 'outline.waiting', cause: outlineWaits(runId), subject: title, taskId: runId });
}

const REASONS: Partial<Record<ErrorCode, Sentence>> = {
  'vendors.failed': say('No AI service could do it, each for reasons of its own. Nothing was charged. Please try again.'),
  'run.no_lessons': say('The outline was written, but no lesson could be, for different reasons. Nothing was charged.'),
  'vendors.all_down': say('None of the AI services answered. Nothing was charged. Please try again in a few minutes.'),
  'vendors.refused': say('The AI services declined to write about this topic. Nothing was charged. Please change the topic or the goals.'),
  'vendors.broken_output': say('The AI services gave answers that could not be used. Nothing was charged. Please try again.'),
  'spend.user_cap': say('Your generation allowance for today is used up. Nothing was charged. It renews at midnight UTC.'),
  'spend.install_cap': say('Generation is paused for today. Nothing was charged. It goes on at midnight UTC.'),
  internal: say('Something went wrong on our side. Nothing was charged. Please try again.'),
};

/** The cause of the notification that a run has failed. */
export const runFailed = (runId: string): string => `run.failed:${runId}`;

/** Ends a live run as failed: coded reason for the learner, all tries for the operator, waiting steps cancelled. */
export async function failRun(trx: Knex.Transaction, runId: string, code: ErrorCode, tried: readonly Try[]): Promise<void> {
  const said = REASONS[code] ?? say(ERRORS[code].title);
  const [run] = await trx('run')
    .where({ id: runId, status: 'running' })
    .update({
      status: 'failed',
      error_code: code,
      error_detail: inEnglish(said),
      operator_detail: JSON.stringify(tried),
      finished_at: trx.fn.now(),
    })
    .returning(['account_id', 'title', 'topic', trx.raw(`request->'practice_only' is not null as practice_only`)]);
  if (!run) return;
  await cutOffSteps(trx, { runId, accountId: run.account_id });
  await releaseRun(trx, runId, 'ours');
  await recordEvent(trx, runId, 'run.failed', said);
  await addNotification(trx, {
    accountId: run.account_id,
    kind: run.practice_only ? 'run.practice_failed' : 'run.failed',
    cause: runFailed(runId),
    subject: run.title ?? run.topic,
    taskId: runId,
  });
}
