import { describe, expect, it } from 'vitest';
import type { Person } from '#api/testing/test-api.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { RUN_BILLING } from '#domain/billing/ledger/run-billing.command.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { transact } from '#domain/platform/database.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buyer } = useBuyers(billing);
const { as, knex } = billing;

/** Starts a course as a run does. @returns its job; null if nothing could pay */
async function begin({ userId }: Person): Promise<string | null> {
  const jobId = crypto.randomUUID();
  const cause = toSentence('Course: {topic}', { topic: 'Beekeeping' });
  const quota = { feature: 'text_course', units: 1 } as const;
  return transact((trx) =>
    RUN_BILLING.reserve(trx, { jobId, payerId: userId, cost: COST_ESTIMATE.base, quota, cause, lookAt: new Date(Date.now() + 3_600_000) }),
  ).then(
    () => jobId,
    (error: unknown) => {
      if (error instanceof ProductError && error.code === 'tokens.insufficient') return null;
      throw error;
    },
  );
}
const ends = {
  whole: (jobId: string) =>
    transact((trx) => RUN_BILLING.capture(trx, { jobId, share: (reserved) => reserved, isUnitUsed: true, fault: 'ours' })),
  part: (jobId: string) =>
    transact((trx) =>
      RUN_BILLING.capture(trx, { jobId, share: (reserved) => Math.floor(reserved / 3), isUnitUsed: false, fault: 'theirs' }),
    ),
  nothing: (jobId: string) => transact((trx) => RUN_BILLING.release(trx, { jobId, fault: 'ours' })),
};

describe('a plan that changes while its work is under way', () => {
  it.each([1, 2, 3, 4, 5])('by chance (%i), two acts at a time: nothing is counted twice, lost or below zero', async (seed) => {
    let state = seed * 7_919;
    const chance = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
    const { person } = await buyer('standard_monthly');
    const open: string[] = [];
    const plans = ['basic_monthly', 'standard_monthly', 'premium_monthly', 'premium_yearly'];
    const acts: (() => Promise<unknown>)[] = [
      async () => void (await begin(person).then((job) => job && open.push(job))),
      async () => void (await begin(person).then((job) => job && open.push(job))),
      async () => {
        const [job] = open.splice(0, 1);
        const end = Object.values(ends)[chance(3)]!;
        // twice, as two processes may
        if (job) await Promise.all([end(job), end(job)]);
      },
      () => as(person).post('/api/subscription/change', { package_id: plans[chance(4)] }),
      () => as(person).post('/api/subscription/cancel'),
      () => as(person).post('/api/subscription/resume'),
      () => as(person).get(`/api/user-tokens/${person.userId}`),
    ];
    for (let turn = 0; turn < 14; turn += 1) {
      const both = [acts[chance(acts.length)]!, acts[chance(acts.length)]!];
      for (const answer of await Promise.all(both.map((act) => act())))
        if (typeof answer === 'object' && answer && 'status' in answer) expect(Number(answer.status)).toBeLessThan(500);
      if (turn === 7) await billing.settle();
    }
    await billing.settle();
    for (const job of open.splice(0)) await ends.whole(job);
    expect(await ledgerFaults()).toEqual([]);
    const counters = await knex()('quota_counter').where({ owner_id: person.userId });
    for (const { used, held, allowed, feature } of counters) {
      expect(held, feature).toBe(0);
      expect(used, feature).toBeGreaterThanOrEqual(0);
      expect(used, feature).toBeLessThanOrEqual(allowed);
    }
    const used = await knex()('quota_hold')
      .where({ state: 'used' })
      .whereIn(
        'counter_id',
        counters.map(({ id }) => id),
      );
    expect(used.reduce((sum, { units }) => sum + units, 0)).toBe(counters.reduce((sum, { used: units }) => sum + units, 0));
    expect(
      await knex()('token_lot')
        .where({ owner_id: person.userId })
        .where((lot) => lot.where('remaining', '<', 0).orWhere('held', '<>', 0)),
    ).toEqual([]);
  });
});

