import { describe, expect, it } from 'vitest';
import type { Pace } from '#contract/courses/course-plan.contract.ts';
import { FINAL_TASK_MINUTES, REVIEW_SECONDS, WORKSHOP_STEPS } from '#contract/courses/study-minutes.ts';
import { courseFormSchema, FORM_OPTIONS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { coursePace, minutesAUnit, orderedModules, placeInDays } from '#contract/generation/course-pace.ts';
import { lessonWords, practiceFor } from '#contract/generation/course-size.ts';
import { buildLesson } from '#domain/courses/content/course.factory.ts';
import { lessonMinutes } from '#domain/courses/content/lesson-minutes.queries.ts';
import { scheduleAnswer } from '#domain/practice/schedule-review.ts';
import { orderedLessons } from './course-size.ts';

const DAY_MS = 86_400_000;
/** One age in each group with a length of its own, and adults. */
const AGES = [8, 11, 14, 30];
const TIMED = FORM_OPTIONS.duration.filter((duration) => duration !== 'custom-paced');
const WITHIN = 0.2;
/** Shares of the requested words that models which follow an order keep to. A course of shorter lessons promises less once it is written. */
const USUAL = [0.5, 1.6];
const WITHIN_USUAL = 0.25;

const formOf = (more: Partial<CourseForm>): CourseForm =>
  courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees', ...more });

const [question] = buildLesson().quiz;
const field = { kind: 'number', answer: 12, tolerance: 0, unit: 'kg' } as const;
const workshop = {
  title: 'A hive in spring',
  intro: 'word '.repeat(40),
  steps: Array.from({ length: WORKSHOP_STEPS }, (_, n) => ({
    id: `s${n}`,
    text: 'Weigh the hive.',
    field,
    hint: '',
    explanation: 'It is heavy.',
  })),
};

/** The minutes that a course takes whose parts are as they were ordered. @param share of the ordered words */
function minutesOf(form: CourseForm, share = 1): number {
  const { kind, count } = practiceFor(form);
  const lesson = {
    content: 'word '.repeat(Math.round(lessonWords(form) * share)),
    quiz: kind === 'quiz' ? Array.from({ length: count }, () => question!) : [],
    exercises: Array.from({ length: kind === 'quiz' ? 1 : count }, (_, n) => ({ id: `e${n}`, title: 'Try it', instructions: 'Open it.' })),
  };
  const workshops = orderedModules(form.duration).length;
  return (
    (orderedLessons(form) - workshops) * lessonMinutes(lesson) + workshops * lessonMinutes({ ...lesson, workshop }) + FINAL_TASK_MINUTES
  );
}

/** The minutes of review until a course's last day, for a learner who studies each lesson on its day and answers rightly. */
function minutesOfReturns(form: CourseForm, pace: Pace): number {
  const days = pace.unit === 'day' ? 1 : 7;
  const end = pace.units * days * DAY_MS;
  const { kind, count } = practiceFor(form);
  let seconds = 0;
  for (const place of placeInDays(pace, orderedModules(form.duration))) {
    const start = (place - 0.5) * days * DAY_MS;
    let card = scheduleAnswer(null, true, new Date(start));
    for (; card.due.getTime() < end; card = scheduleAnswer(card, true, card.due)) seconds += REVIEW_SECONDS.question;
  }
  return kind === 'quiz' ? (count * seconds) / 60 : 0;
}

const cases = TIMED.flatMap((duration) => FORM_OPTIONS.content_depth.map((content_depth) => ({ duration, content_depth })));
const practices = [
  {},
  { interactive_elements: 'minimal' },
  { interactive_elements: 'immersive' },
  { assessment_type: 'projects' },
] as const;

describe('the time that a course promises', () => {
  it.each(cases)('$duration, $content_depth: its parts fill it, at every age and with every practice', ({ duration, content_depth }) => {
    for (const age of AGES)
      for (const practice of practices) {
        const form = formOf({ duration, content_depth, age, ...practice });
        const pace = coursePace(form)!;
        const { reading, practice: asked, tasks } = pace.minutes;
        const name = JSON.stringify({ age, ...practice });
        const filled = minutesOf(form);
        expect(Math.abs(pace.units * (reading + asked + tasks) - filled) / filled, name).toBeLessThan(WITHIN);
        // as the form says it, with the review
        const all = filled + minutesOfReturns(form, pace);
        expect(Math.abs(pace.units * minutesAUnit(pace) - all) / all, name).toBeLessThan(WITHIN);
      }
  });

  it.each(cases)('$duration, $content_depth: lessons of half the words or 1.6 times as many keep it', ({ duration, content_depth }) => {
    const form = formOf({ duration, content_depth });
    const pace = coursePace(form)!;
    const { reading, practice, tasks, review } = pace.minutes;
    for (const share of USUAL) {
      const filled = minutesOf(form, share) + minutesOfReturns(form, pace);
      expect(Math.abs(pace.units * (reading + practice + tasks + review) - filled) / filled, String(share)).toBeLessThan(WITHIN_USUAL);
    }
  });

  it.each(TIMED)('%s: as many questions come back as are promised', (duration) => {
    const form = formOf({ duration });
    const pace = coursePace(form)!;
    const returned = minutesOfReturns(form, pace);
    // whole minutes of each day or week
    expect(Math.abs(pace.units * pace.minutes.review - returned)).toBeLessThanOrEqual(pace.units * 0.5 + returned * WITHIN);
  });
});
