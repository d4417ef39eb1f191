import type { Knex } from 'knex';
import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import type { ApprovedOutline } from '#contract/generation/run-control.contract.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { problem } from '#domain/generation/answers/answer-problem.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { checkUnsafe } from '#domain/generation/checks/check-unsafe.ts';
import { withdrawNotification } from '#domain/notifications/notification.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { titleInStage, unparkRun, amendRun } from '#domain/platform/runs/run.commands.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { rowsOf, sql, expression } from '#domain/platform/sql.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkOutline } from '#domain/generation/checks/check-outline.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { approvedPlan, followsOutline, outlineProblems } from './approved-plan.ts';
import { placedLessons, planFromOutline, planFromPartial, type CoursePlan } from './course-plan.ts';
import { outlineApprovalNotice } from './outline-approval-notice.ts';
import { outlineDocument, researchDocument } from '#domain/generation/prompts/documents.ts';
import { OUTLINE_SERVICES, RESEARCH_SERVICES } from '#domain/generation/answers/roles.ts';
import { outlineMaterial } from '#domain/generation/sources/source-material.queries.ts';
import { plannedMinutes } from '#domain/courses/content/lesson-minutes.queries.ts';
import { courseSize, orderedLessons } from './course-size.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { cutToOrder, tidyOutline, tidyResearch } from '#domain/generation/answers/tidy-answer.ts';

/** The streaming outline is stored at most this often. */
const SHOW_EVERY_MS = 250;

/** Drafts the outline; while it streams, the part received so far is shown on the run's page. */
export async function draftOutline(work: StepWork): Promise<void> {
  const { step } = work;
  const show = showPartialOutline(step.runId);
  const answer = await askForStep(work, {
    cast: OUTLINE_SERVICES,
    purpose: 'outline',
    prompt: 'draft-outline',
    variables: await outlineMaterial(step),
    schema: outlineDocument,
    tidy: tidyOutline,
    maxOutputTokens: 16_000,
    check: (value) => checkOutline(value, step.request),
    onPartial: show.next,
  });
  await show.settled();
  const drawn = planFromOutline(
    step.runId,
    cutToOrder(answer.value, courseSize(step.request)),
    plannedMinutes(courseSize(step.request).lesson_words),
  );
  const lessons = placedLessons(drawn).length;
  const lacking = Math.max(0, orderedLessons(step.request) - lessons);
  const plan = { ...drawn, ...(lacking > 0 && { lacking }) };
  const drafted = answer.value.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  await completeStep(step, {
    output: { lessons, notes: answer.notes },
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'outline.ready',
      message: outlineWords(answer.value.fewer_because.trim() ? orderedLessons(step.request) : lessons, {
        service: SERVICE_NAMES[answer.service],
        modules: plan.modules.length,
        lessons,
        drafted,
      }),
    },
    also: (trx) => savePlan(trx, step.runId, plan),
  });
}

/**
 * Returns the log line with the outline's size, and whether it has fewer lessons than requested because more would repeat others, or had
 * more than ordered.
 */
function outlineWords(
  asked: number,
  { drafted, ...values }: { service: string; modules: number; lessons: number; drafted: number },
): Sentence {
  if (drafted > values.lessons)
    return toSentence(
      '{service} drafted the outline. Modules: {modules}, lessons: {lessons}; {n, plural, one {# extra was} other {# extra were}} left out.',
      { ...values, n: drafted - values.lessons },
    );
  return values.lessons < asked
    ? toSentence(
        '{service} drafted the outline. Modules: {modules}, lessons: {lessons} instead of {asked}, because more would repeat each other.',
        {
          ...values,
          asked,
        },
      )
    : toSentence('{service} drafted the outline. Modules: {modules}, lessons: {lessons}.', values);
}

/**
 * Stores the streaming outline at intervals, one write at a time. Await `settled` before storing the final plan, or a late partial could
 * overwrite it.
 */
function showPartialOutline(runId: string): { next: (partial: unknown) => void; settled: () => Promise<void> } {
  let last = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let busy = false;
  let closed = false;
  const next = (partial: unknown) => {
    if (closed || busy || Date.now() - last < SHOW_EVERY_MS) return;
    const plan = planFromPartial(runId, partial);
    if (!plan) return;
    busy = true;
    last = Date.now();
    writing = rowsOf(
      database(),
      sql`with shown as (${titleInStage({ runId, title: plan.title, stage: 'outline' })})
          update course_run set plan = ${JSON.stringify(plan)}::jsonb from shown where run_id = shown.id`,
    )
      // only a preview: if the database is unavailable, the next one, or the finished outline, replaces it
      .catch(() => undefined)
      .finally(() => (busy = false));
  };
  return {
    next,
    settled: async () => {
      closed = true;
      await writing;
    },
  };
}

interface Keeping {
  readonly runId: string;
  readonly accountId: string;
  readonly draft: OutlineDraft;
  /** The version this draft is based on; 0 when none had been saved. */
  readonly baseVersion: number;
}

/**
 * Saves the learner's draft of an outline while the run waits for approval. An identical draft is no change, so a save whose answer was
 * lost may be repeated. It locks the run's row: once the outline is approved or the run stopped, no draft is saved.
 * @returns the current version
 * @throws ProductError not_found; run.not_waiting; course.version_conflict when another device has saved a draft since
 */
