import * as z from 'zod';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { FLAWS, type Flaw, type Languages } from '../check-translation.ts';
import { shieldMarkdown } from '../shield.ts';
import { noTranslation, translateList, type Translated } from '../translate-list.ts';
import { completeTranslation, judgedTogether, type CourseTranslationRequest } from './course-translation.kind.ts';
import { charactersOf, frameIn, frameOf, lessonIn, proseOf, textsOfLesson, type LessonTexts, type Say } from './lesson-texts.ts';
import { isOneLine } from './markdown-parts.ts';
import { checkFrame, checkLesson, codeOf, storeFailure, storeFrame, storeLesson } from './store-translation.ts';

type Step = Work<CourseTranslationRequest>;

const render = promptsIn(new URL('../prompts/', import.meta.url));
const NAMES_TOKENS = 4_000;
const MOST_NAMES = 40;
const namesSchema = declareAnswer(
  'names',
  z.object({ names: z.array(z.object({ source: z.string().min(1).max(80), target: z.string().min(1).max(80) })).max(MOST_NAMES) }),
);

/** Returns the version of a course that the run translates, with answers and solution. */
export const courseOf = ({ step }: Step): Promise<Course> =>
  getCourse({
    accountId: step.accountId!,
    courseId: step.request.course_id,
    version: step.request.version,
    isWhole: true,
    hasAnswers: true,
  });

/** Returns the key of a translation's rows. */
export const whereOf = ({ course_id, language }: CourseTranslationRequest) => ({ course_id, language });

async function lessonOf(work: Step): Promise<{ course: Course; lesson: LessonTexts; lessonId: string }> {
  const course = await courseOf(work);
  const lessonId = work.step.itemId!;
  const lesson = course.modules.flatMap(({ lessons }) => lessons).find((one) => one.lesson_id === lessonId);
  if (!lesson) throw notFound('lesson');
  return { course, lesson: textsOfLesson(lesson), lessonId };
}

/** Returns the language of the course and that of the translation. */
const languagesOf = (course: Course, { language }: CourseTranslationRequest): Languages => ({
  source: codeOf(course.language),
  target: codeOf(language),
});

interface Manner {
  /** Lessons that are judged together are translated by one service, so that another can judge them. */
  readonly turn?: number;
  readonly problems?: readonly string[];
  readonly last?: Service | undefined;
}

/** Translates each piece of prose; a piece that could not be translated, or would become markup, stays unchanged. */
async function sayIn(
  work: Step,
  course: Course,
  prose: readonly string[],
  manner: Manner = {},
): Promise<Pick<Translated, 'answered'> & { say: Say; unusable: ReadonlyMap<string, Flaw> }> {
  const { request } = work.step;
  const row = await database()('course_translation').where(whereOf(request)).first('names');
  const names = ((row?.names ?? []) as TranslatedName[]).filter(({ source }) => prose.some((text) => text.includes(source)));
  const items = prose.map((text, place) => ({ id: String(place), ...shieldMarkdown(text) }));
  const wanted = { ...languagesOf(course, request), names, ...manner };
  const translated = await translateList(work, items, wanted);
  const said = new Map(prose.map((text, place) => [text, translated.texts.get(String(place))]));
  const usable = (text: string) => ((found) => (found !== undefined && isOneLine(found) ? found : null))(said.get(text));
  return {
    answered: translated.answered,
    say: (text) => usable(text) ?? text,
    unusable: new Map(
      prose.flatMap((text, place) =>
        usable(text) === null ? [[text, translated.flaws.get(String(place)) ?? ('structure' as const)] as const] : [],
      ),
    ),
  };
}

const paidFor = ({ answered }: Pick<Translated, 'answered'>) =>
  answered ? { service: answered.service, inputHash: answered.inputHash, callId: answered.callId } : {};

/** Extracts names and terms of a course with their translations, which its owner may edit. */
export async function findNames(work: Step): Promise<void> {
  const { step } = work;
  const course = await courseOf(work);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const texts = [
    course.title,
    course.description,
    ...lessons.flatMap(({ title, objectives, key_takeaways }) => [title, ...objectives, ...key_takeaways]),
  ];
  const { value, ...answer } = await askServices(work, {
    prompt: () => render('find-names', { wanted: { language: codeOf(step.request.language), most: MOST_NAMES }, texts }),
    purpose: 'translation-names',
    schema: namesSchema,
    maxOutputTokens: NAMES_TOKENS,
    failure: noTranslation,
  });
  const names = value.names.filter(({ source }, place) => value.names.findIndex((one) => one.source === source) === place);
  await completeStep(step, {
    output: {},
    ...answer,
    also: (trx) =>
      trx('course_translation')
        .where(whereOf(step.request))
        .whereNull('names')
        .update({ names: JSON.stringify(names) }),
  });
}

