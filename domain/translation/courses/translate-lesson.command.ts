import * as z from 'zod';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { TranslatedName } from '#contract/translation/course-translation.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { shieldMarkdown } from '../shield.ts';
import { noTranslation, translateList, type Translated } from '../translate-list.ts';
import { deliveredOf, shareOf, type CourseTranslationRequest } from './course-translation.kind.ts';
import {
  frameIn,
  frameOf,
  hashOfTexts,
  isSameStructure,
  lessonIn,
  proseOf,
  textsOfLesson,
  type LessonTexts,
  type Say,
} from './lesson-texts.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import { isOneLine } from './markdown-parts.ts';

type Step = Work<CourseTranslationRequest>;

const render = promptsIn(new URL('../prompts/', import.meta.url));
/** Share of untranslated texts above which a lesson counts as not translated. */
const MOST_LEFT = 0.2;
const NAMES_TOKENS = 4_000;
const JUDGEMENT_TOKENS = 3_000;
const MOST_NAMES = 40;
const namesSchema = declareAnswer(
  'names',
  z.object({ names: z.array(z.object({ source: z.string().min(1).max(80), target: z.string().min(1).max(80) })).max(MOST_NAMES) }),
);
const judgementSchema = declareAnswer(
  'fidelity',
  z.object({ problems: hinted(z.array(z.string().max(400)).max(8), { absent: [] }), is_faithful: z.boolean() }),
);
const JUDGED_PAIRS = 12;

const courseOf = ({ step }: Step): Promise<Course> =>
  getCourse({ accountId: step.accountId!, courseId: step.request.course_id, version: step.request.version });

const whereOf = ({ course_id, language }: CourseTranslationRequest) => ({ course_id, language });

async function lessonOf(work: Step): Promise<{ course: Course; lesson: LessonTexts; lessonId: string }> {
  const course = await courseOf(work);
  const lessonId = work.step.itemId!;
  const lesson = course.modules.flatMap(({ lessons }) => lessons).find((one) => one.lesson_id === lessonId);
  if (!lesson) throw notFound('lesson');
  return { course, lesson: textsOfLesson(lesson), lessonId };
}

const codeOf = (language: string): string => (LANGUAGE_CODES as Readonly<Record<string, string>>)[language] ?? 'en';

interface Manner {
  readonly problems?: readonly string[];
  readonly last?: Service | undefined;
}

/** Translates each piece of prose; one that could not be translated, or would become markup, stays unchanged. */
async function sayIn(
  work: Step,
  course: Course,
  prose: readonly string[],
  manner: Manner = {},
): Promise<Translated & { say: Say; left: number }> {
  const { request } = work.step;
  const row = await database()('course_translation').where(whereOf(request)).first('names');
  const names = ((row?.names ?? []) as TranslatedName[]).filter(({ source }) => prose.some((text) => text.includes(source)));
  const items = prose.map((text, place) => ({ id: String(place), ...shieldMarkdown(text) }));
  const wanted = { source: codeOf(course.language), target: codeOf(request.language), names, ...manner };
  const translated = await translateList(work, items, wanted);
  const message = new Map(prose.map((text, place) => [text, translated.texts.get(String(place))]));
  const isSaid = (text: string | undefined): text is string => text !== undefined && isOneLine(text);
  return {
    ...translated,
    left: prose.filter((text) => !isSaid(message.get(text))).length,
    say: (text) => {
      const found = message.get(text);
      return isSaid(found) ? found : text;
    },
  };
}

const paidFor = ({ answered }: Translated) =>
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

/** Translates the texts outside the lessons. */
export async function translateFrame(work: Step): Promise<void> {
  const { step } = work;
  const course = await courseOf(work);
  const frame = frameOf(course);
  const message = await sayIn(
    work,
    course,
    proseOf((say) => frameIn(frame, say)),
  );
  const change = { frame: JSON.stringify(frameIn(frame, message.say)), frame_hash: hashOfTexts(frame), made_at: new Date() };
  await completeStep(step, {
    output: { left: message.left },
    ...paidFor(message),
    also: (trx) => trx('course_translation').where(whereOf(step.request)).update(change),
  });
}

