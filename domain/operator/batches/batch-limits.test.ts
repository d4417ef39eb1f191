import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { planBatch as endpoint, USUAL_LIMITS, type BatchPlan } from '#contract/operator/batches.contract.ts';
import { planCreatorBatch as creatorPlan, type CreatorBatchPlan } from '#contract/studio/creator-batches.contract.ts';
import { startEngine } from '#domain/kinds.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { writeProposal } from '#domain/generation/proposals/proposal.factory.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { actOnBatch, type BatchAction } from './act-on-batch.command.ts';
import { advanceBatches } from './advance-batches.command.ts';
import { readBatch } from './batch.queries.ts';
import { readCreatorBatch } from './creator-batches.queries.ts';
import { planBatch, planCreatorBatch } from './plan-batch.command.ts';

const db = useTestDatabase();
beforeAll(() => {
  startEngine();
  setJobSink(async () => undefined);
});

let operator: { accountId: string; requestId: string };
let owner: string;
beforeEach(async () => {
  await db.knex('run').whereIn('status', ['queued', 'running']).update({ status: 'cancelled', finished_at: new Date() });
  operator = { accountId: await insertAccount(db.knex, { roles: ['operator'] }), requestId: 'r-1' };
  owner = await givenOwner({ tokens: 0 });
});

const givenCourses = (count: number) => Promise.all(Array.from({ length: count }, () => givenCourse(owner)));
const act = (batchId: string, deed: Omit<BatchAction, 'batchId'>) => actOnBatch({ batchId, ...deed }, operator);

/** Starts an operator's batch over all courses. */
async function given(changes: object): Promise<string> {
  const body = { name: 'Refresh', what: 'refresh_all', budget_cents: 100_000, canary: 0, selection: { owner_id: owner }, ...changes };
  const { batch } = await planBatch(endpoint.body.parse(body) as BatchPlan, operator);
  await act(batch.batch_id, { act: 'start' });
  return batch.batch_id;
}

type Result = 'clean' | 'unclean' | 'failed';

/** Ends all running children with this result, and checks the batch as a worker does. @returns number of courses that ended */
async function end(batchId: string, result: Result): Promise<number> {
  const items = await db.knex('batch_item').where({ batch_id: batchId, state: 'running' }).select('course_id', 'child_id');
  for (const { child_id: child } of items) await writeProposal(child!, { status: result === 'failed' ? 'failed' : 'completed' });
  await advanceBatches();
  const ended = items.map(({ course_id: id }) => id);
  await db
    .knex('batch_item')
    .where({ batch_id: batchId, state: 'ready' })
    .whereIn('course_id', ended)
    .update({ is_clean: result === 'clean' });
  await advanceBatches();
  return ended.length;
}

/** Ends all children with this result until the batch pauses by itself. @returns number of courses that ended */
async function endAll(batchId: string, result: Result): Promise<number> {
  let ended = 0;
  for (;;) {
    await advanceBatches();
    const count = await end(batchId, result);
    ended += count;
    if (count === 0) return ended;
  }
}

