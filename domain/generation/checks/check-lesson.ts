import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { COURSE_BOUNDS } from '#contract/courses/stored-course.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { WORDS_OF_PARTS } from '#contract/generation/course-size.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { brokenEnd } from '#domain/vendors/llm/hygiene/broken-end.ts';
import { ungivenStudy } from '#domain/vendors/llm/hygiene/ungiven.ts';
import { openFence } from '#domain/platform/prose/open-fence.ts';
import { shareOfNew } from './check-duplicates.ts';
import { checkLanguage, checkLists, checkPassages } from './check-language.ts';
import { type Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { checkTopicForAge, checkUnsafe } from './check-unsafe.ts';
import { courseSize, orderedLessons } from '#domain/generation/outline/course-size.ts';
import type { LessonDocument } from '#domain/generation/prompts/documents.ts';
import { countWords, plainProse, outsideCode } from '#domain/platform/prose/plain-prose.ts';

/** Minimum length of a lesson's text, in characters. */
export const LESSON_MIN_CHARACTERS = 600;
const MOST_POINTS = 12;
/** Bytes of a course available for lesson texts; the rest is for practice and names. */
const TEXTS_SHARE = 0.75;
/** Minimum share of a text's words outside headings, and of word runs that are not repetitions. */
const LEAST = { prose: 0.5, new: 0.1 };
/** This many wrongly decoded characters are no accident; an answer with lost characters never gets this far. */
const MOST_UNREADABLE = 3;

interface Wish {
  /** Requested number of words, if the learner wants another length than the form says. 0: any. */
  readonly words?: number;
  /** Number of lessons in the whole course, which share its size limit; default: as the form asks for. */
  readonly lessons?: number;
}

/** Returns the problems of a lesson that fits its schema; empty when it is good. */
export function checkLesson(
  lesson: LessonDocument,
  form: CourseForm,
  { words = courseSize(form).lesson_words, lessons = orderedLessons(form) }: Wish = {},
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
    ...checkStudies(lesson.content, form),
    // every try may drift; a lesson in the wrong language with a note is better than none
    ...checkLanguage([lesson.content, ...lesson.objectives, ...lesson.key_takeaways], form.language_preference, {
      keep: 'last_resort',
      note: 'language',
    }),
    ...checkLists([lesson.objectives, lesson.key_takeaways], form.language_preference, [form.topic, form.learning_goals], {
      keep: 'last_resort',
      note: 'language',
    }),
    ...checkPassages(lesson.content, form.language_preference, [form.topic, form.learning_goals, lesson.objectives.join(' ')], {
      keep: 'last_resort',
      note: 'language',
    }),
    ...checkReadingLevel(lesson.content, form),
    ...checkUnsafe(lesson, form),
    ...checkTopicForAge(form),
  ];
}

/** Checks that a text is prose: not only headings, repetitions or wrongly decoded characters. */
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

/** Reports a study that is named although the learner gave no source: models invent them. The learner's own words may be repeated. */
function checkStudies(markdown: string, form: CourseForm): AnswerProblem[] {
  const given = `${form.topic} ${form.learning_goals} ${form.expert_sources}`;
  if ((form.source_ids ?? []).length > 0 || ungivenStudy(markdown, given) === null) return [];
  return [problem('the text names a study although no source was given: leave it out', { keep: 'after_reask', note: 'unsourced_study' })];
}

/** A text with fewer words is not a lesson, whatever length was requested. */
const LEAST_WORDS = 150;
/**
 * Shares of the length that a lesson's parts need: below the second a text is requested again; below the first it is not used while another
 * service can still be asked. A text that has its parts, in fewer words than requested, is not bought a second time: models that write little
 * write little again.
 */
const LEAST_SHARE = 0.35;
const ENOUGH = 0.5;
/**
 * Shares of the requested number of words: above the first a text is requested again; above the second it is not used while another service
 * can still be asked.
 */
