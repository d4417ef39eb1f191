import { beforeAll, describe, expect, it } from 'vitest';
import { acceptProposal } from '#domain/courses/proposals/accept-proposal.command.ts';
import { givenProposal } from '#domain/courses/proposals/proposal.factory.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { approveOutline } from '#domain/generation/outline/approve-outline.command.ts';
import {
  claim,
  givenCompletedRun,
  givenStartedRun,
  playAssembly,
  playFailure,
  playOutline,
  playRest,
  playWriting,
} from '#domain/generation/runs/run.factory.ts';
import { listCourseRuns, runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { migrateToLatest, undoNewestMigration } from '#domain/platform/migrate.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { admitRuns } from './admit-runs.command.ts';
import { cancelRun } from './cancel-run.command.ts';
import { retryRun } from './retry-run.command.ts';

/** Upgrades an installation from before courses became one kind of run among others: its live runs continue. */
const db = useTestDatabase();
const ENGINE = 'separate_the_engine';

/** Run ids of that installation, by their state. */
const runs: Record<string, string> = {};
let owner: string;
let lessons: string[] = [];
let courseId: string;
let before: unknown;

/** Everything a learner sees of their runs, except what changes with time. */
async function seen(): Promise<unknown> {
  const envelopes = await Promise.all(Object.values(runs).map((runId) => runEnvelope({ runId, accountId: owner })));
  return {
    envelopes: envelopes.map((envelope) => ({ ...envelope, eta: null, poll_after_ms: null })),
    list: await listCourseRuns({ accountId: owner, live: false, limit: 50 }),
  };
}
const columnsOf = async (table: string): Promise<string[]> =>
  db.knex('information_schema.columns').where({ table_name: table, table_schema: 'public' }).pluck('column_name');
const money = async () => ({
  holds: await db.knex('token_hold').orderBy('job_id').select('job_id', 'state', 'amount', 'captured'),
  lots: await db.knex('token_lot').orderBy('id'),
});

beforeAll(async () => {
  setJobSink(async () => {});
  owner = await givenOwner();
  setConfig({ ...config(), maxActiveRuns: 20 });
  const done = await givenCompletedRun(owner, { failing: 1 });
  runs.completed = done.runId;
  courseId = (await db.knex('course').where({ run_id: done.runId }).first('id'))!.id;
  runs.proposal = await givenProposal({ accountId: owner, courseId, lessonIds: [done.lessons[2]!] });
  runs.writing = await givenStartedRun(owner);
  lessons = await playOutline(runs.writing);
  await playWriting(runs.writing, lessons[0]!);
  // a worker had started the second lesson when the installation was stopped
  await claim(runs.writing, `lesson:${lessons[1]}`);
  runs.approval = await givenStartedRun(owner, { review_outline: true });
  await playOutline(runs.approval);
  runs.failed = await givenStartedRun(owner);
  for (const lesson of await playOutline(runs.failed)) await playFailure(runs.failed, lesson);
  runs.cancelled = await givenStartedRun(owner);
  await cancelRun({ runId: runs.cancelled, accountId: owner, keep: false });
  setConfig({ ...config(), maxActiveRuns: 2 });
  runs.queued = await givenStartedRun(owner);
  before = { seen: await seen(), money: await money() };
  for (let undone = ''; !undone.includes(ENGINE);) [undone = ENGINE] = await undoNewestMigration(db.knex);
});

describe('an installation of the version before', () => {
  it('has rows of the old shape: a run is a course', async () => {
    expect(await columnsOf('run')).toEqual(
      expect.arrayContaining(['topic', 'plan', 'research', 'course_id', 'target_course_id', 'settled']),
    );
    expect(await columnsOf('step')).toContain('lesson_id');
    expect(await db.knex('run').where({ id: runs.writing }).first('status', 'settled')).toEqual({ status: 'running', settled: null });
    expect((await db.knex('run').where({ id: runs.writing }).first('plan')).plan.modules).toHaveLength(3);
    expect(await db.knex('run').where({ id: runs.completed }).first('course_id')).toEqual({ course_id: courseId });
    // one that the learner wrote
    await db.knex<Record<string, unknown>>('run').insert({
      id: courseId,
      account_id: owner,
      kind: 'course',
      request: '{"language_preference":"spanish"}',
      request_id: 'old',
      topic: 'Old',
      status: 'cancelled',
    });
  });

  it('shows every run as before once it is migrated, and holds the same money', async () => {
    expect((await migrateToLatest(db.knex)).join()).toContain(ENGINE);
    expect(await db.knex('run').where({ id: courseId, subject: 'Old', payer_id: owner, capped_id: owner, notified_id: owner }).del()).toBe(
      1,
    );
    expect({ seen: await seen(), money: await money() }).toEqual(before);
    expect(await db.knex('run').where({ is_parked: true }).pluck('id')).toEqual([runs.approval]);
  });

  it('continues the course it was writing, which is charged once', async () => {
    const [first, second, ...rest] = lessons as [string, string, ...string[]];
    await db
      .knex('step')
      .where({ run_id: runs.writing, key: `lesson:${second}` })
      .update({ lease_until: new Date(0) });
    for (const lesson of [second, ...rest]) await playWriting(runs.writing!, lesson);
    for (const lesson of [first, second, ...rest]) await playRest(runs.writing!, lesson);
    await playAssembly(runs.writing!);
    expect(await runEnvelope({ runId: runs.writing!, accountId: owner })).toMatchObject({
      status: 'completed',
      tokens: { charged: 3_100 },
    });
    expect(await db.knex('token_hold').where({ job_id: runs.writing }).select('state', 'captured')).toEqual([
      { state: 'captured', captured: 3_100 },
    ]);
    expect((await runUsage({ runId: runs.writing!, accountId: owner })).total.calls).toBe(0);
  });

  it('continues all others: queued runs, runs that wait for their learner, failed ones, and proposals', async () => {
    setConfig({ ...config(), maxActiveRuns: 20 });
    await admitRuns();
    expect(await runEnvelope({ runId: runs.queued!, accountId: owner })).toMatchObject({ status: 'running', stage: 'outline' });
    const { title, items } = await runEnvelope({ runId: runs.approval!, accountId: owner });
    const outline = { title: title!, modules: [{ title: 'All', lessons: items.map(({ id, title: name }) => ({ id, title: name })) }] };
    await approveOutline({ runId: runs.approval!, accountId: owner, outline });
    expect(await runEnvelope({ runId: runs.approval!, accountId: owner })).toMatchObject({ status: 'running', stage: 'lessons' });
    await retryRun({ runId: runs.failed!, accountId: owner });
    expect(await runEnvelope({ runId: runs.failed!, accountId: owner })).toMatchObject({ status: 'running', stage: 'lessons' });
    await acceptProposal({ accountId: owner, courseId, taskId: runs.proposal! });
    expect(await db.knex('course_run').where({ run_id: runs.proposal }).first('settled')).toEqual({ settled: 'accepted' });
  });
});
