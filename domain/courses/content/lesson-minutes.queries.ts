import type { Lesson } from '#contract/courses/courses.contract.ts';
import { MINUTES_A_QUESTION, MINUTES_A_STEP, MINUTES_AN_EXERCISE, WORDS_A_MINUTE } from '#contract/courses/study-minutes.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** Returns the planned minutes of a lesson with this many words, for when its outline gives none. */
export const plannedMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));

const readingMinutes = (markdown: string): number => countWords(plainProse(markdown)) / WORDS_A_MINUTE;

/**
 * Returns the minutes that a lesson takes, at least 1, from its words, questions, exercises and workshop. Every duration shown follows this
 * rule, not the plan that a service made before writing the lesson.
 */
export function lessonMinutes({ content, quiz, exercises, workshop }: Pick<Lesson, 'content' | 'quiz' | 'exercises' | 'workshop'>): number {
  const practice = quiz.length * MINUTES_A_QUESTION + exercises.length * MINUTES_AN_EXERCISE;
  return Math.max(1, Math.round(readingMinutes(content) + practice + workshopMinutes(workshop)));
}

/** A step's minutes include reading what it asks for. */
function workshopMinutes(workshop: Lesson['workshop']): number {
  if (!workshop) return 0;
  const told = workshop.steps.filter(({ field }) => field === null);
  const reading = [workshop.intro, ...told.flatMap(({ text, explanation }) => [text, explanation])].join('\n\n');
  return readingMinutes(reading) + (workshop.steps.length - told.length) * MINUTES_A_STEP;
}
