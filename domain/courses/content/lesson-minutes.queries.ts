import type { Lesson } from '#contract/courses/courses.contract.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** Words that a reader studies in a minute. */
const WORDS_A_MINUTE = 225;
const MINUTES_A_QUESTION = 1;
const MINUTES_AN_EXERCISE = 5;

/** Returns how long a lesson of so many words is planned to take, in whole minutes, where its outline does not say. */
export const plannedMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));

/**
 * Returns how long a lesson takes, in whole minutes, at least 1: by its words, questions and exercises. The one rule of every duration shown; what a
 * service planned before it wrote the lesson is not.
 */
export function lessonMinutes({ content, quiz, exercises }: Pick<Lesson, 'content' | 'quiz' | 'exercises'>): number {
  const reading = countWords(plainProse(content)) / WORDS_A_MINUTE;
  return Math.max(1, Math.round(reading + quiz.length * MINUTES_A_QUESTION + exercises.length * MINUTES_AN_EXERCISE));
}
