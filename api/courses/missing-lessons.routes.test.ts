import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { missingLessonsSchema } from '#contract/courses/missing-lessons.contract.ts';
import { givenCompletedRun } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';

const api = useTestApi();
let person: Person;
let courseId: string;
let lessons: string[];
beforeAll(async () => {
  person = await api.givenPerson('missing@example.com');
  const run = await givenCompletedRun(person.userId, { failing: 2 });
  ({ lessons } = run);
  courseId = (await runEnvelope({ runId: run.runId, accountId: person.userId })).result!.course_id;
});

const call = (method: string, headers: Record<string, string> = {}) =>
  api.call(`/api/courses/${courseId}/missing-lessons`, { method, bearer: person.accessToken, headers });

it('reports the missing lessons of a course and their price, and has all of them written once', async () => {
  const offer = await call('GET');
  expect(missingLessonsSchema.parse(offer.json)).toEqual({ lesson_ids: lessons.slice(0, 2), cost: 0 });
  const started = await call('POST', { 'Idempotency-Key': 'press-1' });
  expect([started.status, started.json.kind, started.json.items.map(({ id }: { id: string }) => id)]).toEqual([
    202,
    'lesson',
    lessons.slice(0, 2),
  ]);
  expect(started.headers['location']).toBe(`/api/generate-course/status/${started.json.task_id}`);
  for (const again of [await call('POST', { 'Idempotency-Key': 'press-1' }), await call('POST')]) {
    expect([again.status, again.json.task_id]).toEqual([202, started.json.task_id]);
  }
  expect((await call('GET')).json).toEqual({ lesson_ids: [], cost: 0 });
});
