import type { Lesson } from '#contract/courses/courses.contract.ts';
import {
  FINAL_TASK_MINUTES,
  MINUTES_A_QUESTION,
  MINUTES_A_STEP,
  MINUTES_AN_EXERCISE,
  WORDS_A_MINUTE,
} from '#contract/courses/study-minutes.ts';
import type { PartMinutes } from '#contract/generation/course-pace.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';

/** Returns the planned minutes of a lesson with this many words, for when its outline gives none. */
export const plannedMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));

const readingMinutes = (markdown: string): number => countWords(plainProse(markdown)) / WORDS_A_MINUTE;

/**
 * Returns the minutes that a lesson takes, at least 1, from its words, questions, exercises and workshop. Every duration shown follows this
 * rule, not the plan that a service made before writing the lesson.
 */
export function lessonMinutes(lesson: Timed): number {
  return Math.max(1, Math.round(readingMinutes(lesson.content) + practiceMinutes(lesson) + workshopMinutes(lesson.workshop)));
}

type Timed = Pick<Lesson, 'content' | 'quiz' | 'exercises' | 'workshop'>;

const practiceMinutes = ({ quiz, exercises }: Timed): number => quiz.length * MINUTES_A_QUESTION + exercises.length * MINUTES_AN_EXERCISE;

/**
 * Returns what the parts of a course take in all, as its pace is counted: without work away from the page.
 * @param course `minutes`: of the whole (`totalMinutes`), because counting the words of a large course a second time would hold the event
 * loop up with each save
 */
export function partMinutes(
  lessons: readonly Timed[],
  { minutes, hasFinalTask }: { readonly minutes: number; readonly hasFinalTask: boolean },
): PartMinutes {
  const sum = (of: (lesson: Timed) => number) => lessons.reduce((all, lesson) => all + of(lesson), 0);
  const practice = sum(practiceMinutes);
  const asked = sum(({ workshop }) => (workshop?.steps ?? []).filter(({ field }) => field !== null).length * MINUTES_A_STEP);
  const tasks = asked + (hasFinalTask ? FINAL_TASK_MINUTES : 0);
  return {
    reading: Math.max(0, minutes - practice - tasks),
    practice,
    tasks,
    questions: sum(({ quiz }) => quiz.length),
  };
}

/** A step's minutes include reading what it asks for. */
function workshopMinutes(workshop: Lesson['workshop']): number {
  if (!workshop) return 0;
  const told = workshop.steps.filter(({ field }) => field === null);
  const reading = [workshop.intro, ...told.flatMap(({ text, explanation }) => [text, explanation])].join('\n\n');
  return readingMinutes(reading) + (workshop.steps.length - told.length) * MINUTES_A_STEP;
}