export async function keepOutlineDraft({ runId, accountId, draft, baseVersion }: Keeping): Promise<{ version: number }> {
  if (!isUuid(runId)) throw notFound('run');
  return transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run').where({ id: runId, account_id: accountId }).first('status', 'stage');
    if (!run) throw notFound('run');
    if (run.status !== 'running' || run.stage !== 'approval') throw new ProductError('run.not_waiting');
    const json = JSON.stringify(draft);
    const stored = await trx('outline_draft')
      .where({ run_id: runId })
      .first<{ version: number; is_same: boolean } | undefined>('version', expression(trx, sql`draft = ${json}::jsonb as is_same`));
    const version: number = stored?.version ?? 0;
    if (stored?.is_same) return { version };
    if (version !== baseVersion) throw new ProductError('course.version_conflict');
    await rowsOf(
      trx,
      sql`insert into outline_draft (run_id, version, draft) values (${runId}, 1, ${json}::jsonb)
          on conflict (run_id) do update set version = outline_draft.version + 1, draft = excluded.draft, updated_at = clock_timestamp()`,
    );
    return { version: version + 1 };
  });
}

/** Returns the version of the saved draft; 0 when there is none. */
async function savedVersion(trx: Knex.Transaction, runId: string): Promise<number> {
  return (await trx('outline_draft').where({ run_id: runId }).first('version'))?.version ?? 0;
}

/** Deletes the draft when the outline is approved or its run ends, in the same transaction. */
export async function dropOutlineDraft(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('outline_draft').where({ run_id: runId }).delete();
}

interface Approval {
  readonly runId: string;
  readonly accountId: string;
  readonly outline: ApprovedOutline;
  /** The version of the saved draft it is based on; omitted by clients without drafts. */
  readonly baseVersion?: number | undefined;
}

/**
 * Approves the outline of a waiting run, as the learner changed it. The run had freed its slot, so it returns to its place in the queue and
 * usually resumes at once. Approving the same outline again changes nothing.
 * @throws ProductError not_found; run.not_waiting when it does not wait for an approval; course.version_conflict when another device has
 * saved a draft since; validation.failed naming what is invalid
 */
export async function approveOutline({ runId, accountId, outline, baseVersion }: Approval): Promise<void> {
  if (!isUuid(runId)) throw notFound('run');
  await transact(async (trx) => {
    await lockRun(trx, runId);
    const run = await trx('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: runId, account_id: accountId })
      .first('status', 'stage', 'plan', 'approved_at', 'request');
    if (!run) throw notFound('run');
    if (run.status !== 'running' || run.stage !== 'approval') {
      if (run.approved_at && followsOutline(runId, run.plan, outline)) return;
      const isDrafting = ['queued', 'running'].includes(run.status) && run.request.review_outline && !run.approved_at;
      if (isDrafting) throw new ProductError('run.not_waiting', 'The outline is still being drafted. It can be approved when it is ready.');
      throw new ProductError('run.not_waiting');
    }
    if (baseVersion !== undefined && baseVersion !== (await savedVersion(trx, runId))) throw new ProductError('course.version_conflict');
    const errors = outlineProblems(run.plan, outline);
    if (errors.length > 0)
      throw new ProductError('validation.failed', 'A course cannot be written from this outline.', { data: { errors } });
    const plan = approvedPlan(runId, run.plan, outline);
    await savePlan(trx, runId, plan);
    await trx('course_run').where({ run_id: runId }).update({ approved_at: trx.fn.now() });
    await unparkRun(trx, runId);
    await withdrawNotification(trx, { accountId, cause: outlineApprovalNotice(runId) });
    await dropOutlineDraft(trx, runId);
    await recordEvent(
      trx,
      runId,
      'outline.approved',
      toSentence('You approved the outline. Modules: {modules}, lessons: {lessons}.', {
        modules: plan.modules.length,
        lessons: placedLessons(plan).length,
      }),
    );
  });
  await admitAfter('an approval');
}

/**
 * Researches current knowledge and practice, in parallel with the outline. Lessons wait for it, but a course is written without it if it
 * fails.
 */
export async function researchTopic(work: StepWork): Promise<void> {
  const answer = await askForStep(work, {
    cast: RESEARCH_SERVICES,
    purpose: 'research',
    prompt: 'research-topic',
    variables: {},
    schema: researchDocument,
    tidy: tidyResearch,
    maxOutputTokens: 4_000,
    check: (value) => [
      ...(value.current_practice.length + value.expert_insights.length > 0 ? [] : [problem('nothing was found')]),
      // the course displays it
      ...checkLanguage(textsOf(value), work.step.request.language_preference),
      ...checkUnsafe(value, work.step.request),
    ],
  });
  await completeStep(work.step, {
    output: {},
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'research.ready',
      message: toSentence('{service} gathered current practice and expert insights.', { service: SERVICE_NAMES[answer.service] }),
    },
    also: (trx) =>
      trx('course_run')
        .where({ run_id: work.step.runId })
        .update({ research: JSON.stringify(answer.value) }),
  });
}

/** Stores a run's plan and title, in the transaction that holds the run's row. */
export async function savePlan(trx: Knex.Transaction, runId: string, plan: CoursePlan): Promise<void> {
  await trx('course_run')
    .where({ run_id: runId })
    .update({ plan: JSON.stringify(plan) });
  await amendRun(trx, runId, { title: plan.title });
}
