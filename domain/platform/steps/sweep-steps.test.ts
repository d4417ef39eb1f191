import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { config } from '#domain/platform/config.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { addSteps } from './step.commands.ts';
import { claimStep, sweepSteps } from './lease.commands.ts';
import { setJobSink, type Delivery } from './job-sink.ts';

const db = useTestDatabase();

describe('the sweep', () => {
  let delivered: Delivery[];
  let runId: string;
  let stepId: string;

  beforeEach(async () => {
    delivered = [];
    setJobSink(async (deliveries) => void delivered.push(...deliveries));
    runId = await insertRun(db.knex);
    [stepId] = (await db.knex.transaction((trx) =>
      addSteps(trx, { id: runId, lane: 'batch' }, [{ job: 'write-lesson', key: 'lesson:0_0' }]),
    )) as [string];
  });
  afterEach(async () => {
    setJobSink(null);
    await db.knex('run').delete();
  });

  const age = (seconds: number) => db.knex('outbox').update({ created_at: db.knex.raw(`now() - ? * interval '1 s'`, [seconds]) });
  const ago = (seconds: number) => db.knex.raw(`now() - ? * interval '1 s'`, [seconds]);

  it('delivers an announcement whose process crashed after the commit, and only once', async () => {
    expect(await sweepSteps()).toBe(0);
    await age(2);
    expect(await sweepSteps()).toBe(1);
    expect(delivered).toMatchObject([{ job: 'write-lesson', lane: 'batch', stepId, dispatch: 1, delayMs: 0 }]);
    expect(await sweepSteps()).toBe(0);
  });

  it('keeps the announcement while the queue is unavailable', async () => {
    await age(2);
    setJobSink(() => Promise.reject(new Error('away')));
    await expect(sweepSteps()).rejects.toThrow('away');
    setJobSink(async (deliveries) => void delivered.push(...deliveries));
    expect(await sweepSteps()).toBe(1);
  });

  it('a worker that falls silent is reported before its lease ends, until another has taken its step over', async () => {
    const accountId = (await db.knex('run').where({ id: runId }).first('account_id'))!.account_id!;
    const isLost = async () => (await runEnvelope({ runId, accountId })).base.worker_lost;
    const lease = (seconds: number) =>
      db
        .knex('step')
        .where({ id: stepId })
        .update({ lease_until: ago(-seconds) });
    expect((await claimStep(stepId, 'one')).kind).toBe('claimed');
    expect(await isLost()).toBeUndefined();
    await lease((config().leaseMs - 6_000) / 1_000);
    expect(await isLost()).toBe(true);
    await lease(-1);
    expect(await isLost()).toBe(true);
    await expect.poll(async () => (await claimStep(stepId, 'two')).kind, { timeout: 60_000 }).toBe('claimed');
    expect(await isLost()).toBeUndefined();
  });

  it('two sweeps at once deliver once', async () => {
    await age(2);
    const counts = await Promise.all([sweepSteps(), sweepSteps()]);
    expect(counts.sort()).toEqual([0, 1]);
  });

  it('announces a step whose lease has ended, at once and then at growing intervals', async () => {
    await db.knex('outbox').delete();
    await claimStep(stepId, 'crashed');
    expect(await sweepSteps()).toBe(0);
    await db.knex('step').update({ lease_until: ago(0.001) });
    expect(await sweepSteps()).toBe(1);
    expect(delivered).toMatchObject([{ stepId, dispatch: 2, delayMs: 0 }]);
    expect(await sweepSteps()).toBe(0);
    // announced last when it had waited for 60 s
    await db.knex('step').update({ dispatched_at: ago(39), created_at: ago(99), due_at: ago(99), lease_until: ago(99) });
    expect(await sweepSteps()).toBe(0);
    await db.knex('step').update({ dispatched_at: ago(51) });
    expect(await sweepSteps()).toBe(1);
  });

  it('announces a due step whose job was lost with the queue, not one that waits for its time', async () => {
    await db.knex('outbox').delete();
    await db.knex('step').update({ dispatched_at: ago(31), due_at: db.knex.raw(`now() + interval '1 hour'`) });
    expect(await sweepSteps()).toBe(0);
    await db.knex('step').update({ due_at: ago(31) });
    expect(await sweepSteps()).toBe(1);
    expect(delivered).toMatchObject([{ stepId, dispatch: 2 }]);
  });

  it('announces no step whose job waits in the queue, and asks again later', async () => {
    await db.knex('outbox').delete();
    const asked: unknown[] = [];
    let stands = true;
    setJobSink(
      async (deliveries) => void delivered.push(...deliveries),
      async ({ stepId: id, dispatch }) => (asked.push(`${id}-${dispatch}`), stands),
    );
    const wait = () => db.knex('step').update({ dispatched_at: ago(31), due_at: ago(31) });
    await wait();
    expect([await sweepSteps(), await sweepSteps()]).toEqual([0, 0]);
    expect(asked).toEqual([`${stepId}-1`]);
    stands = false;
    await wait();
    expect(await sweepSteps()).toBe(1);
    expect(delivered).toMatchObject([{ stepId, dispatch: 2 }]);
  });

  it('leaves finished steps and ended runs alone', async () => {
    await db.knex('outbox').delete();
    await db.knex('step').update({ state: 'completed', due_at: ago(99), dispatched_at: ago(99) });
    expect(await sweepSteps()).toBe(0);
    await db.knex('step').update({ state: 'queued' });
    await db.knex('run').update({ status: 'cancelled' });
    expect(await sweepSteps()).toBe(0);
  });
});
