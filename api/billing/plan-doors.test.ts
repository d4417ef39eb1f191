import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { connectMcp, use } from '#api/mcp/mcp-client.factory.ts';
import {
  FREE_PLAN,
  MENTOR_ANSWER_CENTITOKENS,
  PICTURE_CENTITOKENS,
  PLANS,
  TUTOR_SESSION,
  type QuotaName,
} from '#contract/billing/catalogue.ts';
import { clipPrice } from '#contract/billing/price.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { useMentorSandbox } from '#domain/mentor/mentor.factory.ts';
import { entitlementOf } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { givenLapse, givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

/**
 * What plans cover, asked at every door: the screens' session, an API key, and the tools of MCP. Each operation is ordered for a price of 0: who is
 * covered is let in, and who is not is told the price. A plan, an operation or a door that answers otherwise fails here.
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
  readonly give: (person: Person) => Promise<void>;
}

/** A row of `subscription` whose paid period ends in so many days. */
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
  'no plan': { quotas: FREE_PLAN.quotas, give: none },
  ...Object.fromEntries(paid.map(({ id, quotas }) => [id, { quotas, give: subscribed(id, 'active', 20) }])),
  'a trial': { quotas: trial.quotas, give: subscribed('standard_yearly', 'trialing', 5) },
  'a plan that has ended': { quotas: FREE_PLAN.quotas, give: subscribed('premium_monthly', 'canceled', 5) },
  'a plan whose time is long over': { quotas: FREE_PLAN.quotas, give: subscribed('premium_monthly', 'active', -60) },
  'an organisation': { quotas: FREE_PLAN.quotas, give: member(false) },
  'an organisation that has ended': { quotas: FREE_PLAN.quotas, give: member(true) },
};

/** Who orders: with a session or a key of the same account. */
interface Caller {
  readonly person: Person;
  readonly bearer: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/** What is answered to an order for nothing: nothing more, or the price in hundredths of a token. */
type Answer = 'covered' | number | string;

interface Operation {
  readonly units: number;
  readonly price: number;
  readonly order: (caller: Caller) => { readonly path: string; readonly body: object };
  /** The tool that does the same; most have none. */
  readonly tool?: (agent: Awaited<ReturnType<typeof connectMcp>>) => Promise<Answer>;
}

const WISH = { topic: 'Keeping bees', learning_goals: 'Look after one hive for a year', age: 30, duration: '1 week intensive' } as const;

/** Every feature that plans have units of, by an operation that uses them. */
const OPERATIONS: Readonly<Record<QuotaName, Operation>> = {
  text_course: {
    units: 1,
    price: COST_ESTIMATE.base,
    order: ({ person }) => ({ path: '/api/generate-course', body: { ...WISH, user_id: person.userId, ai_components: {} } }),
    async tool(agent) {
      const { data } = await use(agent, 'quote_course', WISH);
      if (data.price_tokens > 0) return data.price_tokens * 100;
      return (await use(agent, 'write_course', { quote_id: data.quote_id, confirm: true })).data.code ?? 'covered';
    },
  },
  video_seconds: {
    units: 5,
    price: clipPrice('fast', 5).centitokens,
    order: ({ person }) => ({
      path: '/api/vertex-ai/veo3/generate-video',
      body: { prompt: 'A hive', mode: 'fast', duration: 5, user_id: person.userId },
    }),
  },
  vortex_session: {
    units: 1,
    price: TUTOR_SESSION.answer_centitokens,
    order: ({ courseId, lessonId }) => ({
      path: '/api/mentor/messages',
      body: { message_id: randomUUID(), message: 'Why?', tutor: true, lesson: { course_id: courseId, lesson_id: lessonId } },
    }),
  },
  ar_vr_simulation: {
    units: 1,
    price: COST_ESTIMATE.ar_vr,
    order: ({ courseId }) => ({ path: `/api/course-simulations/${courseId}`, body: { wish: 'How bees see' } }),
  },
  imagen_visual: {
    units: 1,
    price: PICTURE_CENTITOKENS,
    order: ({ courseId }) => ({ path: `/api/course-pictures/${courseId}`, body: { places: ['cover'] } }),
  },
  mentor_answer: {
    units: 1,
    price: MENTOR_ANSWER_CENTITOKENS,
    order: ({ person }) => ({ path: '/api/ai-mentor', body: { user_id: person.userId, message: 'When do bees swarm?' } }),
    async tool(agent) {
      const { data } = await use(agent, 'ask_mentor', { message: 'When do bees swarm?', confirm: true, message_id: randomUUID() });
      return data.code ?? (data.tokens_charged === 0 ? 'covered' : data.tokens_charged * 100);
    },
  },
};
const FEATURES = Object.keys(OPERATIONS) as QuotaName[];

/** A new account with this plan, of which nothing is used, and with tokens enough for everything. */
async function givenCaller(give: PlanRow['give']): Promise<Caller & { readonly key: string }> {
  const person = await api.givenPerson(`${randomUUID()}@example.com`, { tokens: 1_000, birthYear: 1990 });
  await give(person);
  const courseId = await givenCourse(person.userId);
  const { secret } = await givenKey({ accountId: person.userId, scopes: ['courses:read', 'generate', 'mentor'], dayBudget: 1_000 });
  return { person, bearer: person.accessToken, courseId, lessonId: '0_0', key: secret };
}

async function orderForNothing(caller: Caller, { order }: Operation): Promise<Answer> {
  const { path, body } = order(caller);
  const headers = { 'max-price': '0', prefer: 'respond-async', 'idempotency-key': randomUUID() };
  const { status, json } = await api.call(path, { method: 'POST', bearer: caller.bearer, body, headers });
  if (status < 300) return 'covered';
  return json.code === 'price.changed' ? json.needed * 100 : `${status} ${json.code}`;
}

const ofEach = async (ask: (feature: QuotaName) => Promise<Answer>) => {
  const answers: [QuotaName, Answer][] = [];
  for (const feature of FEATURES) answers.push([feature, await ask(feature)]);
  return Object.fromEntries(answers);
};

it.each(Object.entries(ROWS))('%s covers the same by session, by key and by MCP', async (_, { quotas, give }) => {
  const expected = Object.fromEntries(
    FEATURES.map((feature): [string, Answer] => {
      const { units, price } = OPERATIONS[feature];
      return [feature, quotas[feature] >= units ? 'covered' : price];
    }),
  );
  const screen = await givenCaller(give);
  expect(await ofEach((feature) => orderForNothing(screen, OPERATIONS[feature])), 'a session').toEqual(expected);
  const program = await givenCaller(give);
  expect(await ofEach((feature) => orderForNothing({ ...program, bearer: program.key }, OPERATIONS[feature])), 'a key').toEqual(expected);
  const agents = await givenCaller(give);
  const agent = await connectMcp({ origin: api.origin, key: agents.key });
  try {
    for (const feature of FEATURES) {
      const answer = await OPERATIONS[feature].tool?.(agent);
      if (answer !== undefined) expect([feature, answer], 'MCP').toEqual([feature, expected[feature]]);
    }
  } finally {
    await agent.close();
  }
});
