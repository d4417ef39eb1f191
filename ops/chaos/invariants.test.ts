import { beforeEach, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { buildContent, buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { createCourse } from '#domain/courses/content/course.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { checkInvariants, type LoggedCall } from './invariants.ts';

const db = useTestDatabase();
let runId: string;
let calls: LoggedCall[];
const lessons = [uuidv7(), uuidv7(), uuidv7()];

/** A run that ended correctly, with its vendor log. */
beforeEach(async () => {
  runId = uuidv7();
  const accountId = await givenOwner();
  const plan = {
    modules: [{ lessons: lessons.slice(0, 2).map((lesson_id) => ({ lesson_id })) }, { lessons: [{ lesson_id: lessons[2] }] }],
  };
  await db.knex('run').insert({
    id: runId,
    account_id: accountId,
    kind: 'course',
    request: JSON.stringify(buildForm()),
    request_id: runId,
    status: 'running',
    subject: `Topic ${runId}`,
  });
  await db.knex('course_run').insert({ run_id: runId, plan: JSON.stringify(plan) });
  const step = (job: string, key: string, output: object = {}) => ({
    id: uuidv7(),
    run_id: runId,
    job,
    key,
    state: 'completed',
    output: JSON.stringify(output),
    finished_at: new Date(),
  });
  await db
    .knex('step')
    .insert([step('draft-outline', 'outline'), ...lessons.map((id, n) => step('write-lesson', `lesson:${id}`, { content: `Text ${n}` }))]);
  await transact((trx) => createCourse(trx, { accountId, runId, courseId: uuidv7(), form: buildForm(), document: buildContent() }));
  await db.knex('point_entry').insert({ account_id: accountId, cause: `course:${runId}`, points: 200 });
  const call = (purpose: string, key: string): LoggedCall => ({
    id: key,
    purpose,
    key: `hash/${key}`,
    subject: `Topic ${runId}`,
    started_at: new Date(Date.now() - 5_000).toISOString(),
    ms: 400,
    status: 200,
    aborted: false,
  });
  calls = [call('outline', 'outline'), call('lesson', 'lesson/0.0'), call('lesson', 'lesson/0.1'), call('lesson', 'lesson/1.0')];
});

it('finds nothing in a complete run', async () => {
  expect(await checkInvariants(db.knex, runId, calls)).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  ['not charged once', () => db.knex('run').where({ id: runId }).update({ tokens_charged: 3_100 })],
  ['more or less than one course', () => db.knex('course').where({ run_id: runId }).del()],
  [
    'more or less than one version',
    () =>
      db
        .knex('course_version')
        .whereIn('course_id', db.knex('course').where({ run_id: runId }).select('id'))
        .del(),
  ],
  ['a lesson of the plan is missing', () => db.knex('course').where({ run_id: runId }).update({ lesson_count: 2 })],
  ['a step has not ended well', () => db.knex('step').where({ run_id: runId, key: 'outline' }).update({ state: 'failed' })],
  [
    'a step is still announced',
    async () => {
      const { id } = (await db.knex('step').where({ run_id: runId, key: 'outline' }).first('id'))!;
      await db.knex('outbox').insert({ step_id: id, dispatch: 9, job: 'draft-outline', lane: 'interactive', due_at: new Date() });
    },
  ],
  [
    'points not awarded once',
    () =>
      db
        .knex('point_entry')
        .where({ cause: `course:${runId}` })
        .del(),
  ],
  [
    'two lessons share a text',
    () =>
      db
        .knex('step')
        .where({ run_id: runId, job: 'write-lesson' })
        .update({ output: JSON.stringify({ content: 'The same' }) }),
  ],
])('finds the planted fault: %s', async (name, plant) => {
  await plant();
  expect((await checkInvariants(db.knex, runId, calls)).join()).toContain(name);
});

it('finds a lesson that was bought again after it was finished, by the vendors’ own log', async () => {
  const again = { ...calls[2]!, id: 'again', started_at: new Date(Date.now() + 1_000).toISOString() };
  expect((await checkInvariants(db.knex, runId, [...calls, again])).join()).toContain(`lesson:${lessons[1]} was bought again`);
});

it('finds an answer that was bought twice before its step was finished', async () => {
  const again = { ...calls[2]!, id: 'again', started_at: new Date(Date.now() - 3_000).toISOString() };
  expect(await checkInvariants(db.knex, runId, [...calls, again])).toEqual(['lesson/0.1 was answered 200 twice']);
});

it.each([
  ['the worker that may have held the first answer was killed', {}, [4_000]],
  ['the second call was cut before its end', { aborted: true }, []],
  ['the second call was refused', { status: 503 }, []],
])('excuses it when %s', async (_, second, deathsMsAgo) => {
  const deaths = deathsMsAgo.map((ago) => Date.now() - ago);
  const again = { ...calls[2]!, id: 'again', started_at: new Date(Date.now() - 3_000).toISOString(), ...second };
  expect(await checkInvariants(db.knex, runId, [...calls, again], deaths)).toEqual([]);
});

it('accepts a first answer that a check has rejected', async () => {
  await db.knex('vendor_call').insert({
    id: uuidv7(),
    run_id: runId,
    service: 'claude',
    model: 'any',
    purpose: 'lesson',
    outcome: 'ok',
    started_at: new Date(),
    discarded: true,
  });
  const again = { ...calls[2]!, id: 'again', started_at: new Date(Date.now() - 3_000).toISOString() };
  expect(await checkInvariants(db.knex, runId, [...calls, again])).toEqual([]);
});

it('finds that the vendors’ log lacks a run', async () => {
  expect(await checkInvariants(db.knex, runId, [])).toEqual(['the vendors know of no call for this run']);
});
