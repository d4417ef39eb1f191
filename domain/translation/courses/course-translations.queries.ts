import type { FinalTask } from '#contract/courses/course-plan.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { translationCost, type CourseTranslation, type TranslatedName } from '#contract/translation/course-translation.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { withoutHeldBack } from '#domain/courses/content/held-back.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { COURSE_TRANSLATION_KIND } from './course-translation.kind.ts';
import type { CourseTranslation as CourseTranslationRow, LessonTranslation } from './course-translation.model.ts';
import {
  frameOf,
  hashesOfFrame,
  hashesOfLesson,
  textsOfLesson,
  withAnswers,
  withOriginalLines,
  withoutAnswers,
  type FrameTexts,
  type LessonTexts,
  type TranslatedAnswers,
} from './lesson-texts.ts';

export type CourseLanguage = (typeof FORM_OPTIONS.language_preference)[number];

interface Owned {
  readonly accountId: string;
  readonly courseId: string;
}

/** State of a course's translation: ids of lessons with a current translation, a stale one, or none. */
interface TranslationState {
  readonly ready: readonly string[];
  readonly stale: readonly string[];
  /** Includes lessons whose translation was unfaithful or was not judged. */
  readonly missing: readonly string[];
  /** Those of `missing` that could not be translated faithfully as they are now. */
  readonly unfaithful: readonly string[];
  /** Those of `ready` that were judged by the service that translated them. */
  readonly selfJudged: readonly string[];
  readonly isFrameStale: boolean;
  readonly hasNames: boolean;
}

/** Returns the dedupe key: one live run per course and language, and for lessons that are ordered by themselves one for each. */
export const translationKey = (courseId: string, language: string, lessonId?: string): string =>
  [COURSE_TRANSLATION_KIND, courseId, language, ...(lessonId === undefined ? [] : [lessonId])].join(':');

/** A run that translates a course now. */
interface LiveTranslation {
  readonly id: string;
  readonly dedupe_key: string | null;
  readonly progress: number;
  readonly language: string;
  readonly lessons: readonly string[];
  readonly has_frame: boolean;
}

/** Lists the account's runs that are translating a course, without those of batches. */
export const liveTranslations = ({ accountId, courseId }: Owned): Promise<LiveTranslation[]> =>
  rowsOf<LiveTranslation>(
    database(),
    sql`select id, dedupe_key, progress, request->>'language' as language, request->'lessons' as lessons,
               (request->>'has_frame')::boolean as has_frame
          from run where account_id = ${accountId} and kind = ${COURSE_TRANSLATION_KIND} and status in ('queued', 'running')
           and request->>'course_id' = ${courseId} and dedupe_key is not null
         order by created_at`,
  );

/** Returns the state of a course's translations, for every language that has one. @param course with its answers (`hasAnswers`) */
export async function findTranslationStates(course: Course): Promise<ReadonlyMap<string, TranslationState>> {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const hashes = new Map(lessons.map((lesson) => [lesson.lesson_id, hashesOfLesson(textsOfLesson(lesson))]));
  const [frameHash] = hashesOfFrame(frameOf(course));
  type Stored = { hash: string; verdict: LessonTranslation['verdict']; self_judged: boolean };
  type Row = Pick<CourseTranslationRow, 'language' | 'frame_hash'> & { has_names: boolean; lessons: Record<string, Stored> };
  const rows = await rowsOf<Row>(
    database(),
    sql`select one.language, one.frame_hash, one.names is not null as has_names,
            coalesce((select jsonb_object_agg(lesson_id, jsonb_build_object('hash', source_hash, 'verdict', verdict, 'self_judged', self_judged))
                        from lesson_translation lesson
                       where lesson.course_id = one.course_id and lesson.language = one.language), '{}') as lessons
       from course_translation one where one.course_id = ${course.course_id}`,
  );
  return new Map(
    rows.map((row) => {
      const ids = [...hashes.keys()];
      const isFaithful = (id: string): boolean => row.lessons[id]?.verdict === 'faithful';
      const isAsNow = (id: string): boolean => hashes.get(id)!.includes(row.lessons[id]?.hash ?? '');
      const ready = ids.filter((id) => isFaithful(id) && isAsNow(id));
      const standing: TranslationState = {
        ready,
        stale: ids.filter((id) => isFaithful(id) && !isAsNow(id)),
        missing: ids.filter((id) => !isFaithful(id)),
        unfaithful: ids.filter((id) => row.lessons[id]?.verdict === 'unfaithful' && isAsNow(id)),
        selfJudged: ready.filter((id) => row.lessons[id]!.self_judged),
        isFrameStale: row.frame_hash !== frameHash,
        hasNames: row.has_names,
      };
      return [row.language, standing];
    }),
  );
}

/** Returns the state of a language without any translation. */
export const emptyTranslationState = (course: Course): TranslationState => ({
  ready: [],
  stale: [],
  missing: course.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id)),
  unfaithful: [],
  selfJudged: [],
  isFrameStale: true,
  hasNames: false,
});

