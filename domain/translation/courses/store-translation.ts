import type { Knex } from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { checkTranslation, type CheckedTranslation, type Flaw, type Languages } from '../check-translation.ts';
import { allProseOf, frameIn, hashOfTexts, isSameStructure, lessonIn, type FrameTexts, type LessonTexts } from './lesson-texts.ts';

/** Returns the BCP 47 code of a language of courses. */
export const codeOf = (language: string): string => (LANGUAGE_CODES as Readonly<Record<string, string>>)[language] ?? 'en';

/** Checks a translated lesson by the rules. @returns the flaw that keeps it from being stored */
export const checkLesson = (source: LessonTexts, texts: LessonTexts, languages: Languages): CheckedTranslation<LessonTexts> | Flaw =>
  checkTranslation({ source, texts, languages, isSameStructure, prose: (lesson) => allProseOf((say) => lessonIn(lesson, say)) });

const sizesOf = ({ learning_objectives, expert_insights, industry_relevance, modules }: FrameTexts): string =>
  [learning_objectives, expert_insights, industry_relevance, modules].map(({ length }) => length).join();

/** Checks translated texts outside the lessons by the rules. @returns the flaw that keeps them from being stored */
export const checkFrame = (source: FrameTexts, texts: FrameTexts, languages: Languages): CheckedTranslation<FrameTexts> | Flaw =>
  checkTranslation({
    source,
    texts,
    languages,
    isSameStructure: (one, other) => sizesOf(one) === sizesOf(other),
    prose: (frame) => allProseOf((say) => frameIn(frame, say)),
  });

interface Place {
  readonly course_id: string;
  readonly language: string;
}

/** Stores what was translated outside the lessons. It costs nothing, and is shown at once. */
export async function storeFrame(
  trx: Knex.Transaction,
  place: Place,
  source: FrameTexts,
  { texts }: CheckedTranslation<FrameTexts>,
): Promise<void> {
  const now = new Date();
  await trx('course_translation')
    .where(place)
    .update({ frame: JSON.stringify(texts), frame_hash: hashOfTexts(source), made_at: now, frame_checked_at: now });
}

interface LessonPlace extends Place {
  readonly lesson_id: string;
  readonly run_id: string;
  /** Who translated it. */
  readonly service: string;
}

/** Stores a translated lesson, under its own id, for the judge. Until then it is not shown. */
export const storeLesson = (
  trx: Knex.Transaction,
  place: LessonPlace,
  source: LessonTexts,
  { texts, left }: CheckedTranslation<LessonTexts>,
): Promise<void> =>
  put(trx, place, { source_hash: hashOfTexts(source), texts: JSON.stringify(texts), untranslated: left, verdict: 'pending', flaw: null });

interface Failure {
  readonly runId: string;
  readonly course: Course;
  readonly place: Place & { readonly lesson_id: string; readonly service: string };
  readonly source: LessonTexts;
  readonly flaw: Flaw | 'judged' | 'failed';
}

/**
 * Notes that a lesson could not be translated faithfully, and says so on its run. What was translated is not stored.
 */
export async function storeFailure(trx: Knex.Transaction, { runId, course, place, source, flaw }: Failure): Promise<void> {
  await put(
    trx,
    { ...place, run_id: runId },
    { source_hash: hashOfTexts(source), texts: null, untranslated: 0, verdict: 'unfaithful', flaw },
  );
  const number = course.modules.flatMap(({ lessons }) => lessons).findIndex((lesson) => lesson.lesson_id === place.lesson_id) + 1;
  const message = toSentence('Lesson {number}, {title}, could not be translated faithfully. It stays in the language of the course.', {
    number,
    title: source.title,
  });
  await recordEvent(trx, runId, 'translation.unfaithful', message);
}

interface Verdict {
  readonly source_hash: string;
  readonly texts: string | null;
  readonly untranslated: number;
  readonly verdict: 'pending' | 'unfaithful';
  readonly flaw: string | null;
}

async function put(trx: Knex.Transaction, place: LessonPlace, verdict: Verdict): Promise<void> {
  const now = new Date();
  await trx('lesson_translation')
    .insert({ ...place, ...verdict, judged_by: null, self_judged: false, made_at: now, checked_at: now })
    .onConflict(['course_id', 'language', 'lesson_id'])
    .merge();
}
