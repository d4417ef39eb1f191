import { beforeAll, beforeEach, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { EXPORT_KIND, exportKind } from '#domain/exports/export.kind.ts';
import { laneLoads } from '#domain/platform/load/lane-load.queries.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptRun } from './accept-run.command.ts';
import { admitRuns } from './admit-runs.command.ts';
import { runEnvelope } from './run-envelope.queries.ts';

const database = useTestDatabase();
let accountId: string;
beforeAll(() => setJobSink(async () => undefined));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
});

/** Orders an export. @returns its run */
async function order(owner = accountId): Promise<string> {
  const request = { course_id: crypto.randomUUID(), format: 'pdf', version: 1 };
  const key = request.course_id;
  const accepted = await acceptRun({
    kind: EXPORT_KIND,
    accountId: owner,
    request,
    subject: 'Bees',
    requestId: 'test',
    fingerprint: request,
    dedupeKey: key,
  });
  return accepted.runId;
}
const running = async () => (await database.knex('run').where({ status: 'running' }).orderBy('position').select('id')).map(({ id }) => id);
const end = (id: string) => database.knex('run').where({ id }).update({ status: 'completed', finished_at: new Date() });

it('of four exports of one account one is written at a time, beside those of others; the next begins when it has ended', async () => {
  const mine = [await order(), await order(), await order(), await order()];
  const theirs = await order(await givenOwner());
  expect(await running()).toEqual([mine[0], theirs]);
  await end(mine[0]!);
  expect(await admitRuns()).toEqual([mine[1]]);
  expect(await admitRuns()).toEqual([]);
});

it('a fifth one is refused until another has ended, even if all come at once', async () => {
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => order()));
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(9 - 1 - exportKind.oneAtATime!.mostWaiting);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'limits.rate', data: { retryAfterS: 5 } });
  await end((await running())[0]!);
  await order();
});

it('runs that wait for their account’s turn come last, and do not make the lane full for others', async () => {
  const mine = [await order(), await order(), await order()];
  await database
    .knex('run')
    .whereIn('id', mine)
    .update({ created_at: new Date(Date.now() - 3_600_000) });
  expect(await laneLoads()).toMatchObject([
    { lane: 'interactive', depth: 0, isFull: false },
    { lane: 'batch', depth: 0 },
  ]);
  expect(await runEnvelope({ runId: mine[1]!, accountId })).toMatchObject({ base: { status: 'queued', queue_position: 1 } });
});
