import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { lessonsOf, type CourseContent, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { leadOf } from '#contract/platform/ai-services.ts';
import { LIBRARY } from '#contract/platform/authorship.ts';
import { addWrittenPractice, addWrittenText } from '#domain/generation/lessons/written-lesson.commands.ts';
import { rewritePlan } from '#domain/generation/rewrites/rewrite-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { addRun } from '#domain/platform/runs/accept-run.command.ts';
import { addFinishedStep } from '#domain/platform/steps/step.commands.ts';
import { COURSE_EDIT_KIND, type CourseEditRequest } from './course-edit.kind.ts';

interface Finished {
  readonly accountId: string;
  /** The run that has written the course. */
  readonly runId: string;
  readonly courseId: string;
  readonly form: CourseForm;
  readonly content: CourseContent;
  readonly plan: CoursePlan;
  readonly requestId: string;
}

/** With fewer lessons there is nothing that one of them could contradict. */
const FEWEST_LESSONS = 2;

/**
 * Starts the editor of a course in the transaction that completes it, so that the course can be read before the editor has come. It begins
 * with the texts of that moment. A course of the demo library, which people have edited as a whole, has no editor, nor has a course for a
 * creator's desk, which has taken over its lessons by then.
 */
export async function startEditing(trx: Knex.Transaction, course: Finished): Promise<void> {
  const { accountId, courseId, form, content } = course;
  const lessons = lessonsOf(content);
  const isOfLibrary = lessons.every(({ of_library: isGiven }) => isGiven);
  if (isOfLibrary || form.creator_course_id || lessons.length < FEWEST_LESSONS) return;
  const request: CourseEditRequest = { ...form, review_only: true };
  await addRun(trx, {
    kind: COURSE_EDIT_KIND,
    accountId,
    request,
    subject: form.topic,
    title: content.title,
    requestId: course.requestId,
    parentId: course.runId,
    fingerprint: null,
    dedupeKey: null,
    async begin(_, runId) {
      const plan = rewritePlan(
        content,
        course.plan,
        lessons.map(({ lesson_id: id }) => id),
      );
      await trx('course_run').insert({ run_id: runId, target_course_id: courseId, plan: JSON.stringify(plan) });
      for (const lesson of lessons) await addTexts(trx, runId, lesson);
    },
  });
}

/** Adds a finished lesson as the steps that have led to it, from which `assembleLesson` makes the same again. */
async function addTexts(trx: Knex.Transaction, runId: string, lesson: LessonContent): Promise<void> {
  const { lesson_id: itemId, workshop, notes } = lesson;
  const keys = lessonKeys(itemId);
  await addWrittenText(trx, runId, lesson, notes);
  if (!notes.includes('no_practice')) await addWrittenPractice(trx, runId, lesson);
  if (workshop)
    await addFinishedStep(trx, runId, { job: 'write-workshop', key: keys.workshop, itemId, service: null, output: { workshop } });
  await addFinishedStep(trx, runId, { job: 'review-lesson', key: keys.check, itemId, ...checkOf(lesson) });
}

/** Returns the check to which a lesson owes what it has; without a second voice, that of its own. */
function checkOf({ quiz, workshop, citations = [], written_by, written_with, reviewed_by, reviewed_with, of_library }: LessonContent) {
  const asked = [...quiz, ...(workshop?.steps ?? []).filter(({ field }) => field !== null)];
  const by = reviewed_by !== null ? reviewed_with : of_library ? LIBRARY : written_with;
  const judged = citations.flatMap(({ marker, state }) =>
    state === 'supported' || state === 'unsupported' ? [{ marker, reason: '', ok: state === 'supported' }] : [],
  );
  return {
    // a verdict counts only with its service; the library's is named by nobody
    service: reviewed_by ?? written_by ?? leadOf('review'),
    output: {
      verdict: 'accept',
      findings: [],
      question_verdicts: asked.map(({ id }) => ({ question_id: id, ok: true, reason: '' })),
      is_blind: true,
      ...(judged.length > 0 && { citation_verdicts: judged }),
      ...(by && { by }),
      ...(reviewed_by === null && !of_library && { own_voice: true }),
    },
  };
}
