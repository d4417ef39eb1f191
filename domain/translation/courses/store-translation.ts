import type { Knex } from 'knex';
import type { Course } from '#contract/courses/courses.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { checkTranslation, type CheckedTranslation, type Flaw, type Languages } from '../check-translation.ts';
import {
  allProseOf,
  answersOf,
  frameIn,
  hashOfTexts,
  isSameFrame,
  isSameStructure,
  lessonIn,
  withoutAnswers,
  withoutSolution,
  type FrameTexts,
  type LessonTexts,
} from './lesson-texts.ts';

/** Returns the BCP 47 code of a language of courses. */
export const codeOf = (language: string): string => (LANGUAGE_CODES as Readonly<Record<string, string>>)[language] ?? 'en';

/** Flaws of the pieces that stayed untranslated, by text. */
type Unusable = ReadonlyMap<string, Flaw>;

/** Checks a translated lesson by the rules. @returns the flaw that prevents storing it */
export const checkLesson = (
  source: LessonTexts,
  texts: LessonTexts,
  languages: Languages,
  unusable?: Unusable,
): CheckedTranslation<LessonTexts> | Flaw =>
  checkTranslation({ source, texts, languages, unusable, isSameStructure, prose: (lesson) => allProseOf((say) => lessonIn(lesson, say)) });

/** Checks the translated texts outside the lessons by the rules. @returns the flaw that prevents storing them */
export const checkFrame = (
  source: FrameTexts,
  texts: FrameTexts,
  languages: Languages,
  unusable?: Unusable,
): CheckedTranslation<FrameTexts> | Flaw =>
  checkTranslation({
    source,
    texts,
    languages,
    unusable,
    isSameStructure: isSameFrame,
    prose: (frame) => allProseOf((say) => frameIn(frame, say)),
  });

interface Place {
  readonly course_id: string;
  readonly language: string;
}

/** Stores the translated texts outside the lessons, which are free and shown at once. */
export async function storeFrame(
  trx: Knex.Transaction,
  place: Place,
  source: FrameTexts,
  { texts }: CheckedTranslation<FrameTexts>,
): Promise<void> {
  const now = new Date();
  await trx('course_translation')
    .where(place)
    .update({
      frame: JSON.stringify(withoutSolution(texts)),
      solution: texts.final_task?.solution ?? null,
      frame_hash: hashOfTexts(source),
      made_at: now,
      frame_checked_at: now,
    });
}

interface LessonPlace extends Place {
  readonly lesson_id: string;
  readonly run_id: string;
  /** The service that translated it. */
  readonly service: string;
}

/** Stores a translated lesson, under its own id, for the judge; it is not shown before. */
export const storeLesson = (
  trx: Knex.Transaction,
  place: LessonPlace,
  source: LessonTexts,
  { texts, left }: CheckedTranslation<LessonTexts>,
): Promise<void> =>
  put(trx, place, {
    source_hash: hashOfTexts(source),
    texts: JSON.stringify(withoutAnswers(texts)),
    answers: jsonOrNull(answersOf(texts)),
    untranslated: left,
    verdict: 'pending',
    flaw: null,
  });

export const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

// whole sentences instead of fragments, each translated by itself
const UNFAITHFUL: Readonly<Record<Flaw | 'judged' | 'failed', (values: Sentence['values']) => Sentence>> = {
  structure: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service lost or invented formatting. It stays in the language of the course.',
      values,
    ),
  marks: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service left stray markup in the text. It stays in the language of the course.',
      values,
    ),
  refusal: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service declined to translate it. It stays in the language of the course.',
      values,
    ),
  talk: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service wrote about itself or the task. It stays in the language of the course.',
      values,
    ),
  loop: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service repeated the same words again and again. It stays in the language of the course.',
      values,
    ),
  unfinished: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service stopped in the middle of a sentence. It stays in the language of the course.',
      values,
    ),
  twin: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service gave different texts the same translation. It stays in the language of the course.',
      values,
    ),
  untouched: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service left it untranslated. It stays in the language of the course.',
      values,
    ),
  length: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service left out or added too much. It stays in the language of the course.',
      values,
    ),
  numbers: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service lost or changed numbers. It stays in the language of the course.',
      values,
    ),
  language: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The AI service answered in another language. It stays in the language of the course.',
      values,
    ),
  judged: (values) =>
    toSentence(
      'Lesson {number}, {title}, could not be translated faithfully. The check found differences from the original. It stays in the language of the course.',
      values,
    ),
  failed: (values) =>
    toSentence('Lesson {number}, {title}, could not be translated faithfully. It stays in the language of the course.', values),
};

interface Failure {
  readonly runId: string;
  readonly course: Course;
  readonly place: Place & { readonly lesson_id: string; readonly service: string };
  readonly source: LessonTexts;
  readonly flaw: Flaw | 'judged' | 'failed';
}

/** Records that a lesson could not be translated faithfully, also on its run. The rejected translation is not stored. */
export async function storeFailure(trx: Knex.Transaction, { runId, course, place, source, flaw }: Failure): Promise<void> {
  await put(
    trx,
    { ...place, run_id: runId },
    { source_hash: hashOfTexts(source), texts: null, answers: null, untranslated: 0, verdict: 'unfaithful', flaw },
  );
  const number = course.modules.flatMap(({ lessons }) => lessons).findIndex((lesson) => lesson.lesson_id === place.lesson_id) + 1;
  await recordEvent(trx, runId, 'translation.unfaithful', UNFAITHFUL[flaw]({ number, title: source.title }));
}

interface Verdict {
  readonly source_hash: string;
  readonly texts: string | null;
  readonly answers: string | null;
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
