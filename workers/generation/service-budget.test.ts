import { beforeEach, describe, expect, it, vi } from 'vitest';
import { transact } from '#domain/platform/database.ts';
import { announceDelayed, dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { storeBudget } from '#domain/vendors/connections/connection.commands.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, write } = usePipeline();
const WAIT = { timeout: 60_000, interval: 20 };
const WORDS = 'Claude: the budget is used up for now. Work that needs them waits and continues automatically; finished work is safe.';

beforeEach(async () => {
  await database.knex.raw('truncate service_spend_day, service_budget');
  await database
    .knex('service_spend_day')
    .insert({ service: 'claude', day: database.knex.raw(`(now() at time zone 'utc')::date`), micro_usd: 2_000_000 });
});
const give = (at_end: 'others' | 'wait') =>
  transact((trx) => storeBudget(trx, { service: 'claude', day_cents: 100, month_cents: null, at_end, changed_by: null }));
const askedServices = (runId: string) => database.knex('vendor_call').where({ run_id: runId }).distinct().pluck('service');

describe('a course while the budget of its leading service is used up', () => {
  it('is written by the others, if operators want that', async () => {
    await give('others');
    const { runId, run } = await write({ ...SHORT, topic: 'Sundials' });
    expect(run.status).toBe('completed');
    expect(await askedServices(runId)).not.toContain('claude');
    expect(await database.knex('run_event').where({ run_id: runId, event: 'services.used_up' })).toEqual([]);
  });

  it('waits for it, if they want that: longer than for any outage, with the reason; it continues when the day has changed', async () => {
    await give('wait');
    const writing = write({ ...SHORT, topic: 'Water clocks' });
    await vi.waitUntil(() => database.knex('run_event').where({ event: 'services.used_up' }).first('id'), WAIT);
    const { id: runId, account_id: accountId } = (await database.knex('run').where({ subject: 'Water clocks' }).first('id', 'account_id'))!;
    const outline = () => database.knex('step').where({ run_id: runId, key: 'outline' }).first('state', 'dispatch', 'due_at');
    const isPutOff = async (times: number) => {
      const step = await outline();
      return step!.state === 'queued' && step!.dispatch > times && step!.due_at > new Date();
    };
    await vi.waitUntil(() => isPutOff(1), WAIT);
    const wake = async () => dispatchOutbox(await transact((trx) => announceDelayed(trx, runId)));

    // far longer than an outage is tolerated
    await database
      .knex('step')
      .where({ run_id: runId })
      .update({ created_at: database.knex.raw(`created_at - interval '1 day'`) });
    const { dispatch } = (await outline())!;
    await wake();
    await vi.waitUntil(() => isPutOff(dispatch + 1), WAIT);
    const { status, log, service_retry_s: retryS } = await runEnvelope({ runId, accountId: accountId! });
    expect(status).toBe('running');
    // repeated only after another service has delivered something
    expect(new Set(log.filter(({ event }) => event === 'services.used_up').map(({ text }) => text))).toEqual(new Set([WORDS]));
    expect(retryS?.claude).toBeGreaterThan(0);
    expect(await askedServices(runId)).not.toContain('claude');

    await database.knex('service_spend_day').update({ day: database.knex.raw('day - 1') });
    await wake();
    const { run } = await writing;
    expect(run.status).toBe('completed');
    expect(await askedServices(runId)).toContain('claude');
  });
});
