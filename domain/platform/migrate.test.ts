import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptProposal } from '#domain/courses/proposals/accept-proposal.command.ts';
import { approveOutline } from '#domain/generation/outline/approve-outline.command.ts';
import { playAssembly, playRest, playWriting } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { retryRun } from '#domain/platform/runs/retry-run.command.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { BEFORE_1, givenInstallationBefore1, insertOldRows, OLD_ROWS } from '#domain/testing/installation-before-1.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { migrateToLatest, pendingMigrations } from './migrate.ts';

const db = useTestDatabase();
const { owner, courseId, runs } = OLD_ROWS;
const CURRENT = readdirSync(path.resolve(import.meta.dirname, '../../migrations'))
  .filter((name) => name.endsWith('.ts'))
  .toSorted();

/** Of releases after 1.0. */
const LATER = CURRENT.filter((name) => name > '20261206113000_create_operations.ts');

const recorded = (): Promise<string[]> => db.knex('schema_migration').orderBy('id').pluck('name');
const migrate = async (): Promise<string[]> => (await migrateToLatest(db.knex)).map((name) => path.basename(name));
const envelope = (runId: string) => runEnvelope({ runId, accountId: owner });

/** Checksums of the rows of every table. */
async function checksums(): Promise<Record<string, string>> {
  const { rows } = await db.knex.raw(
    `select relname, (xpath('//text()', query_to_xml(format('select md5(string_agg(r::text, '''' order by r::text)) from %I r', relname),
                                                     true, true, '')))[1]::text as checksum
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema%'`,
  );
  return Object.fromEntries(rows.map(({ relname, checksum }: Record<'relname' | 'checksum', string>) => [relname, checksum]));
}

describe('an installation that ran a part of the migrations before 1.0', () => {
  const money = async () => ({
    holds: await db.knex('token_hold').orderBy('job_id').select('job_id', 'state', 'amount', 'captured'),
    lots: await db.knex('token_lot').orderBy('id'),
    entries: await db.knex('ledger_entry').orderBy(['transaction_id', 'seq']),
  });
  let held: unknown;

  beforeAll(async () => {
    setJobSink(async () => {});
    await givenInstallationBefore1(db.knex, OLD_ROWS.newest);
    await insertOldRows(db.knex);
    held = await money();
  });

  it('applies the others and is an installation of today', async () => {
    expect(await pendingMigrations(db.knex)).toEqual(CURRENT);
    const missing = BEFORE_1.filter((name) => name > OLD_ROWS.newest);
    expect(await migrate()).toEqual([...missing, ...LATER]);
    expect(await recorded()).toEqual(CURRENT);
    expect([await pendingMigrations(db.knex), await migrate()]).toEqual([[], []]);
  });

  it('has its runs and its money', async () => {
    expect(await money()).toEqual(held);
    const states = Object.entries(runs).map(async ([name, id]) => {
      const { status, stage, items } = await envelope(id);
      return [name, status, stage, items.filter(({ readable }) => readable).length];
    });
    expect(await Promise.all(states)).toEqual([
      ['completed', 'completed', 'done', 5],
      ['proposal', 'completed', 'lessons', 1],
      ['writing', 'running', 'lessons', 1],
      ['approval', 'running', 'approval', 0],
      ['failed', 'failed', 'lessons', 0],
      ['cancelled', 'cancelled', 'outline', 0],
      ['queued', 'queued', 'queued', 0],
    ]);
    expect(await db.knex('run').where({ is_parked: true }).pluck('id')).toEqual([runs.approval]);
    expect(await db.knex('run').where({ payer_id: owner, capped_id: owner, notified_id: owner }).pluck('id')).toHaveLength(7);
  });

  it('continues the course it was writing, which is charged once', async () => {
    const [first, second, ...rest] = OLD_ROWS.lessons;
    await db
      .knex('step')
      .where({ run_id: runs.writing, key: `lesson:${second}` })
      .update({ lease_until: new Date(0) });
    for (const lesson of [second, ...rest]) await playWriting(runs.writing, lesson);
    for (const lesson of [first, second, ...rest]) await playRest(runs.writing, lesson);
    await playAssembly(runs.writing);
    expect(await envelope(runs.writing)).toMatchObject({ status: 'completed', tokens: { charged: 3_100 } });
    expect(await db.knex('token_hold').where({ job_id: runs.writing }).select('state', 'captured')).toEqual([
      { state: 'captured', captured: 3_100 },
    ]);
    expect((await runUsage({ runId: runs.writing, accountId: owner })).total.calls).toBe(0);
  });

  it('continues all others: queued runs, runs that wait for their learner, failed ones, and proposals', async () => {
    setConfig({ ...config(), maxActiveRuns: 20 });
    await admitRuns();
    expect(await envelope(runs.queued)).toMatchObject({ status: 'running', stage: 'outline' });
    const { title, items } = await envelope(runs.approval);
    const outline = { title: title!, modules: [{ title: 'All', lessons: items.map(({ id, title: name }) => ({ id, title: name })) }] };
    await approveOutline({ runId: runs.approval, accountId: owner, outline });
    expect(await envelope(runs.approval)).toMatchObject({ status: 'running', stage: 'lessons' });
    await retryRun({ runId: runs.failed, accountId: owner });
    expect(await envelope(runs.failed)).toMatchObject({ status: 'running', stage: 'lessons' });
    await acceptProposal({ accountId: owner, courseId, taskId: runs.proposal });
    expect(await db.knex('course_run').where({ run_id: runs.proposal }).first('settled')).toEqual({ settled: 'accepted' });
  });
});

it('an installation that ran all migrations before 1.0 executes none: names are replaced, comments are applied, rows stay', async () => {
  await db.knex('schema_migration').whereNotIn('name', LATER).delete();
  await db.knex('schema_migration').insert(BEFORE_1.map((name) => ({ name, batch: 1, migration_time: new Date() })));
  await db.knex.raw('comment on table course is null');
  const before = await checksums();
  expect(Object.values(before).filter(Boolean).length).toBeGreaterThan(15);
  expect(await migrate()).toEqual([]);
  expect((await recorded()).toSorted()).toEqual(CURRENT);
  expect(await checksums()).toEqual(before);
  const { rows } = await db.knex.raw(`select obj_description('course'::regclass) as text`);
  expect(rows[0].text).toContain('course');
});