describe('a batch that its own limits have paused', () => {
  it('OPS-03 continues when it is resumed, is judged by its later results, and finishes', async () => {
    await givenCourses(30);
    const id = await given({ at_once: 5 });
    const before = await endAll(id, 'unclean');
    const paused = await readBatch(id);
    expect(paused).toMatchObject({ state: 'paused', paused_for: 'quality' });
    expect(paused.judged).toMatchObject({ results: before, failed: 0, unclean: before, since: null });
    expect(before).toBeLessThan(15);

    // no process pauses it again, after any number of checks
    const resumed = await act(id, { act: 'resume' });
    expect(resumed).toMatchObject({ state: 'running', judged: { results: 0, unclean: 0, since: expect.any(String) } });
    await Promise.all([advanceBatches(), advanceBatches()]);
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ state: 'running', paused_for: null });

    // the next ones are bad: it pauses again, because of these alone
    const next = await endAll(id, 'unclean');
    expect(await readBatch(id)).toMatchObject({ state: 'paused', paused_for: 'quality', judged: { results: next, unclean: next } });
    expect(next).toBeGreaterThanOrEqual(5);

    // the rest are good
    await act(id, { act: 'resume' });
    await endAll(id, 'clean');
    expect(await readBatch(id)).toMatchObject({ state: 'deciding', items: { ready: 30, pending: 0 } });
  });

  it('for failures or for costs also continues, and retried courses are judged again', async () => {
    await givenCourses(18);
    const id = await given({ at_once: 2 });
    await endAll(id, 'failed');
    expect(await readBatch(id)).toMatchObject({ state: 'paused', paused_for: 'failures' });
    await act(id, { act: 'resume' });
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ state: 'running', judged: { results: 0, failed: 0 } });

    // finished items cost a thousand times the expected amount while others are being written
    await db.knex('batch_item').where({ batch_id: id }).update({ expected_micro_usd: 1000 });
    for (const child of await db.knex('batch_item').where({ batch_id: id, state: 'running' }).pluck('child_id'))
      await db.knex('vendor_call').insert({
        id: uuidv7(),
        run_id: child,
        service: 'grok',
        model: 'm',
        purpose: 'lesson',
        outcome: 'ok',
        cost_micro_usd: 1_000_000,
      });
    await endAll(id, 'clean');
    const dear = await readBatch(id);
    expect(dear).toMatchObject({ state: 'paused', paused_for: 'cost' });
    expect(dear.judged.cost_drift).toBeGreaterThan(100);
    const { items } = await act(id, { act: 'resume' });
    await advanceBatches();
    expect(await readBatch(id)).toMatchObject({ state: 'running', judged: { cost_drift: null } });

    await act(id, { act: 'retry_failed' });
    await act(id, { act: 'set_limits', limits: { most_failures: 1 } });
    await endAll(id, 'failed');
    expect((await readBatch(id)).judged).toMatchObject({ results: items.failed + items.pending, failed: items.failed + items.pending });
  });

  it('counts the canary as reviewed once it continues', async () => {
    await givenCourses(8);
    const id = await given({ canary: 3, at_once: 3, most_unclean: 1 });
    await endAll(id, 'unclean');
    expect(await readBatch(id)).toMatchObject({ state: 'review', judged: { results: 3, unclean: 3 } });
    await act(id, { act: 'set_limits', limits: { most_unclean: 0.5 } });
    await act(id, { act: 'continue' });
    await endAll(id, 'clean');
    expect(await readBatch(id)).toMatchObject({ state: 'deciding', judged: { results: 5, unclean: 0 } });
  });

  it('of a creator also continues', async () => {
    await givenCourses(8);
    await givenTokens(owner, 2_000);
    const form = creatorPlan.body.parse({ name: 'Mine', what: 'refresh_all', canary: 0, most_unclean: 0.2 }) as CreatorBatchPlan;
    const { batchId } = await planCreatorBatch(form, { accountId: owner, requestId: 'r-2' });
    const read = () => readCreatorBatch({ creatorId: owner, batchId });
    expect(await read()).toMatchObject({ limits: { most_failures: 0.25, most_unclean: 0.2 } });
    await act(batchId, { act: 'start' });
    await endAll(batchId, 'unclean');
    expect(await read()).toMatchObject({ state: 'paused', paused_for: 'quality' });
    await act(batchId, { act: 'resume' });
    await endAll(batchId, 'clean');
    expect(await read()).toMatchObject({ state: 'deciding', items: { ready: 8 } });
  });
});

describe('the limits at which a batch pauses', () => {
  it('change while it is planned, running or paused, by an audited act, and not once it has ended', async () => {
    await givenCourses(1);
    const id = await given({});
    expect((await readBatch(id)).limits).toEqual(USUAL_LIMITS);
    expect((await act(id, { act: 'set_limits', limits: { most_unclean: 0.8, most_cost_drift: undefined } })).limits).toEqual({
      ...USUAL_LIMITS,
      most_unclean: 0.8,
    });
    const { detail } = (await db
      .knex('audit_entry')
      .where({ subject: `batch:${id}`, action: 'batch.set_limits' })
      .first('detail'))!;
    expect(detail).toMatchObject({ before: { ...USUAL_LIMITS }, after: { ...USUAL_LIMITS, most_unclean: 0.8 } });
    for (const limits of [undefined, {}])
      await expect(act(id, { act: 'set_limits', limits })).rejects.toMatchObject({ code: 'validation.failed' });
    await act(id, { act: 'cancel' });
    await expect(act(id, { act: 'set_limits', limits: { most_unclean: 1 } })).rejects.toMatchObject({ code: 'batch.not_now' });
  });
});
