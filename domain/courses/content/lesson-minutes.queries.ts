import type { Lesson } from '#contract/courses/courses.contract.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** Words that a reader studies per minute. */
const WORDS_A_MINUTE = 225;
const MINUTES_A_QUESTION = 1;
const MINUTES_AN_EXERCISE = 5;
/** A step of a workshop, with what is worked out for it. */
const MINUTES_A_STEP = 2;

/** Returns the planned minutes of a lesson with this many words, for when its outline gives none. */
export const plannedMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));

/**
 * Returns the minutes that a lesson takes, at least 1, from its words, questions, exercises and workshop. Every duration shown follows this rule, not
 * the plan that a service made before writing the lesson.
 */
export function lessonMinutes({ content, quiz, exercises, workshop }: Pick<Lesson, 'content' | 'quiz' | 'exercises' | 'workshop'>): number {
  const reading = countWords(plainProse(content)) / WORDS_A_MINUTE;
  const steps = workshop?.steps.length ?? 0;
  const practice = quiz.length * MINUTES_A_QUESTION + exercises.length * MINUTES_AN_EXERCISE + steps * MINUTES_A_STEP;
  return Math.max(1, Math.round(reading + practice));
}
