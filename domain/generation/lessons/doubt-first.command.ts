import type { Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { twinFailure } from '#domain/generation/checks/check-duplicates.ts';
import { surelyTeaches } from '#domain/generation/checks/check-subject.ts';
import { numberOf, placedLessons, recalledLesson, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { workshopPlaces } from '#domain/generation/workshop/workshop-lesson.ts';
import { transact } from '#domain/platform/database.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { noteReopening, reopenSteps } from '#domain/platform/steps/step.commands.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';
import { discardCall } from '#domain/vendors/llm/call.commands.ts';
import { failedTry } from '#domain/vendors/llm/outage-patience.ts';

interface First {
  readonly service: Service;
  readonly call_id: string | null;
  readonly tried: FailedAttempt[];
  readonly content: string;
  readonly sketch: number[];
  readonly by: Authorship | null;
  readonly notes: LessonNote[] | null;
  /** Earlier texts of the lesson that were also sent for other lessons. */
  readonly nobodys: number[][] | null;
}

/**
 * Doubts the lesson that first had a text which the same address has now sent for another lesson, as a cache would: the first to arrive
 * need not be the one the text was written for. Unless the text surely teaches that lesson, the lesson is written again with all steps that
 * depend on it, and the text counts for no lesson in the rest of the run.
 * @param lessonId of the lesson that is stored with the text
 */
export async function doubtFirst({ runId, kind }: Pick<ClaimedStep, 'runId' | 'kind'>, lessonId: string): Promise<void> {
  const reopened = await transact(async (trx) => {
    await lockRun(trx, runId);
    const run: { plan: CoursePlan | null } | undefined = await trx('course_run').where({ run_id: runId }).first('plan');
    const placed = run?.plan ? placedLessons(run.plan) : [];
    const doubted = placed.find(({ planned }) => planned.lesson_id === lessonId);
    const { write, ...others } = lessonKeys(lessonId);
    const [first] = await rowsOf<First>(
      trx,
      sql`select service, call_id, tried, output->>'content' as content, output->'sketch' as sketch, output->'by' as by, output->'notes' as notes, payload->'nobodys' as nobodys
            from step where run_id = ${runId} and key = ${write} and state = 'completed' and output->'sketch' is not null`,
    );
    if (!run?.plan || !doubted || !first) return [];
    const { plan } = run;
    if (
      surelyTeaches(
        first.content,
        lessonId,
        placed.map(({ planned }) => planned),
      )
    )
      return [];
    // the next lesson's quiz recalls what this one taught
    const recalling = placed.filter((one) => recalledLesson(plan, one)?.lesson_id === lessonId);
    const asking = recalling.flatMap(({ planned }) => {
      const { write: _text, ...practice } = lessonKeys(planned.lesson_id);
      return Object.values(practice);
    });
    const keys = [write, ...Object.values(others), ...asking, ...workshopKeys(plan, lessonId)];
    await reopenSteps(trx, { runId, keys, states: ['queued', 'running', 'completed', 'failed'] });
    const failure = twinFailure(first.service, first.notes ?? []);
    failure.model = first.by?.model ?? null;
    await noteReopening(
      trx,
      { runId, key: write },
      { tried: [...first.tried, failedTry(failure)], payload: { nobodys: [...(first.nobodys ?? []), first.sketch] } },
    );
    if (first.call_id) await rowsOf(trx, discardCall(first.call_id));
    const words = { lesson: numberOf(doubted), title: doubted.planned.title };
    const message = toSentence('Lesson {lesson}, {title}, is being rewritten because its text was also sent for another lesson.', words);
    await recordEvent(trx, runId, 'lesson.doubted', message);
    return advanceRun(trx, { id: runId, kind });
  });
  await dispatchOutbox(reopened);
}

/** Returns the keys of the workshop that was written from a lesson, and of the steps that have worked through it. */
function workshopKeys(plan: CoursePlan, lessonId: string): string[] {
  const place = workshopPlaces(plan).find(({ module }) => module.includes(lessonId));
  if (!place) return [];
  const { workshop, check, correct, recheck } = lessonKeys(place.lessonId);
  return [workshop, check, correct, recheck];
}
