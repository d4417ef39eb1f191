import { describe, expect, it } from 'vitest';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { transact } from '#domain/platform/database.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buy, buyer, ofPlan, refund, stateOf } = useBuyers(billing);

/** Starts a course as a run does. @returns its job, for `finish` */
async function begin({ userId }: Person): Promise<string> {
  const jobId = crypto.randomUUID();
  await transact((trx) =>
    RUN_BILLING.reserve(trx, {
      jobId,
      payerId: userId,
      cost: COST_ESTIMATE.base,
      quota: { feature: 'text_course', units: 1 },
      cause: toSentence('Course: {topic}', { topic: 'Beekeeping' }),
      lookAt: new Date(Date.now() + 3_600_000),
    }),
  );
  return jobId;
}
const finish = (jobId: string) =>
  transact((trx) => RUN_BILLING.capture(trx, { jobId, share: (reserved) => reserved, isUnitUsed: true, fault: 'ours' }));
async function write(person: Person, courses: number): Promise<void> {
  for (let course = 0; course < courses; course += 1) await finish(await begin(person));
}
const told = async (person: Person) => (await billing.as(person).get('/api/subscription/invoices')).json.invoices[0].refund;

describe('a refund first deducts the written courses, at list prices', () => {
  it('after nine courses: nine times 31 tokens of the smallest package are deducted, as announced on the page', async () => {
    const { person, payment } = await buyer('standard_monthly');
    await write(person, 9);
    // 279 tokens at $9.99 a hundred
    const whole = {
      amount_cents: 213,
      parts: [{ description: 'Standard (monthly)', amount_cents: 3000 }],
      used: { courses: 9, centitokens: 0, amount_cents: 2787 },
    };
    expect(await told(person)).toMatchObject(whole);
    const { status, json } = await refund(person, payment);
    expect([status, json.given]).toMatchObject([200, whole]);
    await billing.settle();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 213 });
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    expect(await ofPlan(person)).toBe(0);
  });

  it('also courses paid with the plan’s tokens, beyond those that the plan counts', async () => {
    const { person } = await buyer('basic_monthly');
    const free = 45; // the free plan's daily and monthly tokens, which are spent first
    await write(person, 4);
    const before = await ofPlan(person);
    await write(person, 2);
    const spent = before - (await ofPlan(person));
    expect(spent).toBeGreaterThanOrEqual(2 * 31 - free);
    const { used } = await told(person);
    expect(used).toEqual({ courses: 4, centitokens: spent * 100, amount_cents: Math.floor((4 * 31 + spent) * 9.99) });
  });

  it('and is not made when that leaves less than was shown: nothing ends, and the new amount is shown and then refunded', async () => {
    const { person, payment } = await buyer('standard_monthly');
    const ask = (least: number) => billing.as(person).post(`/api/subscription/invoices/${payment}/refund?least_cents=${least}`);
    // shown before anything was written
    const before = (await told(person)).amount_cents;
    await write(person, 1);
    expect(await ask(before)).toMatchObject({ status: 409, json: { code: 'refund.less' } });
    expect((await billing.holdings(person)).plan).toBe('standard_monthly');
    const { amount_cents: left } = await told(person);
    expect(left).toBeLessThan(before);
    expect(await ask(left)).toMatchObject({ status: 200, json: { given: { amount_cents: left } } });
  });

  it('is refused when the courses are worth the whole payment, and the page says that nothing is left', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await write(person, 4);
    await write(person, 4);
    expect(await told(person)).toMatchObject({ amount_cents: 0, used: { amount_cents: 1500 } });
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.used_up' } });
    expect(await billing.holdings(person)).toMatchObject({ status: 'active' });
    expect(await billing.knex()('refund').where({ payment_id: payment })).toEqual([]);
  });

  it('waits for running work, and deducts nothing for undelivered work', async () => {
    const { person, payment } = await buyer('standard_monthly');
    const job = await begin(person);
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.work_under_way' } });
    await transact((trx) => RUN_BILLING.release(trx, { jobId: job, fault: 'ours' }));
    expect((await refund(person, payment)).json.given).toMatchObject({ amount_cents: 3000 });
  });

  it('of tokens deducts the purchase price of the spent ones', async () => {
    const person = await billing.someone();
    await billing.holdings(person);
    await write(person, 2); // spends the free course, then the free tokens
    const { payment, order } = await buy(person, 100);
    await write(person, 2);
    const { spent } = (await billing.knex()('token_lot').where({ order_id: order }).first('spent'))!;
    expect(spent).toBeGreaterThan(3000);
    const kept = Math.floor((999 * spent) / 10_000);
    const { status, json } = await refund(person, payment);
    expect([status, json.given]).toMatchObject([
      200,
      { amount_cents: 999 - kept, used: { courses: 0, centitokens: spent, amount_cents: kept } },
    ]);
    await billing.settle();
    expect(await billing.knex()('token_lot').where({ order_id: order }).first('remaining', 'spent', 'dead')).toEqual({
      remaining: 0,
      spent,
      dead: 10_000 - spent,
    });
  });

  it('of an upgraded plan is deducted from the upgrade first; courses written before the payment are not deducted', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await write(person, 1);
    await billing
      .knex()('quota_hold')
      .update({ created_at: billing.knex().raw(`now() - interval '40 days'`) });
    await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    await write(person, 2);
    const kept = Math.floor(62 * 9.99);
    expect((await refund(person, payment)).json.given).toMatchObject({ used: { courses: 2, amount_cents: kept } });
    await billing.settle();
    const paid = await billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
    expect(paid.map((one: any) => one.amount_cents - one.refunded_cents)).toEqual([0, kept]);
  });

  it('and new work no longer uses the plan, even during an outage of Stripe after the refund was requested', async () => {
    const { person, payment } = await buyer('standard_monthly');
    await billing.breakStripe('down');
    expect((await refund(person, payment)).status).toBe(503);
    const job = await begin(person);
    expect(await billing.knex()('quota_hold').where({ job_id: job })).toEqual([]);
    await billing.breakStripe(null);
  });
});
