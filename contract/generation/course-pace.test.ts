import { describe, expect, it } from 'vitest';
import { courseFormSchema, FORM_OPTIONS, type CourseForm } from './course-form.contract.ts';
import { paceSchema, type Pace } from '#contract/courses/course-plan.contract.ts';
import { coursePace, minutesAUnit, orderedModules, placeInDays } from './course-pace.ts';

const formOf = (more: Partial<CourseForm> = {}): CourseForm =>
  courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees', ...more });
const TIMED = FORM_OPTIONS.duration.filter((duration) => duration !== 'custom-paced');
const paceFor = (duration: CourseForm['duration']): Pace => coursePace(formOf({ duration }))!;

describe('the pace of a course', () => {
  it('has the days or weeks of its duration, and whole minutes of each that can be stored', () => {
    expect(TIMED.map((duration) => `${paceFor(duration).units} ${paceFor(duration).unit}s`)).toEqual([
      '7 days',
      '14 days',
      '4 weeks',
      '6 weeks',
      '13 weeks',
      '26 weeks',
    ]);
    for (const duration of TIMED) expect(paceSchema.parse(paceFor(duration))).toEqual(paceFor(duration));
  });

  it('promises nothing for a custom-paced course, nor for the library’s general lesson', () => {
    expect(coursePace(formOf({ duration: 'custom-paced' }))).toBeNull();
    expect(coursePace(formOf({ general_course: true }))).toBeNull();
  });

  it('is less for a course of fewer lessons than its duration orders', () => {
    const half = orderedModules('2 weeks').slice(0, 2);
    expect(minutesAUnit(coursePace(formOf({ duration: '2 weeks' }), half)!)).toBeLessThan(minutesAUnit(paceFor('2 weeks')));
  });

  it('has nothing to review where nothing is asked', () => {
    expect(coursePace(formOf({ assessment_type: 'projects' }))!.minutes.review).toBe(0);
  });
});

describe('the days of a course', () => {
  it('come one after another in a week, with a workshop every second day and the last one free for the final task', () => {
    expect(placeInDays(paceFor('1 week intensive'), orderedModules('1 week intensive'))).toEqual([1, 1, 2, 3, 3, 4, 5, 5, 6]);
  });

  it.each(TIMED)('%s: every lesson has one, in their order, and no day is far longer than the others', (duration) => {
    const [pace, modules] = [paceFor(duration), orderedModules(duration)];
    const days = placeInDays(pace, modules);
    expect(days).toHaveLength(modules.reduce((sum, { lessons }) => sum + lessons, 0));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(days[0]).toBe(1);
    expect(days.at(-1)).toBeLessThanOrEqual(pace.units);
    const most = Math.max(...days.map((day) => days.filter((other) => other === day).length));
    expect(most).toBeLessThanOrEqual(Math.ceil(days.length / pace.units) + 1);
  });

  it('keep room for the final task: the last day has at most half of the lessons of another', () => {
    for (const duration of TIMED) {
      const [{ units }, days] = [paceFor(duration), placeInDays(paceFor(duration), orderedModules(duration))];
      const on = (day: number) => days.filter((other) => other === day).length;
      expect(on(units), duration).toBeLessThanOrEqual(Math.max(...days.map(on)) / 2);
    }
  });

  it('of two weeks are one lesson each, with one day between them free', () => {
    expect(placeInDays(paceFor('2 weeks'), orderedModules('2 weeks'))).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
  });

  it('follow an outline of any size, with the workshop where it stands', () => {
    const pace = paceFor('1 week intensive');
    expect(placeInDays(pace, [])).toEqual([]);
    expect(placeInDays(pace, [{ lessons: 1 }])).toEqual([1]);
    expect(placeInDays(pace, [{ lessons: 4, workshop: 0 }, { lessons: 2 }])).toEqual(
      placeInDays(pace, [{ lessons: 4, workshop: 0 }, { lessons: 2 }]).toSorted((a, b) => a - b),
    );
    const crowded = placeInDays(
      pace,
      Array.from({ length: 20 }, () => ({ lessons: 6 })),
    );
    expect([crowded[0], Math.max(...crowded)]).toEqual([1, 7]);
  });
});
