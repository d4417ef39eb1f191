import { createHash } from 'node:crypto';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { placeQuestions } from '#contract/courses/place-questions.ts';
import { optionsOf, purposeOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { notFound } from '#domain/platform/errors.ts';
import { readTranslation, type CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';

/** Characters that a voice says per minute: letters, or characters that stand for a syllable. */
const A_MINUTE = { letters: 800, syllables: 260 } as const;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A lesson to be spoken. */
export interface SpokenLesson {
  readonly lessonId: string;
  readonly title: string;
  readonly module: string;
  readonly moduleIndex: number;
  /** Markdown from which the script is written. */
  readonly text: string;
  /** Hash of its text; another hash makes its audio stale. */
  readonly hash: string;
  /** Maximum length. */
  readonly minutes: number;
  /** Whether its text is in the requested language. */
  readonly isTranslated: boolean;
}

interface Spoken {
  /** The course in its own language. */
  readonly course: Course;
  readonly title: string;
  readonly language: CourseLanguage;
  readonly sourceLanguage: CourseLanguage;
  readonly lessons: readonly SpokenLesson[];
}

/**
 * Returns the lessons of a learner's course as they would be spoken in a language, by default its own, whether or not they were opened: call
 * `deliverLessons` before their words leave.
 * @throws ProductError not_found
 */
export async function spokenCourse(given: { accountId: string; courseId: string; language?: CourseLanguage | undefined }): Promise<Spoken> {
  const own = await getCourse({ ...given, isWhole: true });
  const sourceLanguage = own.language as CourseLanguage;
  const language = given.language ?? sourceLanguage;
  const { course, untranslated } =
    language === sourceLanguage
      ? { course: own, untranslated: [] as string[] }
      : await readTranslation({ ...given, language, isWhole: true });
  const lessons = course.modules.flatMap((module, moduleIndex) =>
    module.lessons.map((lesson) => ({
      ...spokenLesson(lesson, language),
      module: module.title,
      moduleIndex,
      isTranslated: !untranslated.includes(lesson.lesson_id),
    })),
  );
  return { course: own, title: course.title, language, sourceLanguage, lessons };
}

/** Marks at the beginning of a quotation: of a question to the listener, and of its answer. */
export const ASKED_ALOUD = { question: '❓', answer: '✓' } as const;

/** Writes a question for speaking: with its options and its answer, except for a prediction, which the following text answers. */
function aloud(item: QuizItem): string[] {
  const options = optionsOf(item);
  const said = [item.question, options.map(({ text }) => text).join('; ')].filter(Boolean).join(' ');
  const right = rightIdsOf(item).map((one) => options.find(({ id }) => id === one)?.text ?? '');
  const answer = [right.join('; '), item.explanation].filter(Boolean).join('. ');
  const isAnswered = purposeOf(item) !== 'predict' && answer !== '';
  // on one line, because a line break ends a quotation
  const quoted = (mark: string, words: string) => `> ${mark} ${words.replaceAll(/\s+/g, ' ').trim()}`;
  return [quoted(ASKED_ALOUD.question, said), ...(isAnswered ? [quoted(ASKED_ALOUD.answer, answer)] : [])];
}

/** Returns a lesson's text with the questions that its author placed in it. Questions whose place is only guessed are not spoken. */
export function textWithQuestions({ content, quiz }: Lesson, language: CourseLanguage): string {
  const placed = quiz.filter(({ after }) => after !== undefined);
  if (placed.length === 0) return content;
  const { parts } = placeQuestions(content, placed, LANGUAGE_CODES[language]);
  // a heading may follow: only blank lines separate quotations
  return parts.map(({ text, questions = [] }) => text?.trim() ?? questions.flatMap(aloud).join('\n\n')).join('\n\n');
}

function spokenLesson(lesson: Lesson, language: CourseLanguage) {
  const { lesson_id: lessonId, title, key_takeaways: takeaways } = lesson;
  const text = [textWithQuestions(lesson, language), ...takeaways.map((point) => `- ${point}`)].join('\n');
  const syllables = text.match(SYLLABLES)?.length ?? 0;
  const minutes = (text.length - syllables) / A_MINUTE.letters + syllables / A_MINUTE.syllables;
  const hash = createHash('sha256').update(title).update('\0').update(text).digest('hex');
  return { lessonId, title, text, hash, minutes: Math.max(1, Math.ceil(minutes)) };
}

/** Returns one lesson in a language, with the title of its course. @throws ProductError not_found */
export async function findSpokenLesson({
  lessonId,
  ...given
}: {
  accountId: string;
  courseId: string;
  language: CourseLanguage;
  lessonId: string;
}): Promise<SpokenLesson & { readonly course: string }> {
  const { lessons, title } = await spokenCourse(given);
  const lesson = lessons.find((one) => one.lessonId === lessonId);
  if (!lesson) throw notFound('lesson');
  return { ...lesson, course: title };
}
