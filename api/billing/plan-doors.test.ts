import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { connectMcp } from '#api/mcp/mcp-client.factory.ts';
import { TOOLS } from '#api/mcp/mcp-server.ts';
import { FREE_PLAN, PLANS, type QuotaName } from '#contract/billing/catalogue.ts';
import { isPaidByPlan } from '#contract/billing/price.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { aiMentor, regenerateAnswer, sendMentorMessage } from '#contract/mentor/mentor.contract.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { KINDS, startEngine } from '#domain/kinds.ts';
import { useMentorSandbox } from '#domain/mentor/mentor.factory.ts';
import { entitlementOf } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { givenLapse, givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { endRuns, givenOrderedCourse, OPERATIONS, type Answer, type Caller, type Part } from './plan-orders.factory.ts';

/**
 * Checks what plans cover at every door: the screens' session, an API key, and the MCP tools. Every kind of paid work is ordered at a price
 * of 0, by each operation that orders it: covered callers are admitted, others are told the price. A plan, kind of work, operation or door
 * with a different answer fails here, and so does an operation missing from the table of orders.
 */

const api = useTestApi({ generateWaitMs: 0 });
useMentorSandbox();
let sandbox: Sandbox;
startEngine();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

interface PlanRow {
  readonly quotas: Readonly<Record<QuotaName, number>>;
  /** It also orders work that no plan has units of. */
  readonly asksAll?: boolean;
  readonly give: (person: Person) => Promise<void>;
}

/** Returns a function that inserts a `subscription` whose paid period ends in this many days. */
const subscribed = (packageId: string, status: string, endsIn: number) => async (person: Person) => {
  const id = randomUUID();
  await api.database.knex('subscription').insert({
    id,
    account_id: person.userId,
    package_id: packageId,
    status,
    stripe_subscription_id: id,
    anchor: daysFromNow(-2),
    period_start: daysFromNow(endsIn - 30),
    period_end: daysFromNow(endsIn),
    trial_end: status === 'trialing' ? daysFromNow(endsIn) : null,
  });
};

const member = (isLapsed: boolean) => async (person: Person) => {
  const { id } = await givenOrganisation();
  await givenMember(id, person.userId);
  if (isLapsed) await givenLapse(id);
};

const none = async () => {};
const paid = PLANS.filter(({ interval }) => interval === 'month');
const live = { id: '', anchor: new Date(), periodStart: new Date(), periodEnd: new Date(), trialEnd: null, cancelAtPeriodEnd: false };
const trial = entitlementOf({ ...live, packageId: 'standard_yearly', status: 'trialing', stripeSubscriptionId: null });

const ROWS: Readonly<Record<string, PlanRow>> = {
  'no plan': { quotas: FREE_PLAN.quotas, give: none, asksAll: true },
  ...Object.fromEntries(
    paid.map(({ id, quotas }) => [id, { quotas, give: subscribed(id, 'active', 20), asksAll: id === 'premium_monthly' }]),
  ),
  'a trial': { quotas: trial.quotas, give: subscribed('standard_yearly', 'trialing', 5) },
  'a plan that has ended': { quotas: FREE_PLAN.quotas, give: subscribed('premium_monthly', 'canceled', 5) },
  'a plan whose time is long over': { quotas: FREE_PLAN.quotas, give: subscribed('premium_monthly', 'active', -60) },
  'an organisation': { quotas: FREE_PLAN.quotas, give: member(false) },
  'an organisation that has ended': { quotas: FREE_PLAN.quotas, give: member(true) },
};

/** Creates an account with this plan, unused, and with enough tokens for everything. */
async function givenCaller(give: PlanRow['give']): Promise<Caller & { readonly key: string }> {
  const person = await api.givenPerson(`${randomUUID()}@example.com`, { tokens: 2_000, birthYear: 1990 });
  await give(person);
  const courseId = await givenOrderedCourse(person.userId);
  const { secret } = await givenKey({ accountId: person.userId, scopes: ['courses:read', 'generate', 'mentor'], dayBudget: 2_000 });
  return { userId: person.userId, bearer: person.accessToken, courseId, key: secret };
}

async function orderForNothing(bearer: string, address: string, body: object | FormData | undefined): Promise<Answer> {
  const isForm = body instanceof FormData;
  const headers = {
    authorization: `Bearer ${bearer}`,
    'max-price': '0',
    prefer: 'respond-async',
    'idempotency-key': randomUUID(),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${api.origin}${address}`, {
    method: 'POST',
    headers,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return 'covered';
  const { code, needed } = JSON.parse(text) as { code: string; needed?: number };
  return code === 'price.changed' ? Math.round(needed! * 100) : `${answer.status} ${code}`;
}

/** Returns the remaining units of a plan, from which orders are paid. */
function purseOf(quotas: PlanRow['quotas']) {
  const left = { ...quotas };
  const isCovered = ({ feature, units }: Part) => feature !== null && isPaidByPlan({ units }, left[feature]);
  const take = (parts: readonly Part[]) => {
    for (const part of parts) if (part.feature !== null && !part.isLater && isCovered(part)) left[part.feature] -= part.units;
  };
  return {
    take,
    /** Returns the expected answer to an order at a price of 0, and takes the covered units. */
    answer(parts: readonly Part[]): Answer {
      const price = parts.reduce((sum, part) => sum + (isCovered(part) ? 0 : part.centitokens), 0);
      if (price === 0) take(parts);
      return price === 0 ? 'covered' : price;
    },
  };
}

/** Orders everything with a session or a key, and compares each answer with the plan's remaining units. */
async function walk({ quotas, asksAll }: PlanRow, caller: Caller, door: string): Promise<void> {
  await endRuns(api);
  const purse = purseOf(quotas);
  const answers: [string, Answer][] = [];
  const expected: [string, Answer][] = [];
  for (const [name, { order, isRare }] of Object.entries(OPERATIONS)) {
    if (isRare && !asksAll) continue;
    const { path: address, body, parts, taken = [] } = await order(caller, api);
    purse.take(taken);
    expected.push([name, purse.answer(parts)]);
    answers.push([name, await orderForNothing(door, address, body)]);
  }
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
}

describe.each(Object.entries(ROWS))('%s covers the allowances it has, and no more', (_, row) => {
  it('by session', async () => {
    const caller = await givenCaller(row.give);
    await walk(row, caller, caller.bearer);
  });

  it('by key', async () => {
    const caller = await givenCaller(row.give);
    await walk(row, caller, caller.key);
  });

  it('by MCP', async () => {
    const caller = await givenCaller(row.give);
    const purse = purseOf(row.quotas);
    const agent = await connectMcp({ origin: api.origin, key: caller.key });
    try {
      for (const [name, { order, tool }] of Object.entries(OPERATIONS)) {
        if (!tool) continue;
        const expected = purse.answer((await order(caller, api)).parts);
        expect([name, await tool.ask(agent)]).toEqual([name, expected]);
      }
    } finally {
      await agent.close();
    }
  });
});

describe('the table of orders', () => {
  /** Orders that keys cannot make, each with the test that checks its price. */
  const ELSEWHERE: Readonly<Record<string, string>> = { 'lesson by actOnCreatorBatch': 'domain/operator/batches/batches.test.ts' };
  const costing = Object.values(KINDS).flatMap(({ name, price }) => (price === 'free' ? [] : [{ name, price }]));
  const answers = [aiMentor, sendMentorMessage, regenerateAnswer].map(({ name }) => `mentor by ${name}`);

  it('contains every kind of work that costs tokens, with every operation that orders it', () => {
    const orders = costing.flatMap(({ name, price }) => price.orderedBy.map((endpoint) => `${name} by ${endpoint.name}`));
    expect([...orders, ...answers, 'tutor by sendMentorMessage'].toSorted()).toEqual(
      [...Object.keys(OPERATIONS), ...Object.keys(ELSEWHERE)].toSorted(),
    );
    for (const [order, test] of Object.entries(ELSEWHERE)) {
      expect(existsSync(path.join(import.meta.dirname, '../..', test)), test).toBe(true);
      expect(ENDPOINTS.find(({ name }) => name === order.split(' by ')[1])).toHaveProperty('personOnly');
    }
  });

  it('contains every kind of work that plans have units of', () => {
    const features = new Set([...costing.flatMap(({ price }) => price.quota?.feature ?? []), 'vortex_session', 'mentor_answer']);
    expect([...features].toSorted()).toEqual(Object.keys(FREE_PLAN.quotas).toSorted());
  });

  it('contains every tool that places orders', () => {
    const costs = new Set<string>(
      ENDPOINTS.filter(({ auth, headers }) => auth === 'user' && headers?.includes('Max-Price')).map(({ name }) => name),
    );
    const ordering = TOOLS.filter(({ calls }) => calls.some(({ name }) => costs.has(name))).map(({ name }) => name);
    const asked = Object.values(OPERATIONS).flatMap(({ tool }) => tool?.names ?? []);
    expect(asked.toSorted()).toEqual(ordering.toSorted());
  });
});