/**
 * Translates one lesson and stores it under its own id; a second try passes the judge's findings to another service.
 * @throws ProductError vendors.broken_output when too much of it came back unusable; vendors.failed; StepLost; CallAborted
 */
export async function translateLesson(work: Step): Promise<void> {
  const { step } = work;
  const { course, lesson, lessonId } = await lessonOf(work);
  const manner = step.key.startsWith('again-') ? await judgedBefore(step.runId, lessonId) : {};
  const prose = proseOf((say) => lessonIn(lesson, say));
  const message = await sayIn(work, course, prose, manner);
  const texts = lessonIn(lesson, message.say);
  if (message.left > prose.length * MOST_LEFT || !isSameStructure(lesson, texts)) throw new ProductError('vendors.broken_output');
  const row = {
    ...whereOf(step.request),
    lesson_id: lessonId,
    source_hash: hashOfTexts(lesson),
    texts: JSON.stringify(texts),
    untranslated: message.left,
    service: message.answered?.service ?? 'none',
    judged_by: null,
    made_at: new Date(),
  };
  await completeStep(step, {
    output: { left: message.left },
    ...paidFor(message),
    also: (trx) => trx('lesson_translation').insert(row).onConflict(['course_id', 'language', 'lesson_id']).merge(),
  });
}

async function judgedBefore(runId: string, lessonId: string): Promise<Manner> {
  const steps: { key: string; service: Service; output: { problems?: string[] } | null }[] = await database()('step')
    .where({ run_id: runId })
    .whereIn('key', [`judge-${lessonId}`, `lesson-${lessonId}`])
    .select('key', 'service', 'output');
  const stepOf = (key: string) => steps.find((one) => one.key === `${key}-${lessonId}`);
  return { problems: stepOf('judge')?.output?.problems ?? [], last: stepOf('lesson')?.service };
}

/** Asks a service that did not translate a lesson to judge it by its longest passages. */
export async function judgeTranslation(work: Step): Promise<void> {
  const { step } = work;
  const { lesson, lessonId } = await lessonOf(work);
  const row = await database()('lesson_translation')
    .where({ ...whereOf(step.request), lesson_id: lessonId })
    .first('texts', 'service');
  const translated = row ? proseOf((say) => lessonIn(row.texts as LessonTexts, say)) : [];
  const original = proseOf((say) => lessonIn(lesson, say));
  const pairs = (original.length === translated.length ? original : [])
    .map((text, place) => ({ original: text, translation: translated[place]! }))
    .toSorted((one, other) => other.original.length - one.original.length)
    .slice(0, JUDGED_PAIRS);
  const { value, ...answer } = await askServices(work, {
    prompt: () => render('judge-translation', { wanted: { language: codeOf(step.request.language) }, pairs }),
    purpose: 'translation-judgement',
    schema: judgementSchema,
    maxOutputTokens: JUDGEMENT_TOKENS,
    failure: noTranslation,
    last: row?.service as Service | undefined,
  });
  await completeStep(step, {
    output: { is_poor: !value.is_faithful, problems: value.problems },
    ...answer,
    also: (trx) =>
      trx('lesson_translation')
        .where({ ...whereOf(step.request), lesson_id: lessonId })
        .update({ judged_by: answer.service }),
  });
}

/** Ends the run and charges the translated lessons. */
export async function closeTranslation({ step }: Step): Promise<void> {
  await completeStep(step, {
    output: {},
    async also(trx) {
      const delivered = await deliveredOf(trx, step.runId);
      const share = shareOf(delivered, step.request.lessons.length);
      await completeRun(trx, { runId: step.runId, result: { lessons: delivered }, share });
    },
  });
}