describe('amounts that are none', () => {
  const NONE = [-1, -100, 1.5, 1e10, 2 ** 53, '100', null, [], {}, true, '1e3', '-0'] as const;

  it('buy, change and accept nothing', async () => {
    const { person } = await buyer('basic_monthly');
    const before = await knex()('billing_order').where({ account_id: person.userId });
    for (const value of NONE) {
      const label = JSON.stringify(value);
      expect((await as(person).post('/api/purchase-tokens', { user_id: person.userId, token_amount: value })).status, label).toBe(400);
      for (const field of ['accepted_cents', 'proration_date'])
        expect(
          (await as(person).post('/api/subscription/change', { package_id: 'premium_monthly', [field]: value })).status,
          `${field} ${label}`,
        ).toBe(400);
    }
    for (const token_amount of [0, 1, 99, 101, 2_147_483_647])
      expect(
        (await as(person).post('/api/purchase-tokens', { user_id: person.userId, token_amount })).status,
        String(token_amount),
      ).toBeGreaterThanOrEqual(400);
    for (const package_id of [
      '',
      'free',
      'premium',
      '__proto__',
      'constructor',
      'premium_monthly ',
      'PREMIUM_MONTHLY',
      'small_business',
      'premium_monthly\0',
    ])
      for (const path of ['change', 'preview'])
        expect((await as(person).post(`/api/subscription/${path}`, { package_id })).status, package_id).toBe(400);
    expect(await knex()('billing_order').where({ account_id: person.userId })).toEqual(before);
    expect((await billing.planOf(person)).package_id).toBe('basic_monthly');
  });

  it('a change accepts no more than was shown, and no time but that of its own preview', async () => {
    const { person } = await buyer('basic_monthly');
    const { json: shown } = await as(person).post('/api/subscription/preview', { package_id: 'premium_monthly' });
    const change = (more: object) => as(person).post('/api/subscription/change', { package_id: 'premium_monthly', ...more });
    expect((await change({ accepted_cents: 0 })).json.code).toBe('subscription.price_changed');
    expect((await change({ accepted_cents: shown.due_now_cents - 1, proration_date: 1 })).json.code).toBe('subscription.price_changed');
    for (const proration_date of [0, 1, shown.proration_date - 86_400, shown.proration_date + 86_400, 2_147_483_647])
      expect((await change({ accepted_cents: 1, proration_date })).json.code, String(proration_date)).toBe('subscription.price_changed');
    // another account's preview is not one's own
    const { person: other } = await buyer('standard_monthly');
    const { json: theirs } = await as(other).post('/api/subscription/preview', { package_id: 'premium_monthly' });
    expect((await change({ accepted_cents: 1, proration_date: theirs.proration_date + 1 })).json.code).toBe('subscription.price_changed');
    expect((await billing.planOf(person)).package_id).toBe('basic_monthly');
    expect((await change({ accepted_cents: shown.due_now_cents, proration_date: shown.proration_date })).status).toBe(200);
    await billing.settle();
    const [raise] = await knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_update' });
    expect(raise!.amount_cents).toBe(shown.due_now_cents);
  });

  it('are no price of a course, no share of a code, and no bound of an order', async () => {
    const creator = await billing.someone();
    const course = (price: unknown) => as(creator).post('/api/creator/courses', { title: 'Bees', description: 'Bees', price });
    for (const price of ['-1', -1, '-0.01', 1e9, '1e9', '99999999999', Infinity, [], {}, true]) {
      const { status, json } = await course(price);
      if (status < 300) expect(json.course?.price ?? json.price, JSON.stringify(price)).toBe(0);
      else expect(status).toBe(400);
    }
    expect(
      await knex()('creator_course')
        .where({ account_id: creator.userId })
        .where((row) => row.where('price_cents', '<', 0).orWhere('price_cents', '>', 1_000_000)),
    ).toEqual([]);
    const form = (topic: string) => ({ topic, learning_goals: 'Keep them', age: 30 });
    const runs = async () => (await knex()('run').where({ account_id: creator.userId })).length;
    for (const bound of ['-1', '-0', '0.001', '1e3', 'NaN', 'Infinity', '31,5', '31 tokens', '+31', '0x1f', '99999999999', '31;32'])
      expect((await as(creator).post('/api/generate-course', form('Bees'), { 'Max-Price': bound })).status, bound).toBe(400);
    expect(await runs()).toBe(0);
    const order = (topic: string, bound: string) =>
      as(creator).post('/api/generate-course', form(topic), { 'Max-Price': bound, Prefer: 'respond-async' });
    // without a plan, the first course of a month costs nothing
    expect((await order('Bees', '0')).status).toBe(202);
    for (const bound of ['0', '0.01', '30.99']) expect([402, 409], bound).toContain((await order(`Wasps ${bound}`, bound)).status);
    expect(await runs()).toBe(1);
  });
});
