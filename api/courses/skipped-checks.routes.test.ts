import { expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { skippedChecksSchema } from '#contract/courses/skipped-checks.contract.ts';
import { buildOutline, givenStartedRun, playAssembly, playOutline, playRest, playWriting } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';

const api = useTestApi();

it('reports the unchecked lessons and their price, and has them checked once', async () => {
  const person = await api.givenPerson('reviews@example.com');
  const stranger = await api.givenPerson('stranger@example.com');
  const runId = await givenStartedRun(person.userId);
  const lessons = await playOutline(runId, buildOutline(1, 2));
  for (const id of lessons) {
    await playWriting(runId, id);
    await playRest(runId, id, { isChecked: id !== lessons[0] });
  }
  await playAssembly(runId);
  const courseId = (await runEnvelope({ runId, accountId: person.userId })).result!.course_id;
  const call = (method: string, bearer = person.accessToken) =>
    api.call(`/api/courses/${courseId}/skipped-reviews`, { method, bearer, headers: { 'Idempotency-Key': 'press-1' } });

  const offer = await call('GET');
  expect(skippedChecksSchema.parse(offer.json)).toEqual({ lesson_ids: [lessons[0]], cost: 0, is_possible: true });
  const started = await call('POST');
  expect([started.status, started.json.kind, started.json.items.map(({ id }: { id: string }) => id)]).toEqual([
    202,
    'lesson',
    [lessons[0]],
  ]);
  expect(started.headers['location']).toBe(`/api/generate-course/status/${started.json.task_id}`);
  expect((await call('POST')).json.task_id).toBe(started.json.task_id);
  expect((await call('GET')).json).toEqual({ lesson_ids: [], cost: 0, is_possible: false });
  for (const method of ['GET', 'POST']) expect((await call(method, stranger.accessToken)).status).toBe(404);
});
