import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { ITEM_STATES, planBatch as endpoint, type BatchPlan } from '#contract/operator/batches.contract.ts';
import { startEngine } from '#domain/kinds.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { atVendors } from '#domain/vendors/llm/batches/vendor-batches.queries.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listBatches, listItems, readBatch } from './batch.queries.ts';
import { readCreatorBatch } from './creator-batches.queries.ts';
import { planBatch } from './plan-batch.command.ts';

// Charts, overview, services and lists are compared with the rows in `series.test.ts`, `figures-and-lists.test.ts` and `overview.test.ts`;
// this file does so for the pages of one batch and one run.

const db = useTestDatabase();
const COURSES = 26;
let batchId: string;
let owner: string;

const one = async <Row>(statement: Sql): Promise<Row> => (await rowsOf<Row>(db.knex, statement))[0]!;

/** A batch with items in every state, whose children made calls with every outcome; some items were reviewed before. */
beforeAll(async () => {
  startEngine();
  setJobSink(async () => undefined);
  owner = await givenOwner({ tokens: 0 });
  for (let count = 0; count < COURSES; count += 1) await givenCourse(owner);
  const body = { name: 'Refresh', what: 'refresh_all', budget_cents: 100_000, canary: 0, selection: { owner_id: owner } };
  batchId = (await planBatch(endpoint.body.parse(body) as BatchPlan, { accountId: owner, requestId: 'r' })).batch.batch_id;
  const items = await db.knex('batch_item').where({ batch_id: batchId }).orderBy('position').select('course_id');
  const outcomes = ['ok', 'broken', 'timed_out', 'rate_limited', 'refused', 'aborted', 'unavailable'] as const;
  for (const [at, { course_id: courseId }] of items.entries()) {
    const state = ITEM_STATES[at % ITEM_STATES.length]!;
    const hasChild = !['pending', 'leased', 'skipped'].includes(state);
    const status = state === 'running' ? ('running' as const) : state === 'failed' ? ('failed' as const) : ('completed' as const);
    const child = hasChild
      ? await insertRun(db.knex, {
          kind: 'lesson',
          lane: 'batch',
          parent_id: batchId,
          account_id: owner,
          status,
          tokens_charged: at * 7,
          ...(status !== 'running' && { finished_at: new Date() }),
          ...(status === 'failed' && { error_code: 'vendors.all_down', error_detail: 'Nobody answered.' }),
        })
      : null;
    await db
      .knex('batch_item')
      .where({ batch_id: batchId, course_id: courseId })
      .update({
        state,
        child_id: child,
        worst_micro_usd: 1_000 + at,
        expected_micro_usd: 400 + at,
        is_clean: state === 'failed' || !hasChild || state === 'running' ? null : at % 2 === 0,
        is_seen: at < 6,
      });
    if (child === null) continue;
    for (let call = 0; call < 3; call += 1)
      await db.knex('vendor_call').insert({
        id: uuidv7(),
        run_id: child,
        service: (['claude', 'openai', 'gemini'] as const)[call]!,
        model: 'm',
        purpose: 'lesson',
        outcome: outcomes[(at + call) % outcomes.length]!,
        cost_micro_usd: call === 2 && at % 3 === 0 ? null : 100 * at + call,
        discarded: at % 4 === 0,
      });
  }
  await db
    .knex('batch')
    .where({ run_id: batchId })
    .update({ state: 'running', seen_at: new Date(), seen_micro_usd: 900, started_at: new Date() });
});

