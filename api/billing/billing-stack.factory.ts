import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { clearPriceCache } from '#domain/billing/catalogue/price.commands.ts';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import type { PaymentSettings } from '#domain/platform/payment-settings.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

export const WEBHOOK_SECRET = 'whsec_first_of_two';
export const OLD_WEBHOOK_SECRET = 'whsec_second_of_two';
export const DAY_S = 86_400;

/** An answer of the sandbox or the API; tests check the fields they expect. */
type Json = ReturnType<typeof JSON.parse>;

/** One event of the sandbox and its delivery state. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly state: string;
  readonly answers: readonly number[];
}

/** Runs the whole application on its own database, with the real SDK, and a sandbox Stripe that sends its signed events to it. */
export function useBilling(changes: Partial<PaymentSettings> = {}) {
  const api = useTestApi();
  // these tests make Stripe and the process fail; which failures are logged depends on when it crashes
  allowLogged(/billing: |stripe: rejected a malformed request from here|stripe event: |The payment service cannot be reached/);
  let sandbox: Sandbox;
  let people = 0;
  /** Accounts of the current test. */
  const present: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    setPayments({});
  });
  beforeEach(async () => {
    present.length = 0;
    setPayments({});
    await control('PUT', 'webhook', { url: api.origin + WEBHOOK_PATH, secret: WEBHOOK_SECRET });
    await control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  });
  // fence B: Stripe's own request schemas accepted everything that the SDK sent in any test
  afterAll(async () => {
    const { requests } = await control('GET', 'requests');
    await sandbox.close();
    clearPriceCache();
    expect(requests.filter(({ problems }: { problems: string[] }) => problems.length > 0)).toEqual([]);
    expect(new Set(requests.map((request: { stripe_version: string }) => request.stripe_version))).toEqual(new Set(['2026-10-28.endive']));
  });

  /** Returns the events that the sandbox has announced about an object, or of a type, oldest first. */
  async function events(of: { object?: string; type?: string } = {}): Promise<SentEvent[]> {
    const { events: all } = await control('GET', 'events');
    return all.filter((event: SentEvent) => (!of.object || event.object === of.object) && (!of.type || event.type === of.type));
  }

  /** Makes the sandbox's Stripe fail in the way `mode` names; null restores it. */
  async function breakStripe(mode: string | null): Promise<void> {
    const address = `${sandbox.url}/control/faults`;
    const answer =
      mode === null
        ? await fetch(address, { method: 'DELETE' })
        : await fetch(address, {
            method: 'PUT',
            body: JSON.stringify({ service: 'stripe', mode }),
            headers: { 'content-type': 'application/json' },
          });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** Changes payment settings until the end of the test. */
  function setPayments(more: Partial<PaymentSettings>): void {
    const payments: PaymentSettings = {
      ...config().payments,
      mode: 'sandbox',
      secretKey: 'sk_test_sandbox',
      protocol: 'http',
      host: '127.0.0.1',
      port: sandbox.port,
      webhookSecrets: [WEBHOOK_SECRET, OLD_WEBHOOK_SECRET],
      reconcileAfterMs: 0,
      ...changes,
      ...more,
    };
    setConfig({ ...config(), payments });
  }

  /** Sends a request to the sandbox's control API. */
  async function control(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await fetch(`${sandbox.url}/control/stripe${path ? `/${path}` : ''}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: Json = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${json.message}`);
    return json;
  }

  const knex = () => api.database.knex;
  /** Returns what remains of the free plan, in tokens. The trial's 20 per day include it. */
  const leftOfFreePlan = async (userId: string, status: string) => {
    const lots = knex()('token_lot').where({ owner_kind: 'user', owner_id: userId, subscription_id: null });
    const left = (source: 'trial' | 'daily' | 'monthly', statuses: readonly string[]) =>
      statuses.includes(status)
        ? lots
            .clone()
            .where({ source })
            .sum({ left: 'remaining' })
            .then(([row]) => Number(row!.left ?? 0) / 100)
        : 0;
    return { daily: await left('daily', ['active']), monthly: await left('monthly', ['active', 'trial']) };
  };
  const as = (person: Person) => ({
    post: (target: string, body: unknown = {}, headers = {}): Promise<Received> =>
      api.call(target, { method: 'POST', body, bearer: person.accessToken, headers }),
    get: (target: string): Promise<Received> => api.call(target, { bearer: person.accessToken }),
  });

  return {
    // not spread: its getters work only once the api is running
    call: api.call,
    givenPerson: api.givenPerson,
    get database() {
      return api.database;
    },
    get origin() {
      return api.origin;
    },
    get sandbox() {
      return sandbox;
    },
    control,
    events,
    breakStripe,
    setPayments,
    as,
    knex,
    planOf: async (person: Person) => (await as(person).get('/api/subscription')).json,
    invoicesOf: async (person: Person) => (await as(person).get('/api/subscription/invoices')).json.invoices,
    organisationOf: async (person: Person) => (await as(person).get('/api/organisation')).json.organisation,
    /** Requests a change of the plan: `change`, `cancel`, `resume`, … */
    postAct: (person: Person, act: string, body?: object) => as(person).post(`/api/subscription/${act}`, body),
    /** Returns the row of the newest plan. */
    planRowOf: (person: Person) => knex()('subscription').where({ account_id: person.userId }).orderBy('created_at', 'desc').first(),

    /** Registers a new adult with a verified address. */
    async someone(): Promise<Person> {
      const person = await api.givenPerson(`person-${(people += 1)}-${Date.now()}@example.com`, { tokens: 0 });
      await knex()('account').where({ id: person.userId }).update({ email_verified_at: new Date(), birth_year: 1990 });
      present.push(person.userId);
      return person;
    },

    /** Moves Stripe's clock forward. Plans of earlier tests are ended first: otherwise each would be renewed again and again. */
    async passTime(seconds: number): Promise<void> {
      const { delivery } = await control('GET', '');
      await control('PUT', 'delivery', { mode: 'drop' });
      const left = await knex()('subscription')
        .whereNotIn('account_id', present)
        .whereNot({ status: 'canceled' })
        .update({ status: 'canceled', ended_at: knex().fn.now() })
        .returning('stripe_subscription_id');
      // a test may have made Stripe forget some
      for (const { stripe_subscription_id: id } of left)
        if (id)
          await stripe()
            .subscriptions.cancel(id)
            .catch(() => undefined);
      await control('PUT', 'delivery', delivery);
      await control('PUT', 'clock', { advance_s: seconds });
    },

    /** Opens the payment page for a plan, or for a number of tokens. */
    async checkout(person: Person, what: string | number, more: Record<string, unknown> = {}) {
      const answer =
        typeof what === 'number'
          ? await as(person).post('/api/purchase-tokens', { user_id: person.userId, token_amount: what, ...more })
          : await as(person).post('/api/create-checkout-session', { user_id: person.userId, package_id: what, ...more });
      if (answer.status !== 200) throw new Error(`checkout: ${answer.status} ${answer.text}`);
      return answer.json as { url: string; session_id: string; order_id: string };
    },

    /** Pays a page like a user with a card; `more` chooses another card or a bank. */
    pay: (session: string, more: Record<string, unknown> = {}) => control('POST', 'complete', { session, ...more }),

    /**
     * Buys a plan or a number of tokens. The payment page's query fulfils the order; the events do not arrive here, and
     * `payments.routes.test.ts` and `event-order.test.ts` show that they would add nothing.
     */
    async purchase(person: Person, what: string | number, more: Record<string, unknown> = {}): Promise<{ order_id: string }> {
      const { session_id, order_id } = await this.checkout(person, what);
      await control('PUT', 'delivery', { mode: 'drop' });
      await control('POST', 'complete', { session: session_id, ...more });
      await control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
      expect(await this.status(person, session_id)).toMatchObject({ payment_status: 'paid' });
      return { order_id };
    },

    /** Buys a plan or a number of tokens on the payment page, and handles the resulting events. */
    async buyAtPage(person: Person, what: string | number, { page = {}, paying = {} }: { page?: object; paying?: object } = {}) {
      const { session_id } = await this.checkout(person, what, { ...page });
      await this.pay(session_id, { ...paying });
      await this.settle();
    },

    /** Moves Stripe's clock forward, and handles all events until then. */
    async settleAfter(seconds: number): Promise<void> {
      await this.passTime(seconds);
      await this.settle();
    },

    /** Reads the state of a payment immediately, without the pause between two queries to Stripe. */
    async status(person: Person, session: string): Promise<Json> {
      await knex()('billing_order').where({ stripe_session_id: session }).update({ last_checked_at: null });
      const answer = await as(person).get(`/api/payments/status/${session}`);
      expect(answer.status).toBe(200);
      return answer.json;
    },

    /** Handles all received events, including postponed ones. */
    async work(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        await knex()('stripe_event').where({ state: 'pending' }).update({ next_at: knex().fn.now() });
        await processEvents();
        const left = await knex()('stripe_event').where({ state: 'pending' }).first('event_id');
        if (!left) return;
      }
    },

    /** Waits until the sandbox has delivered all its events, then handles them. */
    async settle(): Promise<void> {
      await vi.waitFor(
        async () => {
          expect((await control('GET', 'events?state=due')).events).toEqual([]);
        },
        { timeout: 60_000, interval: 5 },
      );
      await this.work();
    },

    /** Returns the user's holdings: tokens (without the rest of the free plan if they have another plan now), plan, lots and mails. */
    async holdings(person: Person) {
      const { userId } = person;
      const wallet = (await as(person).get(`/api/user-tokens/${userId}`)).json;
      const { user } = (await as(person).get('/api/auth/me')).json;
      const lots = await knex()('token_lot').where({ owner_kind: 'user', owner_id: userId, source: 'purchase' });
      const free = await leftOfFreePlan(userId, user.subscription_status);
      const mails = await knex()('outgoing_mail').where({ account_id: userId }).whereNot('kind', 'verify-email').orderBy('id');
      const notices = await knex()('notification').where({ account_id: userId, kind: 'payment.landed' });
      return {
        balance: wallet.balance - free.daily - free.monthly,
        purchased: wallet.purchased_available as number,
        monthly: wallet.monthly_available - free.monthly,
        status: user.subscription_status as string,
        plan: user.subscription_plan as string | null,
        lots: lots.length,
        mails: mails.map(({ kind }: { kind: string }) => kind),
        notices: notices.length,
      };
    },
  };
}
