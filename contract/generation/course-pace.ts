import type { Pace } from '#contract/courses/course-plan.contract.ts';
import {
  FINAL_TASK_MINUTES,
  MINUTES_A_QUESTION,
  MINUTES_AN_EXERCISE,
  REVIEW_SECONDS,
  WORDS_A_MINUTE,
  WORKSHOP_MINUTES,
} from '#contract/courses/study-minutes.ts';
import { COURSE_SHAPES } from './course-cost.ts';
import type { CourseForm } from './course-form.contract.ts';
import { lessonWords, practiceFor } from './course-size.ts';

/** The fields of a form that determine its pace. */
export type PaceForm = Pick<
  CourseForm,
  'duration' | 'content_depth' | 'age' | 'interactive_elements' | 'assessment_type' | 'general_course'
>;

/**
 * The days or weeks of a duration, and how often a question comes back before they end for a learner who answers it right (the scheduler's
 * dates, simulated by `course-time.test.ts`).
 */
const PLACES: Readonly<Record<Exclude<CourseForm['duration'], 'custom-paced'>, Pick<Pace, 'unit' | 'units'> & { returns: number }>> = {
  '1 week intensive': { unit: 'day', units: 7, returns: 0.8 },
  '2 weeks': { unit: 'day', units: 14, returns: 1 },
  '1 month': { unit: 'week', units: 4, returns: 1.5 },
  '6 weeks': { unit: 'week', units: 6, returns: 1.8 },
  '3 months': { unit: 'week', units: 13, returns: 2.3 },
  '6 months': { unit: 'week', units: 26, returns: 2.8 },
};

/** The number of lessons of a module. */
interface ModuleLessons {
  readonly lessons: number;
  /** Position of the lesson with the workshop, from 0; by default the module's last lesson. */
  readonly workshop?: number;
}

/** Returns the modules that a duration orders. */
export function orderedModules(duration: CourseForm['duration']): ModuleLessons[] {
  const [modules, lessons] = COURSE_SHAPES[duration];
  return Array.from({ length: modules }, () => ({ lessons }));
}

/**
 * Returns the pace of a course: what its parts take, spread over its days or weeks. Null where the form promises no time: custom-paced
 * courses, and the demo library's general lesson.
 * @param modules those of the outline, once it is known; by default as ordered. A course of fewer lessons promises less time.
 */
export function coursePace(form: PaceForm, modules: readonly ModuleLessons[] = orderedModules(form.duration)): Pace | null {
  if (form.duration === 'custom-paced' || form.general_course) return null;
  const lessons = modules.reduce((sum, module) => sum + module.lessons, 0);
  const { kind, count } = practiceFor(form);
  const [questions, exercises] = kind === 'quiz' ? [count, 1] : [0, count];
  return paceOfParts(PLACES[form.duration], {
    reading: (lessons * lessonWords(form)) / WORDS_A_MINUTE,
    practice: lessons * (questions * MINUTES_A_QUESTION + exercises * MINUTES_AN_EXERCISE),
    tasks: modules.length * WORKSHOP_MINUTES + FINAL_TASK_MINUTES,
    questions: lessons * questions,
  });
}

/** What the parts of a course take in all, in minutes; `questions`: how many come back. */
export interface PartMinutes extends Pick<Pace['minutes'], 'reading' | 'practice' | 'tasks'> {
  readonly questions: number;
}

/** Returns a pace by the parts that a course has, which may be others than those that were ordered. */
export function paceOfParts({ unit, units }: Pick<Pace, 'unit' | 'units'>, { questions, ...parts }: PartMinutes): Pace {
  const perUnit = (total: number) => Math.round(total / units);
  const returns = Object.values(PLACES).find((place) => place.unit === unit && place.units === units)?.returns ?? 1;
  return {
    unit,
    units,
    minutes: {
      reading: perUnit(parts.reading),
      practice: perUnit(parts.practice),
      tasks: perUnit(parts.tasks),
      review: perUnit((questions * returns * REVIEW_SECONDS.question) / 60),
    },
  };
}

/** The sentence of a pace is rounded to so many minutes. */
const ROUNDED_TO = 5;

/** Returns the minutes of one day or week as people are told them: rounded to five, at least five. */
export function minutesAUnit({ minutes: { reading, practice, tasks, review } }: Pick<Pace, 'minutes'>): number {
  return Math.max(ROUNDED_TO, Math.round((reading + practice + tasks + review) / ROUNDED_TO) * ROUNDED_TO);
}

/**
 * Places lessons in the days or weeks of a pace, so that each takes about as long as the others. The final task stands in the last one,
 * which has fewer lessons for it, or none.
 * @returns the day or week of each lesson in reading order, from 1; never descending. Units may have no lesson, only review.
 */
export function placeInDays({ units, minutes }: Pace, modules: readonly ModuleLessons[]): number[] {
  const count = modules.reduce((sum, { lessons }) => sum + lessons, 0);
  const lessonMinutes = (units * (minutes.reading + minutes.practice)) / Math.max(1, count);
  const taken = modules.flatMap(({ lessons, workshop = lessons - 1 }) =>
    Array.from({ length: lessons }, (_, at) => lessonMinutes + (at === workshop ? WORKSHOP_MINUTES : 0)),
  );
  const groups = evenGroups([...taken, FINAL_TASK_MINUTES], Math.min(units, count + 1));
  const step = (units - 1) / Math.max(1, groups.length - 1);
  return groups.flatMap((size, at) => Array.from({ length: size }, () => 1 + Math.round(at * step))).slice(0, count);
}

/**
 * Divides a row of parts into groups of neighbours that are as equal as they can be: with the least sum of squares.
 * @param count of groups, none of them empty; at most as many as there are parts
 * @returns the number of parts in each group
 */
function evenGroups(parts: readonly number[], count: number): number[] {
  const until = [0];
  for (const part of parts) until.push(until.at(-1)! + part);
  // by the number of first parts: their least sum in as many groups as the loop has come to, and the parts before the last of these
  const divided = [until.map((sum, held) => ({ sum: held === 0 ? Infinity : sum ** 2, before: 0 }))];
  for (let groups = 2; groups <= count; groups += 1) {
    const fewer = divided.at(-1)!;
    const row = until.map(() => ({ sum: Infinity, before: 0 }));
    for (let held = groups; held < until.length; held += 1) {
      for (let before = groups - 1; before < held; before += 1) {
        const sum = fewer[before]!.sum + (until[held]! - until[before]!) ** 2;
        if (sum < row[held]!.sum) row[held] = { sum, before };
      }
    }
    divided.push(row);
  }
  const sizes: number[] = [];
  let held = parts.length;
  for (const row of divided.toReversed()) {
    sizes.unshift(held - row[held]!.before);
    held = row[held]!.before;
  }
  return sizes;
}
