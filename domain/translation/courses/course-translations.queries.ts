import type { Course } from '#contract/courses/courses.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { translationCost, type CourseTranslation, type TranslatedName } from '#contract/translation/course-translation.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { withoutHeldBack } from '#domain/courses/content/held-back.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { COURSE_TRANSLATION_KIND } from './course-translation.kind.ts';
import type { CourseTranslation as CourseTranslationRow, LessonTranslation } from './course-translation.model.ts';
import { frameOf, hashOfTexts, textsOfLesson, withOriginalLines, type FrameTexts, type LessonTexts } from './lesson-texts.ts';

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

/** Returns the dedupe key: one live run per course and language. */
export const translationKey = (courseId: string, language: string): string => `${COURSE_TRANSLATION_KIND}:${courseId}:${language}`;

/** Returns the state of a course's translations, for every language that has one. */
export async function findTranslationStates(course: Course): Promise<ReadonlyMap<string, TranslationState>> {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const hashes = new Map(lessons.map((lesson) => [lesson.lesson_id, hashOfTexts(textsOfLesson(lesson))]));
  const frameHash = hashOfTexts(frameOf(course));
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
      const isAsNow = (id: string): boolean => row.lessons[id]?.hash === hashes.get(id);
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
  const course = await getCourse({ accountId, courseId, isWhole: true });
  const [standings, runs] = await Promise.all([
    findTranslationStates(course),
    database()('run')
      .where({ account_id: accountId, kind: COURSE_TRANSLATION_KIND })
      .whereIn('status', ['queued', 'running'])
      .select<{ id: string; dedupe_key: string; progress: number }[]>('id', 'dedupe_key', 'progress'),
  ]);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const translations = FORM_OPTIONS.language_preference
    .filter((language) => language !== course.language)
    .map((language) => {
      const { ready, stale, missing, unfaithful, selfJudged, isFrameStale } = standings.get(language) ?? emptyTranslationState(course);
      const run = runs.find(({ dedupe_key }) => dedupe_key === translationKey(course.course_id, language));
      return {
        language,
        ready: ready.length,
        stale: stale.length,
        missing: missing.length,
        unfaithful: unfaithful.map((id) => {
          const at = lessons.findIndex((lesson) => lesson.lesson_id === id);
          return { lesson_id: id, number: at + 1, title: lessons[at]!.title };
        }),
        self_judged: selfJudged.length,
        is_frame_stale: isFrameStale,
        cost: translationCost(stale.length + missing.length),
        task_id: run?.id ?? null,
        progress: run?.progress ?? 0,
      };
    });
  return { source_language: course.language, translations };
}

/**
 * Returns a course in another language; ids, places, marks and progress are the course's own. Lessons that are stale, untranslated, or not
 * judged faithful are in the course's language.
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
  const course = await getCourse({ accountId, courseId, isWhole: true });
  const key = { course_id: course.course_id, language };
  const [row, lessons] = await Promise.all([
    database()('course_translation').where(key).first('frame', 'frame_hash', 'names'),
    database()('lesson_translation')
      .where({ ...key, verdict: 'faithful' })
      .select<{ lesson_id: string; source_hash: string; texts: LessonTexts }[]>('lesson_id', 'source_hash', 'texts'),
  ]);
  const translated = new Map(lessons.map((one) => [one.lesson_id, one]));
  const untranslated: string[] = [];
  const isFrameReady = row?.frame_hash === hashOfTexts(frameOf(course));
  const { modules: moduleTexts, final_task: task, ...frame }: Partial<FrameTexts> = isFrameReady ? (row.frame as FrameTexts) : {};
  const modules = course.modules.map((module, place) => ({
    ...module,
    ...moduleTexts?.[place],
    lessons: module.lessons.map((lesson) => {
      const found = translated.get(lesson.lesson_id);
      if (found?.source_hash === hashOfTexts(textsOfLesson(lesson))) {
        const { workshop } = found.texts;
        const lines = workshop && lesson.workshop && { workshop: withOriginalLines(workshop, lesson.workshop) };
        return { ...lesson, ...found.texts, ...lines };
      }
      untranslated.push(lesson.lesson_id);
      return lesson;
    }),
  }));
  const plan = task && course.plan?.final_task && { ...course.plan, final_task: { ...course.plan.final_task, ...task } };
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