/** Translates the texts outside the lessons. The second attempt is told the flaws of the first. */
export async function translateFrame(work: Step): Promise<void> {
  const { step } = work;
  const course = await courseOf(work);
  const source = frameOf(course);
  const prose = proseOf((say) => frameIn(source, say));
  const isSecond = step.key.startsWith('again-');
  const said = await sayIn(work, course, prose, isSecond ? await triedBefore(step.runId, 'frame') : {});
  const checked = checkFrame(source, frameIn(source, said.say), languagesOf(course, step.request), said.unusable);
  if (typeof checked === 'string') return completeStep(step, { output: { flaw: checked }, ...paidFor(said) });
  return completeStep(step, {
    output: { left: checked.left },
    ...paidFor(said),
    also: (trx) => storeFrame(trx, whereOf(step.request), source, checked),
  });
}

/**
 * Translates one lesson, checks it by the rules, and stores it for the judge. The second try goes to another service, with the flaws of the
 * first; if that is not faithful either, the lesson stays in the course's language.
 * @throws ProductError vendors.failed; not_found when the version no longer has the lesson; StepLost; CallAborted
 */
export async function translateLesson(work: Step): Promise<void> {
  const { step } = work;
  const { course, lesson, lessonId } = await lessonOf(work);
  const isSecond = step.key.startsWith('again-');
  const manner = isSecond
    ? await triedBefore(step.runId, `lesson-${lessonId}`, lessonId)
    : { turn: turnOf(step.runId, step.request, lessonId) };
  const prose = proseOf((say) => lessonIn(lesson, say));
  const said = await sayIn(work, course, prose, manner);
  const checked = checkLesson(lesson, lessonIn(lesson, said.say), languagesOf(course, step.request), said.unusable);
  const place = { ...whereOf(step.request), lesson_id: lessonId, service: said.answered?.service ?? 'none' };
  if (typeof checked !== 'string')
    return completeStep(step, {
      output: { left: checked.left, judged: charactersOf(lesson, checked.texts) },
      ...paidFor(said),
      also: (trx) => storeLesson(trx, { ...place, run_id: step.runId }, lesson, checked),
    });
  return completeStep(step, {
    output: { flaw: checked },
    ...paidFor(said),
    also: async (trx) => {
      if (isSecond) await storeFailure(trx, { runId: step.runId, course, place, source: lesson, flaw: checked });
    },
  });
}

/** Returns the number of a lesson's group, which determines the first service; it is another one in each run. */
const turnOf = (runId: string, { lessons }: CourseTranslationRequest, lessonId: string): number =>
  Number.parseInt(runId.slice(-4), 16) + judgedTogether(lessons).findIndex((group) => group.includes(lessonId));

/** Returns the flaws of the first attempt, found by the rules or the judge, and the service that translated. */
async function triedBefore(runId: string, key: string, lessonId?: string): Promise<Manner> {
  const steps: { key: string; service: Service | null; output: { flaw?: Flaw; problems?: Readonly<Record<string, string[]>> } | null }[] =
    await database()('step')
      .where({ run_id: runId })
      .where((found) => found.where({ key }).orWhere('key', 'like', 'judge-%'))
      .select('key', 'service', 'output');
  const tried = steps.find((step) => step.key === key);
  const flaw = tried?.output?.flaw;
  const judged = lessonId === undefined ? [] : steps.flatMap(({ output }) => output?.problems?.[lessonId] ?? []);
  return { problems: [...(flaw ? [FLAWS[flaw]] : []), ...judged], last: tried?.service ?? undefined };
}

/** Ends the run and charges the faithfully translated lessons. The others are named, including those for which no try was completed. */
export async function closeTranslation(work: Step): Promise<void> {
  const { runId, request } = work.step;
  const course = await courseOf(work);
  const lessons = course.modules.flatMap((module) => module.lessons).filter(({ lesson_id: id }) => request.lessons.includes(id));
  await completeStep(work.step, {
    output: {},
    async also(trx) {
      const settled: string[] = await trx('lesson_translation')
        .where({ ...whereOf(request), run_id: runId })
        .whereNot({ verdict: 'pending' })
        .pluck('lesson_id');
      for (const lesson of lessons.filter(({ lesson_id: id }) => !settled.includes(id))) {
        const place = { ...whereOf(request), lesson_id: lesson.lesson_id, service: 'none' };
        await storeFailure(trx, { runId, course, place, source: textsOfLesson(lesson), flaw: 'failed' });
      }
      await completeTranslation(trx, { runId, lessons: request.lessons.length });
    },
  });
}
