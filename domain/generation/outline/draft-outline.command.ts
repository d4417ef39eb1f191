import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { titleInStage } from '#domain/platform/runs/amend-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkOutline } from '#domain/generation/checks/check-outline.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { placedLessons, planFromOutline, planFromPartial } from './course-plan.ts';
import { savePlan } from './save-plan.command.ts';
import { outlineDocument } from '#domain/generation/prompts/documents.ts';
import { OUTLINE_SERVICES } from '#domain/generation/answers/roles.ts';
import { outlineMaterial } from '#domain/generation/sources/source-material.queries.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { tidyOutline } from '#domain/generation/answers/tidy-answer.ts';

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
  const plan = planFromOutline(step.runId, answer.value);
  const lessons = placedLessons(plan).length;
  await completeStep(step, {
    output: { lessons, notes: answer.notes },
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'outline.ready',
      message: toSentence('{service} drafted the outline. Modules: {modules}, lessons: {lessons}.', {
        service: SERVICE_NAMES[answer.service],
        modules: plan.modules.length,
        lessons,
      }),
    },
    also: (trx) => savePlan(trx, step.runId, plan),
  });
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