const MORE_THAN_ENOUGH = 1.6;
const FAR_TOO_MUCH = 3;

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;
/** Headings of exercises, in the languages of courses. */
const EXERCISE =
  /^(#{2,4})[ \t]+(?:exercises?|ejercicios?|exercices?|übung(?:en)?|eserciz(?:io|i)|exercícios?|упражнени[ея]|练习|練習|연습|تمرين|تمارين|अभ्यास)(?![\p{L}\p{M}])/iu;

/** Returns a text without its exercises, each of which extends to the next heading that is not below its own. */
export function withoutExercises(markdown: string): string {
  let level = 0;
  let fence = '';
  const isKept = (line: string): boolean => {
    const mark = FENCE.exec(line)?.[0].trim().slice(0, 3) ?? '';
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : '';
    if (fence !== '' || mark !== '') return level === 0;
    const heading = /^#{1,6}(?=[ \t])/.exec(line)?.[0].length ?? 0;
    if (heading > 0 && heading <= level) level = 0;
    if (level === 0) level = EXERCISE.exec(line)?.[1]!.length ?? 0;
    return level === 0;
  };
  return markdown.split('\n').filter(isKept).join('\n');
}

/**
 * Checks the length. Exercises do not make a text too long: services asked for a shorter text drop them first.
 * @param target words of one lesson, see `courseSize`; 0 accepts any length
 */
function checkLength(markdown: string, target: number): AnswerProblem[] {
  const words = countWords(plainProse(markdown));
  if (target === 0) return [];
  const read = countWords(plainProse(withoutExercises(markdown)));
  if (read > target * MORE_THAN_ENOUGH) {
    const text = `the text is too long: ${read} words where about ${target} are asked for; say less, do not break off`;
    return [problem(text, { keep: read > target * FAR_TOO_MUCH ? 'last_resort' : 'after_reask', note: 'too_long' })];
  }
  const least = Math.min(target, WORDS_OF_PARTS);
  if (words >= least * ENOUGH) return [];
  const text = `the text is too short: ${words} words without its code, about ${target} words are needed`;
  if (words < Math.min(LEAST_WORDS, least * LEAST_SHARE)) return [problem(text)];
  return [problem(text, { keep: words < least * LEAST_SHARE ? 'last_resort' : 'after_reask', note: 'length' })];
}

/**
 * Highest LIX for readers up to an age; from 18 on there is no limit. LIX = words per sentence + percentage of words over six letters,
 * designed to be language-independent: under 30 children's books, 30-40 fiction, 40-50 newspapers, over 50 specialist texts.
 */
const HIGHEST = [
  [8, 36],
  [10, 38],
  [12, 40],
  [15, 42],
  [17, 52],
] as const;
/** Languages whose everyday words are longer. */
const LONGER_WORDS: Partial<Record<Language, number>> = { german: 3, spanish: 2, italian: 3, portuguese: 3, french: 6, russian: 6 };
/** Scripts without spaces: maximum number of characters per sentence. */
const HIGHEST_SIGNS = [
  [8, 36],
  [12, 46],
  [15, 60],
  [17, 90],
] as const;
const DENSE: readonly Language[] = ['chinese', 'japanese'];

const SENTENCE_END = /(?<![.!?:;。！？।؟])[.!?:;。！？।؟]+(?=\s|$|["”»」）)])|[。！？]|\n+/u;
/** Shorter texts are not judged. */
const FEWEST_WORDS = 60;

const sentencesOf = (plain: string) => plain.split(SENTENCE_END).filter((part) => /\p{L}/u.test(part)).length;

/** Returns the LIX of a Markdown text; for Chinese and Japanese, characters per sentence. Null when it is too short. */
export function readingLevel(markdown: string, language: Language): number | null {
  const plain = plainProse(markdown);
  if (DENSE.includes(language)) {
    const signs = plain.match(/\p{L}/gu)?.length ?? 0;
    return signs < FEWEST_WORDS * 2 ? null : signs / sentencesOf(plain);
  }
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  if (words.length < FEWEST_WORDS) return null;
  const long = words.filter((word) => word.length > 6).length;
  return words.length / sentencesOf(plain) + (100 * long) / words.length;
}

/** Reports a text that is too hard for the reader's age; it is requested again once, then used with a note. */
function checkReadingLevel(
  markdown: string,
  { age, language_preference: language }: { age: number; language_preference: Language },
): AnswerProblem[] {
  const level = readingLevel(markdown, language);
  const limits = DENSE.includes(language) ? HIGHEST_SIGNS : HIGHEST;
  const limit = limits.find(([to]) => age <= to)?.[1];
  if (level === null || limit === undefined || level <= limit + (LONGER_WORDS[language] ?? 0)) return [];
  return [
    problem(`the text is too hard for a reader of ${age}: shorter sentences, everyday words, and every hard word explained`, {
      keep: 'after_reask',
      note: 'reading_level',
    }),
  ];
}

/**
 * Finds where a text was cut off, or a part of it never ends: a model that has run out of tokens also closes its JSON. Such a text is used,
 * with a note, only when two services have not written a whole one.
 */
export function checkWhole(markdown: string): AnswerProblem[] {
  const broken = (text: string) => problem(text, { keep: 'after_others', note: 'unfinished' });
  const problems: AnswerProblem[] = [];
  if (openFence(markdown) !== null) return [broken('a block of code is never closed: close every fence')];
  let prose = '';
  outsideCode(markdown, (part) => (prose += `${part}\`\``) && part);
  if (hasOpenFormula(prose)) problems.push(broken('a formula is never closed: close every $$'));
  if (hasOpenMark(prose)) problems.push(broken('a mark ** is never closed: close every bold passage'));
  const end = brokenEnd(markdown);
  if (end) problems.push(broken(end));
  return problems;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const hasOpenFormula = (prose: string): boolean =>
  count(prose, /(?<!\\)\$\$/g) % 2 === 1 || count(prose, /(?<!\\)\\\[/g) > count(prose, /(?<!\\)\\\]/g);

/** Marks that must be closed within their block. */
const hasOpenMark = (prose: string): boolean =>
  prose
    .replaceAll(/\$\$[^$]*\$\$|\$[^$\n]*\$/g, ' ')
    .replaceAll(/^[ \t]*(?:\*[ \t]*){3,}$/gm, '')
    .replaceAll('\\*', ' ')
    // a bar divides cells in a row of a table; elsewhere it belongs to the text: P(A | B)
    .replaceAll(/^[ \t>]*\|.*$/gm, (row) => row.replaceAll(/(?<!\\)\|/g, '\n\n'))
    .split(/\n[ \t>]*\n|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/)
    .some((block) => {
      const marks = [...block.matchAll(/(?<!\*)\*{2,3}(?!\*)/g)];
      return [marks, marks.filter((mark) => !isOperator(block, mark))].every(({ length }) => length % 2 === 1);
    });

/** Marks between letters or between spaces may be operators: `2**3`. */
function isOperator(block: string, { index, 0: mark }: RegExpExecArray): boolean {
  const sides = `${block[index - 1] ?? ' '}${block[index + mark.length] ?? ' '}`;
  return /^(?:\s\s|[A-Za-z\d)][A-Za-z\d(])$/.test(sides);
}
