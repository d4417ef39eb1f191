import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { coursePace } from '#contract/generation/course-pace.ts';
import { aCourse, aLesson } from '#frontend/features/courses/course.factory.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { courseDays } from './course-days.ts';
import { CoursePace } from './course-pace.tsx';

const form = courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees', duration: '1 week intensive' });
const pace = coursePace(form)!;
const final_task = { title: 'A second roof', task: 'Judge it.', points: ['Wind'], solution: 'It is good.' };
const plan: Course['plan'] = { thread: null, terms: [], conventions: [], final_task, lessons: [], pace };
const workshop = { title: 'A hive', intro: 'Weigh it.', steps: [] };

/** A course of three modules of three lessons, whose last ones have a workshop. @param done number of completed lessons */
const ofAWeek = (done = 0, part: Partial<Course> = {}): Course =>
  aCourse({
    plan,
    modules: [0, 1, 2].map((m) => ({
      title: `Module ${m}`,
      summary: '',
      lessons: [0, 1, 2].map((l) =>
        aLesson(m, l, { completed: m * 3 + l < done, duration_minutes: l === 2 ? 34 : 14, ...(l === 2 && { workshop }) }),
      ),
    })),
    ...part,
  });

describe('the days of a course', () => {
  it('hold every lesson once, the review from the second day on, and on the last one the final task', () => {
    const { days, minutes } = courseDays(ofAWeek())!;
    expect(days.map(({ lessons }) => lessons.length)).toEqual([2, 1, 2, 1, 2, 1, 0]);
    expect(days.map((day) => day.minutes)).toEqual([28, 36, 30, 36, 30, 36, 42]);
    expect(days.map((day) => day.finalTask !== null)).toEqual([false, false, false, false, false, false, true]);
    expect(minutes).toBe(35);
  });

  it('count the work away from the page that a lesson asks for, and say it beside its time', async () => {
    const first = ofAWeek().modules[0]!.lessons[0]!;
    const part = { lesson_id: first.lesson_id, kind: 'project' as const, assumes: [], adds: [], leaves: [], thread: '', work_minutes: 75 };
    const course = ofAWeek(0, { plan: { ...plan!, lessons: [part] } });
    expect(courseDays(course)!.days.map((day) => day.minutes)).toEqual([103, 36, 30, 36, 30, 36, 42]);
    await showScreen(<CoursePace course={course} />);
    expect(screen.getAllByText(/1 h 15 min of your own work/)).not.toEqual([]);
  });

  it('are told by the parts that the course has, even where it was ordered with more', () => {
    const bare = ofAWeek(0, { plan: { ...plan!, final_task: null } });
    for (const { lessons } of bare.modules) for (const lesson of lessons) lesson.duration_minutes = 14;
    expect(courseDays(bare)!.minutes).toBe(20);
  });

  it('do not exist without a pace: old courses look as before', async () => {
    expect(courseDays(aCourse())).toBeNull();
    expect(courseDays(ofAWeek(0, { plan: { ...plan!, pace: undefined } }))).toBeNull();
    expect(courseDays(ofAWeek(0, { modules: [] }))).toBeNull();
    const { container } = await showScreen(<CoursePace course={aCourse()} />);
    expect(container.textContent).toBe('');
  });

  it('follow the reader: the day of the next lesson, and none when all are completed', () => {
    expect([0, 1, 2, 3, 8, 9].map((done) => courseDays(ofAWeek(done))!.current)).toEqual([1, 1, 2, 3, 6, null]);
  });
});

describe('the pace on a course’s page', () => {
  const region = () => screen.getByRole('region', { name: 'Your pace' });

  it('says the promise first, with the first day’s lessons and their minutes', async () => {
    await showScreen(<CoursePace course={ofAWeek()} />);
    expect(within(region()).getByRole('heading', { name: '7 days, about 35 minutes a day' })).toBeTruthy();
    expect(within(region()).getAllByText('Day 1 of 7')[0]).toBeTruthy();
    const [first] = within(region()).getAllByRole('list');
    expect(within(first!).getAllByRole('listitem')).toHaveLength(2);
    expect(within(first!).getByRole('link', { name: 'Lesson 0.0' }).getAttribute('href')).toBe('/courses/course-1/learn/0/0');
  });

  it('says the day that the reader has come to, with its workshop and review', async () => {
    await showScreen(<CoursePace course={ofAWeek(2)} />);
    expect(within(region()).getByRole('heading', { name: 'Day 2 of 7' })).toBeTruthy();
    const [today] = within(region()).getAllByRole('list');
    expect(
      within(today!)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/1\.3 Lesson 0\.2.*with a workshop.*34 min/),
      expect.stringMatching(/Review of what comes back.*2 min/),
    ]);
  });

  it('has all days with the final task, of which the current one is marked', async () => {
    const { container } = await showScreen(<CoursePace course={ofAWeek(3)} />);
    expect(container.textContent).toMatch(/Day 7 of 7.*Final task: A second roof.*40 min/);
    expect(container.querySelector('[aria-current="step"]')?.textContent).toMatch(/^Day 3 of 7/);
  });

  it('of a completed course is the folded list alone', async () => {
    const { container } = await showScreen(<CoursePace course={ofAWeek(9)} />);
    expect(screen.queryByRole('region', { name: 'Your pace' })).toBeNull();
    expect(container.textContent).toContain('All days');
  });
});
