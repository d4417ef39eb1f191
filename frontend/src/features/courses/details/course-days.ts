import type { Pace } from '#contract/courses/course-plan.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { FINAL_TASK_MINUTES } from '#contract/courses/study-minutes.ts';
import { minutesAUnit, placeInDays } from '#contract/generation/course-pace.ts';
import { continuePlace, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';

/** A lesson on its day. */
interface DayLesson {
  readonly place: Place;
  readonly lesson: Lesson;
  /** Minutes of work away from the page. */
  readonly work: number;
}

/** A day or week of a course. */
export interface CourseDay {
  /** From 1. */
  readonly number: number;
  readonly lessons: readonly DayLesson[];
  /** Minutes of questions that come back; none on the first day. */
  readonly review: number;
  /** The final task's title, on the last day; null on others, or without one. */
  readonly finalTask: string | null;
  /** All of it: lessons with their practice, workshops and work away from the page, the review, and the final task. */
  readonly minutes: number;
}

export interface CourseDays {
  readonly unit: Pace['unit'];
  readonly days: readonly CourseDay[];
  /** Of a day or week on average, by the parts that the course has, as people are told them. */
  readonly minutes: number;
  /** Number of the day to which the reader's next lesson belongs; the first before any was read; null when all are completed. */
  readonly current: number | null;
  readonly isBegun: boolean;
}

/** Returns the days or weeks of a course, each with its parts and minutes; null for a course without a pace, or without lessons. */
export function courseDays(course: Pick<Course, 'modules' | 'plan' | 'reading_place' | 'status'>): CourseDays | null {
  const pace = course.plan?.pace;
  if (!pace) return null;
  const work = new Map(course.plan?.lessons.map(({ lesson_id: id, work_minutes: minutes = 0 }) => [id, minutes]));
  const placed = course.modules.flatMap(({ lessons }, module) =>
    lessons.map((lesson, at): DayLesson => ({ place: { module, lesson: at }, lesson, work: work.get(lesson.lesson_id) ?? 0 })),
  );
  if (placed.length === 0) return null;
  const numbers = placeInDays(
    pace,
    course.modules.map(({ lessons }) => ({ lessons: lessons.length })),
  );
  const task = course.plan?.final_task ?? null;
  const days = Array.from({ length: pace.units }, (_, at): CourseDay => {
    const lessons = placed.filter((_one, index) => numbers[index] === at + 1);
    const returning = at === 0 ? 0 : pace.minutes.review;
    const finalTask = task !== null && at === pace.units - 1 ? task.title : null;
    const taken = lessons.reduce((sum, one) => sum + one.lesson.duration_minutes + one.work, 0);
    return {
      number: at + 1,
      lessons,
      review: returning,
      finalTask,
      minutes: taken + returning + (finalTask === null ? 0 : FINAL_TASK_MINUTES),
    };
  });
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0);
  const next = continuePlace(course);
  const index = next ? placed.findIndex(({ place }) => place.module === next.module && place.lesson === next.lesson) : 0;
  const isDone = placed.every(({ lesson }) => lesson.completed);
  return {
    unit: pace.unit,
    days,
    minutes: minutesAUnit({ minutes: { reading: total / pace.units, practice: 0, tasks: 0, review: 0 } }),
    current: isDone ? null : numbers[index]!,
    isBegun: next !== null,
  };
}
