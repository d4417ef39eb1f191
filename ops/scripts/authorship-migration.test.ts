import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { buildContent, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { up } from '../../migrations/4260_authorship.ts';

const database = useTestDatabase();

it('older lessons get their authors from the calls that wrote and checked them; if these are gone nobody is named', async () => {
  const accountId = await givenOwner();
  const content = buildContent();
  const [first, second] = lessonsOf(content);
  const courseId = await givenCourse(accountId, { document: content });
  const { run_id: runId } = (await database.knex('course').where({ id: courseId }).first('run_id'))!;
  const called = async (job: string, key: string, { service, model }: { service: string; model: string }) => {
    const id = uuidv7();
    const itemId = key.split(':')[1];
    await database.knex('vendor_call').insert({ id, run_id: runId, service: service as 'claude', model, purpose: 'lesson', outcome: 'ok' });
    await database
      .knex('step')
      .insert({ id: uuidv7(), run_id: runId!, job, key, item_id: itemId, state: 'completed', call_id: id, finished_at: new Date() });
  };
  await called('write-lesson', `lesson:${first!.lesson_id}`, { service: 'claude', model: 'claude-sonnet-5-5' });
  await called('review-lesson', `review:${first!.lesson_id}`, { service: 'gemini', model: 'qwen3:8b' });
  // another service's part of it was discarded
  await called('write-lesson', `lesson:${second!.lesson_id}`, { service: 'openai', model: 'gpt-6.1-terra' });
  await database.knex.transaction((trx) => up(trx));
  const lessons = lessonsOf((await liveCourse({ accountId, courseId })).content);
  expect(lessons.map(({ written_with, reviewed_with }) => [written_with, reviewed_with])).toEqual([
    [
      { model: 'claude-sonnet-5-5', connection: 'vendor' },
      { model: 'qwen3:8b', connection: 'own_server' },
    ],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(lessons.map(({ content: text, quiz }) => [text, quiz.length])).toEqual(
    lessonsOf(content).map((one) => [one.content, one.quiz.length]),
  );
});
