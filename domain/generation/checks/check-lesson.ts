import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { COURSE_BOUNDS } from '#contract/courses/stored-course.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { shareOfNew } from './check-duplicates.ts';
import { checkLanguage } from './check-language.ts';
import { checkLength } from './check-length.ts';
import { checkReadingLevel } from './check-reading-level.ts';
import { checkTopicForAge, checkUnsafe } from './check-unsafe.ts';
import { checkWhole } from './check-whole.ts';
import { courseSize, lessonCount } from '#domain/generation/outline/course-size.ts';
import type { LessonDocument } from '#domain/generation/prompts/documents.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** Minimum length of a lesson's text, in characters. */
export const LESSON_MIN_CHARACTERS = 600;
const MOST_POINTS = 12;
/** What the texts of all lessons may take of a course's bytes; the rest is for practice and names. */
const TEXTS_SHARE = 0.75;
/** Minimum share of a text's words outside headings, and of word runs that are not repetitions. */
const LEAST = { prose: 0.5, new: 0.1 };
/** So many characters decoded as those of another encoding are no accident; no answer with lost ones comes so far. */
const MOST_UNREADABLE = 3;

interface Wish {
  /** Requested number of words, when the learner wants another length than the form says. 0: any. */
  readonly words?: number;
  /** Lessons of the whole course, which share its bound; default: as the form asks for. */
  readonly lessons?: number;
}

/** Returns the problems of a lesson that fits its schema. Empty when it is good. */
export function checkLesson(
  lesson: LessonDocument,
  form: CourseForm,
  { words = courseSize(form).lesson_words, lessons = lessonCount(form.duration) }: Wish = {},
): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const length = lesson.content.trim().length;
  if (length < LESSON_MIN_CHARACTERS)
    problems.push(problem(`the text has ${length} characters; at least ${LESSON_MIN_CHARACTERS} are needed`));
  const [bytes, most] = [Buffer.byteLength(lesson.content), Math.floor((COURSE_BOUNDS.bytes * TEXTS_SHARE) / lessons)];
  if (length > LESSON_CHARACTERS || bytes > most)
    problems.push(problem(`the text is far too long: it may have ${Math.min(LESSON_CHARACTERS, most)} characters at most`));
  for (const [name, list] of [
    ['objectives', lesson.objectives],
    ['key takeaways', lesson.key_takeaways],
  ] as const) {
    const count = list.filter((entry) => entry.trim()).length;
    if (count === 0) problems.push(problem(`there are no ${name}`));
    if (count > MOST_POINTS) problems.push(problem(`there are ${count} ${name}; at most ${MOST_POINTS} are read`, { keep: 'after_reask' }));
  }
  return [
    ...problems,
    ...checkLength(lesson.content, words),
    ...checkProse(lesson.content),
    ...checkWhole(lesson.content),
    // every try may drift; a lesson in the wrong language with a note is better than none
    ...checkLanguage([lesson.content, ...lesson.objectives, ...lesson.key_takeaways], form.language_preference, {
      keep: 'last_resort',
      note: 'language',
    }),
    ...checkReadingLevel(lesson.content, form),
    ...checkUnsafe(lesson, form),
    ...checkTopicForAge(form),
  ];
}

/** Checks that it is prose: not only headings, not repetitions, not characters of another encoding. */
function checkProse(markdown: string): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const body = markdown.replace(/^#{1,6} .*$/gm, '');
  if (countWords(plainProse(body)) < countWords(plainProse(markdown)) * LEAST.prose)
    problems.push(problem('the text is mostly headings: write out what belongs under them'));
  if (/^\s*[{[]\s*["{]/.test(markdown)) problems.push(problem('the text is JSON: write Markdown in it'));
  if (shareOfNew(markdown) < LEAST.new) problems.push(problem('the text says the same words again and again'));
  if ((markdown.match(/Ã[\u0080-\u00bf]|â€/g)?.length ?? 0) >= MOST_UNREADABLE)
    problems.push(problem('signs of the text are unreadable: write UTF-8'));
  return problems;
}
