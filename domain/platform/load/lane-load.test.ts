import { expect, it } from 'vitest';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { isLaneLive, laneLoads } from './lane-load.queries.ts';

const database = useTestDatabase();

it('a lane is live while one of its runs is being worked on', async () => {
  await insertRun(database.knex, { lane: 'interactive', status: 'queued' });
  await insertRun(database.knex, { lane: 'batch' });
  expect(await isLaneLive('interactive')).toBe(false);
  expect(await isLaneLive('batch')).toBe(true);
});

it('looks up the run of each waiting step by its key, even if both have become many since Postgres last counted them', async () => {
  const many = 300;
  const runs = await database.knex.raw<{ rows: { id: string }[] }>(
    `insert into run (id, kind, lane, request, request_id, status, subject, started_at)
     select gen_random_uuid(), 'course', 'batch', '{}', 'test', 'running', 'Bread', now() from generate_series(1, ?::int) returning id`,
    [many],
  );
  await database.knex('step').insert(
    runs.rows.map(({ id }) => ({
      id: database.knex.raw('gen_random_uuid()'),
      run_id: id,
      job: 'write-lesson',
      key: 'lesson:1',
      state: 'queued' as const,
    })),
  );
  const asked: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (query: (typeof asked)[number]) => void asked.push(query);
  database.knex.on('query', note);
  const loads = await laneLoads();
  database.knex.off('query', note);
  expect(loads.find(({ lane }) => lane === 'batch')!.oldestS).toBeGreaterThan(0);
  const { sql: statement, bindings } = asked.find(({ sql: text }) => text.includes('unnest('))!;
  const told = await database.knex.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
    `explain (analyze, format json) ${statement.replaceAll(/\$\d+/g, '?')}`,
    bindings as never,
  );
  expect(rowsRead(told.rows[0]!['QUERY PLAN'][0]!.Plan)).toBeLessThan(10 * many);
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/** Number of run rows that a plan has read. */
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name'] === 'run' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);
