import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { beginPictureCall, endPictureCall, MICRO_USD_A_PICTURE } from '#domain/vendors/images/begin-picture-call.command.ts';
import { storeBudget } from '#domain/vendors/connections/connection.commands.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { acquireAllowance, type AllowanceRequest } from './acquire-allowance.command.ts';
import { settleCall } from './call.commands.ts';
import { isUsedUp, listServiceBudgets } from './service-budget.queries.ts';
import { listServiceLanes, vendorAvailability } from './vendor-availability.queries.ts';
import { AllowanceWait } from './vendor-failure.ts';

const test = useTestDatabase();
const CENT = 10_000;
const USED = { input: 10, output: 10, cacheRead: 0, cacheWrite: 0 };
beforeEach(() => test.knex.raw('truncate vendor_lane, vendor_call, spend_day, service_spend_day, service_budget'));

const give = (over: Partial<Parameters<typeof storeBudget>[1]> = {}) =>
  transact((trx) =>
    storeBudget(trx, { service: 'claude', day_cents: 100, month_cents: null, at_end: 'others', changed_by: null, ...over }),
  );
const take = (over: Partial<AllowanceRequest> = {}) =>
  acquireAllowance({
    service: 'claude',
    model: config().vendors.claude.model,
    lane: 'interactive',
    accountId: null,
    tokens: 10,
    signal: new AbortController().signal,
    ...over,
  });
/** Makes a call with this cost in cents; `presumed`: its vendor did not report its usage. */
async function spend(cents: number, { presumed = false, id = uuidv7(), over = {} as Partial<AllowanceRequest> } = {}): Promise<void> {
  const allowance = await take(over);
  await settleCall({
    id,
    allowance,
    accountId: uuidv7(),
    runId: null,
    stepId: null,
    purpose: 'lesson',
    startedAt: new Date(),
    ms: 1,
    outcome: 'ok',
    standing: 'up',
    httpStatus: 200,
    use: presumed ? null : USED,
    presumed: presumed ? USED : null,
    cost: cents * CENT,
    closeForMs: null,
    detail: null,
  });
}
const ofClaude = async () => (await listServiceBudgets()).find(({ service }) => service === 'claude');
const midnight = () => new Date(Math.ceil((Date.now() + 1) / 86_400_000) * 86_400_000);
const nextMonth = (now = new Date()) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));

describe('the budget of a service', () => {
  it('of a day: no call begins once it is reported as spent, until midnight UTC; other services are still asked', async () => {
    await give();
    await spend(60);
    await spend(60);
    await expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    const availability = await vendorAvailability();
    expect(availability.claude).toMatchObject({ available: false, unansweredMs: 0, usedUp: { until: midnight(), atEnd: 'others' } });
    expect(availability.claude.retryAt!.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(availability.gemini).toMatchObject({ available: true });
    expect((await listServiceLanes())[1]).toMatchObject({ service: 'claude', state: 'used_up', until: midnight().toISOString() });
    await take({ service: 'gemini', model: 'gemini-3.8-flash' });
    expect([await isUsedUp('claude'), await isUsedUp('gemini')]).toEqual([true, false]);

    // the day changes
    await test.knex('service_spend_day').update({ day: test.knex.raw('day - 1') });
    await take();
    expect((await vendorAvailability()).claude.usedUp).toBeUndefined();
  });

  it('of a month: its days are added up, until the first of the next one', async () => {
    await give({ day_cents: null, month_cents: 100, at_end: 'wait' });
    const month = test.knex.raw(`date_trunc('month', now() at time zone 'utc')::date`);
    await test.knex('service_spend_day').insert({ service: 'claude', day: month, micro_usd: 70 * CENT });
    // of the month before
    await test.knex('service_spend_day').insert({ service: 'claude', day: test.knex.raw('? - 1', [month]), micro_usd: 900 * CENT });
    await spend(30);
    await expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    expect((await vendorAvailability()).claude.usedUp).toEqual({ until: nextMonth(), atEnd: 'wait' });
    expect(await ofClaude()).toMatchObject({ month: 100 * CENT, until: nextMonth() });
  });

  it('that is raised or lifted lets the next call begin', async () => {
    await give();
    await spend(100);
    await expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    expect(await give({ day_cents: 200 })).toEqual({ day_cents: 100, month_cents: null, at_end: 'others' });
    await take();
    await give({ day_cents: 1 });
    await expect(take()).rejects.toBeInstanceOf(AllowanceWait);
    await give({ day_cents: null });
    await take();
    expect(await ofClaude()).toMatchObject({ at_end: null, today: 100 * CENT, until: null });
  });

  it('does not count presumed costs, which must not stop running work', async () => {
    await give();
    await spend(150, { presumed: true });
    await take();
    expect(await ofClaude()).toMatchObject({ today: 0, until: null });
  });

  it('does not affect calls that cost nothing', async () => {
    await give();
    await spend(100);
    await take({ isFree: true });
  });

  it('counts calls that end at once, each once, and in total like the day', async () => {
    await give();
    const id = uuidv7();
    await Promise.all([spend(40, { id }), spend(40, { id }), spend(50), spend(10, { over: { service: 'grok', model: 'grok-4.7' } })]);
    expect(await ofClaude()).toMatchObject({ today: 90 * CENT });
    const [sum] = (
      await test.knex.raw(`select (select sum(micro_usd) from service_spend_day) as services,
      (select micro_usd from spend_day where account_id = '00000000-0000-0000-0000-000000000000') as everyone`)
    ).rows;
    expect([Number(sum.services), Number(sum.everyone)]).toEqual([100 * CENT, 100 * CENT]);
  });

  it('counts a picture as Gemini’s once it is known to be paid, on the day it was ordered', async () => {
    const runId = await insertRun(test.knex);
    const order = () => beginPictureCall({ cappedId: null, runId, stepId: uuidv7() });
    const [paid, unpaid] = [await order(), await order(), await order()];
    const row = () => test.knex('service_spend_day').where({ service: 'gemini' }).first('micro_usd', 'presumed_micro_usd');
    expect(await row()).toEqual({ micro_usd: 3 * MICRO_USD_A_PICTURE, presumed_micro_usd: 3 * MICRO_USD_A_PICTURE });
    await endPictureCall(paid!, { outcome: 'ok', isPaid: true });
    await endPictureCall(unpaid!, { outcome: 'refused', isPaid: false });
    expect(await row()).toEqual({ micro_usd: 2 * MICRO_USD_A_PICTURE, presumed_micro_usd: MICRO_USD_A_PICTURE });
  });
});
