import { expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';

const api = useTestApi();

it('a reported error in a lesson reaches the operators with the passage, its course and lesson, once per passage, and can only be closed', async () => {
  const given = (name: string, roles = ['learner']) => api.givenPerson(`${name}@example.com`, { tokens: 0, birthYear: 1990, roles });
  const [ada, ben, operator] = await Promise.all([given('ada'), given('ben'), given('op', ['learner', 'operator'])]);
  const call = (person: Person, address: string, body?: object) => api.call(address, { body, bearer: person.accessToken });
  const courseId = await givenCourse(ada.userId);
  const { content } = await liveCourse({ accountId: ada.userId, courseId });
  const [lesson] = content.modules[0]!.lessons;
  const report = (person: Person, passage: string) =>
    call(person, '/api/reports', {
      subject_type: 'lesson',
      subject_id: `${courseId}:${lesson!.lesson_id}`,
      reason: 'error',
      text: 'Two thumbs since 2025',
      passage,
    });
  for (const passage of ['Two fingers for infants', 'Two fingers for infants', 'The Moon is a star'])
    expect((await report(ada, passage)).json).toEqual({ reported: true });
  expect((await report(ben, 'Two fingers for infants')).status).toBe(404);

  const waiting = async () => (await call(operator, '/api/operator/moderation?show=waiting')).json.cases;
  const found = await waiting();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({
    text: `${content.title} · ${lesson!.title}\n\nTwo fingers for infants`,
    reports: [{ reason: 'error', text: 'Two thumbs since 2025' }],
  });
  const close = (action: string) =>
    call(operator, '/api/operator/moderation', { subject_type: 'lesson', subject_id: found[0].subject_id, action, version: 1 });
  for (const action of ['remove', 'warn', 'suspend']) expect((await close(action)).status).toBe(400);
  expect((await close('approve')).status).toBe(200);
  expect(await waiting()).toHaveLength(1);
  // the passage was not written by its reader
  expect(await api.database.knex('notification').where({ account_id: ada.userId })).toEqual([]);
});