it('OPS-03: every figure on the page of a batch equals a count by SQL, in the list and for a creator too', async () => {
  const batch = await readBatch(batchId);
  const states = await rowsOf<{ state: string; count: number }>(
    db.knex,
    sql`select state, count(*)::int as count from batch_item where batch_id = ${batchId} group by 1`,
  );
  expect(states).toHaveLength(ITEM_STATES.length);
  for (const { state, count } of states) expect(batch.items[state as keyof typeof batch.items], state).toBe(count);
  const rows = await one<Record<string, number>>(sql`
    select (select count(*)::int from batch_item where batch_id = ${batchId}) as total,
           (select coalesce(sum(call.cost_micro_usd), 0)::float8 from vendor_call call join run on run.id = call.run_id where run.parent_id = ${batchId}) as spent,
           (select sum(worst_micro_usd)::float8 from batch_item where batch_id = ${batchId} and state in ('leased','running')) as reserved,
           (select count(*)::int from batch_item where batch_id = ${batchId} and state = 'approved') as live,
           (select sum(array_length(lesson_ids, 1))::int from batch_item where batch_id = ${batchId} and state = 'approved') as live_units,
           (select budget_micro_usd::float8 from batch where run_id = ${batchId}) as budget`);
  expect([batch.total, batch.spent_micro_usd, batch.reserved_micro_usd, batch.budget_micro_usd, batch.live]).toEqual([
    rows['total'],
    rows['spent'],
    rows['reserved'],
    rows['budget'],
    { courses: rows['live'], units: rows['live_units'] },
  ]);
  // its limits judge only results that nobody has reviewed
  const judged = await one<Record<string, number>>(sql`
    with result as (
      select * from batch_item where batch_id = ${batchId} and not is_seen
         and state in ('ready','approving','approved','discarding','discarded','rolling_back','rolled_back','failed')
         and (state <> 'ready' or is_clean is not null))
    select count(*)::int as results, count(*) filter (where state = 'failed')::int as failed, count(*) filter (where not is_clean)::int as unclean,
           sum(expected_micro_usd)::float8 as expected,
           (select sum(call.cost_micro_usd)::float8 - 900 from vendor_call call join run on run.id = call.run_id
             where run.parent_id = ${batchId} and run.status <> 'running') as spent
      from result`);
  expect(batch.judged).toMatchObject({ results: judged['results'], failed: judged['failed'], unclean: judged['unclean'] });
  expect(judged['results']).toBeGreaterThan(5);
  expect(batch.judged.cost_drift).toBeCloseTo(judged['spent']! / judged['expected']!, 6);
  expect((await listBatches()).find(({ batch_id: id }) => id === batchId)).toEqual({ ...batch, eta_s: expect.any(Number) });

  const costs = await rowsOf<{ course_id: string; cost: number }>(
    db.knex,
    sql`select item.course_id, coalesce((select sum(cost_micro_usd) from vendor_call where run_id = item.child_id), 0)::float8 as cost
          from batch_item item where batch_id = ${batchId} order by position`,
  );
  expect((await listItems(batchId, { page: 0 })).map(({ course_id, cost_micro_usd: cost }) => ({ course_id, cost }))).toEqual(costs);

  await db.knex('batch').where({ run_id: batchId }).update({ creator_id: owner });
  const { charged } = await one<{ charged: number }>(sql`select sum(tokens_charged)::int as charged from run where parent_id = ${batchId}`);
  expect(await readCreatorBatch({ creatorId: owner, batchId })).toMatchObject({ items: batch.items, total: batch.total, charged });
});

it('OPS-03: every figure on the page of a run equals a count by SQL', async () => {
  const children: string[] = await db.knex('run').where({ parent_id: batchId }).pluck('id');
  for (const id of children) {
    const page = await inspectRun(id);
    const rows = await one<Record<string, number>>(sql`
      select count(*)::int as calls, coalesce(sum(cost_micro_usd), 0)::float8 as cost,
             coalesce(sum(cost_micro_usd) filter (where discarded or outcome <> 'ok'), 0)::float8 as wasted
        from vendor_call where run_id = ${id}`);
    expect(page.calls).toHaveLength(rows['calls']!);
    expect(page.run.cost_micro_usd).toBe(rows['cost']);
    expect(page.calls.reduce((sum, call) => sum + (call.cost_micro_usd ?? 0), 0)).toBe(rows['cost']);
    expect(page.wasted_micro_usd).toBe(rows['wasted']);
    const { charged } = await one<{ charged: number }>(sql`select tokens_charged as charged from run where id = ${id}`);
    expect(page.charged).toBe(charged);
  }
  const { children: counted } = await inspectRun(batchId);
  for (const [status, count] of Object.entries(counted))
    expect(
      children.length === 0 ? 0 : (await db.knex('run').where({ parent_id: batchId, status: status as 'running' })).length,
      status,
    ).toBe(count);
});

it('OPS-03: a batch’s calls at the vendors equal a count by SQL', async () => {
  expect(await atVendors(batchId)).toBeNull();
  const [runId] = (await db.knex('run').where({ parent_id: batchId }).pluck('id')) as [string];
  const vendorBatch = uuidv7();
  await db.knex('vendor_batch').insert({ id: vendorBatch, batch_id: batchId, service: 'openai', model: 'm', requests: 6 });
  const states = ['waiting', 'waiting', 'answered', 'answered', 'answered', 'failed'] as const;
  for (const state of states) {
    const stepId = uuidv7();
    await db.knex('step').insert({ id: stepId, run_id: runId, job: 'write-lesson', key: stepId, state: 'queued' });
    await db.knex('vendor_batch_item').insert({
      id: uuidv7(),
      vendor_batch_id: state === 'waiting' ? null : vendorBatch,
      batch_id: batchId,
      run_id: runId,
      step_id: stepId,
      service: 'openai',
      model: 'm',
      purpose: 'lesson',
      input_hash: stepId,
      attempt: 1,
      state,
      ...(state === 'waiting' ? { request: '{}' } : { ended_at: new Date() }),
    });
  }
  const rows = await one<Record<string, number>>(sql`
    select count(*) filter (where state = 'waiting')::int as gathering, count(*) filter (where state = 'answered')::int as answered,
           count(*) filter (where state = 'failed')::int as failed from vendor_batch_item where batch_id = ${batchId}`);
  const { gathering, vendor_batches: batches } = (await atVendors(batchId))!;
  expect({ gathering, ...batches[0] }).toMatchObject({ ...rows, calls: 6 });
});
