import { beforeAll, expect, it } from 'vitest';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { givenProposal } from '#domain/generation/proposals/proposal.factory.ts';
import { missingLessons } from '#domain/generation/lessons/missing-lessons.queries.ts';
import { openProposals } from '#domain/generation/rewrites/proposal.queries.ts';
import { givenCompletedRun, givenStartedRun, playFailure, playOutline } from '#domain/generation/runs/run.factory.ts';
import { listCourseRuns, runEnvelope, runLesson } from '#domain/generation/runs/run.queries.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { pruneRuns } from './run-pruning.commands.ts';
import { uuidv7 } from 'uuidv7';

const db = useTestDatabase({ keepRuns: { detailDays: 180, failedDays: 730 } });
let accountId: string;
beforeAll(async () => {
  setJobSink(async () => {});
  accountId = await givenOwner();
});

const ended = (runId: string, days: number) =>
  db
    .knex('run')
    .where({ id: runId })
    .update({ finished_at: db.knex.raw(`now() - ? * interval '1 day'`, [days]) });
const call = (run_id: string) => ({
  id: uuidv7(),
  account_id: accountId,
  run_id,
  service: 'claude',
  model: 'm',
  purpose: 'lesson',
  outcome: 'ok',
  input_tokens: 10,
  output_tokens: 5,
  cost_micro_usd: 70,
});

it('archives calls, log and answers of old runs; the run, its figures, the list and its course read as before', async () => {
  const { runId, lessons } = await givenCompletedRun(accountId, { failing: 1 });
  // the last lesson's quiz was dropped: the checking service agreed with no question
  const [m, l] = [2, 1];
  await db.knex.raw(
    `update course_version set content = jsonb_set(content, '{modules,${m},lessons,${l},exercises}', '[]')
      where course_id = (select id from course where run_id = ?)`,
    [runId],
  );
  const bare = lessons.at(-1)!;
  const question = { id: 'q1', question: 'Why?', options: [], answer_id: 'a', explanation: '' };
  const outputs = {
    [`practice:${bare}`]: { quiz: [question], exercises: [] },
    [`review:${bare}`]: { verdict: 'accept', findings: [], question_verdicts: [{ question_id: 'q1', ok: false }] },
  };
  for (const [key, output] of Object.entries(outputs))
    await db
      .knex('step')
      .where({ run_id: runId, key })
      .update({ output: JSON.stringify(output) });
  const { runId: young } = await givenCompletedRun(accountId);
  await db.knex('vendor_call').insert([call(runId), call(runId), call(young)]);
  const courseId = (await db.knex('course').where({ run_id: runId }).first('id'))!.id as string;
  const proposal = await givenProposal({ accountId, courseId, lessonIds: [lessons[2]!] });
  for (const id of [runId, proposal]) await ended(id, 181);
  await ended(young, 179);
  const look = async () => ({
    list: (await listCourseRuns({ accountId, live: false, limit: 10 })).runs,
    items: (await runEnvelope({ runId, accountId })).items,
    total: (await runUsage({ runId, accountId })).total,
    course: await getCourse({ accountId, courseId }),
    missing: await missingLessons({ accountId, courseId }),
    proposals: (await openProposals({ accountId, courseId })).map(({ lessons: written }) => written),
  });
  const before = await look();
  expect(before.items.at(-1)).toMatchObject({ practice_failures: [{ code: 'quiz.dropped' }] });
  expect(before.total).toMatchObject({ calls: 2, cost_micro_usd: 140 });

  expect(await pruneRuns()).toEqual({ details: 1, runs: 0 });
  expect(await look()).toEqual(before);
  expect(await db.knex('vendor_call').pluck('run_id')).toEqual([young]);
  expect((await db.knex('step').where({ run_id: runId }).whereNotNull('output').pluck('key')).toSorted()).toEqual(
    Object.keys(outputs).toSorted(),
  );
  expect((await runEnvelope({ runId, accountId })).log.map(({ event }) => event)).toEqual(['run.pruned']);
  await expect(runLesson({ runId, lessonId: lessons[1]!, accountId })).rejects.toMatchObject({ code: 'not_found' });
  expect((await db.knex('step').where({ run_id: young }).whereNotNull('output')).length).toBeGreaterThan(0);
  expect(await pruneRuns()).toEqual({ details: 0, runs: 0 });
});

it('deletes old runs without a result and counts them; one whose answers were deleted cannot be retried', async () => {
  const runId = await givenStartedRun(accountId);
  for (const lesson of await playOutline(runId)) await playFailure(runId, lesson);
  await db.knex('vendor_call').insert(call(runId));
  expect((await runEnvelope({ runId, accountId })).can_retry).toBe(true);
  await ended(runId, 731);
  const day = (await db
    .knex('run')
    .where({ id: runId })
    .first<{ day: string }>(db.knex.raw(`(finished_at at time zone 'utc')::date::text as day`)))!.day;
  expect(await pruneRuns()).toEqual({ details: 1, runs: 1 });
  expect(await db.knex('run').where({ id: runId })).toEqual([]);
  expect(await db.knex('run_total').select(db.knex.raw('day::text'), 'kind', 'status', 'runs', 'calls', 'cost_micro_usd')).toEqual([
    { day, kind: 'course', status: 'failed', runs: 1, calls: 1, cost_micro_usd: 70 },
  ]);
});

it('prunes more than a batch in one pass', { tags: 'slow' }, async () => {
  await db.knex('vendor_call').insert(Array.from({ length: 201 }, () => ({ ...call(uuidv7()), run_id: null, started_at: new Date(0) })));
  const before = await db.knex('run').whereNotNull('pruned_at');
  await db.knex.raw(
    `insert into run (id, account_id, kind, request, request_id, subject, status, finished_at)
     select gen_random_uuid(), :accountId, 'course', '{}', 'test', 'bees', 'cancelled', now() - interval '200 days' from generate_series(1, 201)`,
    { accountId },
  );
  expect(await pruneRuns()).toEqual({ details: 201, runs: 0 });
  expect(await db.knex('run').whereNotNull('pruned_at')).toHaveLength(before.length + 201);
  expect(await db.knex('vendor_call').whereNull('run_id')).toEqual([]);
});