/** Lists the languages of one of the account's courses. @throws ProductError not_found */
export async function listTranslations({
  accountId,
  courseId,
}: Owned): Promise<{ source_language: string; translations: CourseTranslation[] }> {
  const course = await getCourse({ accountId, courseId, isWhole: true, hasAnswers: true });
  const [standings, runs] = await Promise.all([findTranslationStates(course), liveTranslations({ accountId, courseId: course.course_id })]);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const translations = FORM_OPTIONS.language_preference
    .filter((language) => language !== course.language)
    .map((language) => {
      const { ready, stale, missing, unfaithful, selfJudged, isFrameStale } = standings.get(language) ?? emptyTranslationState(course);
      const live = runs.filter((one) => one.language === language);
      const run = live.find(({ dedupe_key }) => dedupe_key === translationKey(course.course_id, language));
      const named = (id: string) => {
        const at = lessons.findIndex((lesson) => lesson.lesson_id === id);
        return { lesson_id: id, number: at + 1, title: lessons[at]!.title };
      };
      return {
        language,
        ready: ready.length,
        stale: stale.length,
        missing: missing.length,
        unfaithful: unfaithful.map(named),
        open: [...stale, ...missing].map(named).toSorted((one, other) => one.number - other.number),
        self_judged: selfJudged.length,
        is_frame_stale: isFrameStale,
        cost: translationCost(stale.length + missing.length),
        task_id: run?.id ?? null,
        lesson_tasks: live
          .filter((one) => one !== run)
          .flatMap(({ id, lessons: ids }) => ids.map((lesson_id) => ({ lesson_id, task_id: id }))),
        progress: run?.progress ?? 0,
      };
    });
  return { source_language: course.language, translations };
}

/**
 * Returns a course in another language; ids, places, marks and progress are the course's own. Lessons that are stale, untranslated, or not
 * judged faithful are in the course's language. Rubrics, full answers and the final task's solution are left out, as in the course itself.
 * @throws ProductError not_found
 */
export async function readTranslation({
  accountId,
  courseId,
  language,
  isWhole = false,
}: Owned & {
  language: CourseLanguage;
  /** Includes the texts of lessons that are held back; see `getCourse`. */
  isWhole?: boolean;
}): Promise<{ course: Course; untranslated: string[]; names: TranslatedName[] }> {
  const course = await getCourse({ accountId, courseId, isWhole: true, hasAnswers: true });
  const key = { course_id: course.course_id, language };
  const [row, lessons] = await Promise.all([
    database()('course_translation').where(key).first('frame', 'frame_hash', 'names'),
    database()('lesson_translation')
      .where({ ...key, verdict: 'faithful' })
      .select<{ lesson_id: string; source_hash: string; texts: LessonTexts }[]>('lesson_id', 'source_hash', 'texts'),
  ]);
  const translated = new Map(lessons.map((one) => [one.lesson_id, one]));
  const untranslated: string[] = [];
  const isFrameReady = hashesOfFrame(frameOf(course)).includes(row?.frame_hash ?? '');
  const { modules: moduleTexts, thread, final_task: task, ...frame }: Partial<FrameTexts> = isFrameReady ? (row!.frame as FrameTexts) : {};
  const modules = course.modules.map((module, place) => ({
    ...module,
    ...moduleTexts?.[place],
    lessons: module.lessons.map((lesson) => {
      const found = translated.get(lesson.lesson_id);
      if (found && hashesOfLesson(textsOfLesson(lesson)).includes(found.source_hash)) {
        const { workshop } = found.texts;
        const lines = workshop && lesson.workshop && { workshop: withOriginalLines(workshop, lesson.workshop) };
        return withoutAnswers({ ...lesson, ...found.texts, ...lines });
      }
      untranslated.push(lesson.lesson_id);
      return withoutAnswers(lesson);
    }),
  }));
  const { plan: stored } = course;
  const plan = stored && {
    ...stored,
    thread: stored.thread && { ...stored.thread, ...thread },
    final_task: stored.final_task && { ...stored.final_task, ...task, solution: '' },
  };
  const isComplete = untranslated.length === 0 && isFrameReady;
  const shown = {
    ...course,
    ...frame,
    modules,
    ...(plan && { plan }),
    ...(isComplete || translated.size > 0 ? { language } : {}),
  } as Course;
  return { course: isWhole ? shown : withoutHeldBack(shown), untranslated, names: (row?.names ?? []) as TranslatedName[] };
}

interface TranslatedQuestion {
  readonly question: string;
  readonly explanation: string;
  readonly rubric: readonly string[];
}

/**
 * Returns a lesson's question in words with its full answer in another language, for grading; null without a current translation of it.
 * @throws ProductError not_found
 */
export async function translatedQuestion({
  accountId,
  courseId,
  lessonId,
  questionId,
  language,
}: Owned & { lessonId: string; questionId: string; language: CourseLanguage }): Promise<TranslatedQuestion | null> {
  const row = await database()('lesson_translation')
    .where({ course_id: courseId, language, lesson_id: lessonId, verdict: 'faithful' })
    .first('source_hash', 'texts', 'answers');
  // most courses are read in their own language
  if (!row?.texts) return null;
  const course = await getCourse({ accountId, courseId, isWhole: true, hasAnswers: true });
  const lesson = course.modules.flatMap((module) => module.lessons).find((one) => one.lesson_id === lessonId);
  if (!lesson || row.source_hash !== hashesOfLesson(textsOfLesson(lesson))[0]) return null;
  const whole = withAnswers(row.texts as LessonTexts, row.answers as TranslatedAnswers | null);
  const item = whole.quiz.find(({ id }) => id === questionId);
  return item?.kind === 'short' ? { question: item.question, explanation: item.explanation, rubric: item.rubric } : null;
}

/** Returns a course's final task with its solution in another language; null as above. @throws ProductError not_found */
export async function translatedTask({ accountId, courseId, language }: Owned & { language: CourseLanguage }): Promise<FinalTask | null> {
  const row = await database()('course_translation').where({ course_id: courseId, language }).first('frame', 'solution', 'frame_hash');
  const task = (row?.frame as FrameTexts | null | undefined)?.final_task;
  if (!task) return null;
  const course = await getCourse({ accountId, courseId, isWhole: true, hasAnswers: true });
  if (row?.frame_hash !== hashesOfFrame(frameOf(course))[0]) return null;
  return { ...task, points: [...task.points], solution: row.solution ?? '' };
}
