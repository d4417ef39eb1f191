import { buildForm } from '#domain/courses/content/course.factory.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { failStep } from '#domain/platform/steps/step.commands.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { placedLessons, planFromOutline } from '#domain/generation/outline/course-plan.ts';
import type { LessonDocument, OutlineDocument } from '#domain/generation/prompts/documents.ts';
import { lessonKeys } from './stage-order.ts';
import type { CourseStep } from '#domain/generation/answers/ask-for-step.ts';
import { savePlan } from '#domain/generation/outline/outline.commands.ts';
import { startRun } from './course-run.commands.ts';

/** The fields of an outline that plans nothing beyond its lessons. */
export const UNPLANNED = {
  final_task: { title: '', task: '', points: [], solution: '' },
  thread: { kind: 'case', name: '', summary: '', facts: [], own: '' },
  conventions: [],
  terms: [],
  fewer_because: '',
} satisfies Partial<OutlineDocument>;

type OutlineLesson = OutlineDocument['modules'][number]['lessons'][number];

/** Builds a lesson of an outline. */
export const buildOutlineLesson = (title: string, part: Partial<OutlineLesson> = {}): OutlineLesson => ({
  title,
  summary: '',
  kind: 'idea',
  objectives: [],
  assumes: [],
  adds: [],
  leaves: [],
  thread: '',
  work_minutes: 0,
  ...part,
});

/** Builds an outline of some modules with some lessons each. */
export const buildOutline = (modules = 3, lessons = 2, part: Partial<OutlineDocument> = {}): OutlineDocument => ({
  ...UNPLANNED,
  title: 'Beekeeping for a first year',
  description: 'From an empty hive to the first honey.',
  learning_objectives: ['Keep one colony through a year'],
  modules: Array.from({ length: modules }, (_, m) => ({
    title: `Module ${m + 1}`,
    summary: `About ${m + 1}`,
    lessons: Array.from({ length: lessons }, (_, l) =>
      buildOutlineLesson(`Lesson ${m + 1}.${l + 1}`, {
        summary: `What ${m + 1}.${l + 1} is about`,
        objectives: [`Know ${m + 1}.${l + 1}`],
      }),
    ),
  })),
  ...part,
});

export const buildLessonText = (title: string): LessonDocument => ({
  content: `## ${title}\n\n${'Open the hive on a still day. '.repeat(30)}`,
  objectives: ['Judge the strength of a colony'],
  key_takeaways: ['A still, warm day keeps the brood warm'],
});

let started = 0;

/** Starts a run of this account; each has a different form. @returns its id */
export async function givenStartedRun(accountId: string, form: Partial<CourseForm> = {}): Promise<string> {
  const { runId } = await startRun({ accountId, form: buildForm({ topic: `Beekeeping ${++started}`, ...form }), requestId: 'test' });
  return runId;
}

/** Claims a step of a run like a worker. @throws when it cannot be claimed now */
export async function claim(runId: string, key: string): Promise<CourseStep> {
  const row = await database()('step').where({ run_id: runId, key }).first('id');
  const claimed = row && (await claimStep(row.id, 'test'));
  if (claimed?.kind !== 'claimed') throw new Error(`step ${key} cannot be claimed: ${claimed?.kind ?? 'it does not exist'}`);
  return claimed.step as CourseStep;
}

/**
 * Executes outline and research.
 * @param options `isShared`: the plan has what all lessons share, so that modules are written in one call; otherwise each lesson can be
 * written at once, as in plans of older releases
 * @returns ids of the planned lessons in reading order
 */
export async function playOutline(runId: string, outline = buildOutline(), { isShared = false } = {}): Promise<string[]> {
  const { shared, ...rest } = planFromOutline(runId, outline, 20);
  const plan = { ...rest, ...(isShared && shared && { shared }) };
  await completeStep(await claim(runId, 'outline'), {
    output: {},
    service: 'claude',
    also: (trx) => savePlan(trx, runId, plan),
  });
  await completeStep(await claim(runId, 'research'), { output: {}, service: 'grok' });
  return placedLessons(plan).map(({ planned }) => planned.lesson_id);
}

export const playWriting = async (runId: string, lessonId: string): Promise<void> =>
  completeStep(await claim(runId, lessonKeys(lessonId).write), { output: buildLessonText(lessonId), service: 'claude' });

export async function playFailure(runId: string, lessonId: string): Promise<void> {
  const step = await claim(runId, lessonKeys(lessonId).write);
  await transact(async (trx) => {
    await lockRun(trx, runId);
    await failStep(trx, step, {
      code: 'vendors.exhausted',
      detail: 'no service is left',
      tried: [{ service: 'claude', code: 'vendors.refused', at: new Date().toISOString() }],
    });
    return advanceRun(trx, { id: runId, kind: step.kind });
  });
}

/** Ends the workshop that a lesson carries, if it has begun: the module has none. */
export async function playWorkshop(runId: string, lessonId: string): Promise<void> {
  const { workshop: key } = lessonKeys(lessonId);
  const queued = await database()('step').where({ run_id: runId, key, state: 'queued' }).first('id');
  if (queued) await completeStep(await claim(runId, key), { output: { workshop: null }, service: 'openai' });
}

/** Executes practice and check of a written lesson. @param options `isChecked`: whether a second service could check it */
export async function playRest(runId: string, lessonId: string, { isChecked = true } = {}): Promise<void> {
  const keys = lessonKeys(lessonId);
  await completeStep(await claim(runId, keys.practice), {
    output: { quiz: [], exercises: [{ id: 'e1', title: 'Try', instructions: 'Try it.' }] },
    service: 'openai',
  });
  await playWorkshop(runId, lessonId);
  const check = isChecked
    ? { output: { verdict: 'accept', findings: [] }, service: 'grok' }
    : { output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] } };
  await completeStep(await claim(runId, keys.check), check);
}

/** Completes the course of a run. Its editor, which comes afterwards, does not: with it every course would have a run more. */
export async function playAssembly(runId: string): Promise<void> {
  await assembleCourse({ step: await claim(runId, 'assemble'), signal: new AbortController().signal });
  await database()('run').where({ parent_id: runId, kind: COURSE_EDIT_KIND }).del();
}

/** Creates a completed run; `failing` of its lessons could not be written. @returns its id and its lessons' */
export async function givenCompletedRun(
  accountId: string,
  { failing = 0, form = {} }: { failing?: number; form?: Partial<CourseForm> } = {},
): Promise<{ runId: string; lessons: string[] }> {
  const runId = await givenStartedRun(accountId, form);
  const lessons = await playOutline(runId);
  for (const [index, lessonId] of lessons.entries()) {
    if (index < failing) await playFailure(runId, lessonId);
    else {
      await playWriting(runId, lessonId);
      await playRest(runId, lessonId);
    }
  }
  await playAssembly(runId);
  return { runId, lessons };
}
