import { expect, it } from 'vitest';
import { coursePace } from '#contract/generation/course-pace.ts';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { courseContent, orchestrationOf, type RunWork } from './course-of-run.ts';
import { placedLessons, planFromOutline } from '#domain/generation/outline/course-plan.ts';
import { buildLessonText, buildOutline } from './run.factory.ts';
import { lessonKeys } from './stage-order.ts';

it('GEN-02 GEN-06 counts lessons, not services: one of four services that wrote every lesson is a success of 100, and the only one used', () => {
  const plan = planFromOutline('run-1', buildOutline(2, 2), 20);
  const lessons = placedLessons(plan);
  const written = lessons.map(({ planned: { lesson_id: id, title } }) => [
    lessonKeys(id).write,
    { output: buildLessonText(title), service: 'grok' },
  ]);
  const of = (count: number) => {
    const work = { plan, research: null, results: Object.fromEntries(written.slice(0, count)) } as unknown as RunWork;
    return orchestrationOf(work, courseContent(work, buildForm()));
  };
  expect(of(4)).toMatchObject({ successful_services: ['grok'], ai_services_used: ['grok'], success_rate: 100 });
  expect(of(3)).toMatchObject({ ai_services_used: ['grok'], success_rate: 75, quality_level: 'partial' });
});

it('has the pace of its form, by the lessons that were planned; a custom-paced course has none', () => {
  const plan = planFromOutline('run-1', buildOutline(2, 2), 20);
  const contentOf = (form: ReturnType<typeof buildForm>) => courseContent({ plan, research: null, results: {} }, form);
  const form = buildForm({ duration: '1 week intensive' });
  expect(contentOf(form).plan).toEqual({ ...plan.shared, pace: coursePace(form, [{ lessons: 2 }, { lessons: 2 }]) });
  expect(contentOf(buildForm({ duration: 'custom-paced' })).plan).toEqual(plan.shared);
});
