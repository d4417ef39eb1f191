import { describe, expect, it, vi } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { warnOfTrialEnds } from '#domain/billing/trials/trial.commands.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { PASSWORD, type Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';

const billing = useBilling();

const activate = (person: Person, package_id = 'standard_yearly') =>
  billing.as(person).post('/api/auth/trial/activate', { user_id: person.userId, package_id });

/** Starts a trial on the payment page, without a card. */
async function trialByCheckout(person: Person, plan = 'standard_yearly'): Promise<string> {
  const { session_id } = await billing.checkout(person, plan);
  await billing.pay(session_id, { method: 'none' });
  await billing.settle();
  return session_id;
}

/** Returns the text of a mail to a user. */
async function letter(person: Person, kind: MailKind): Promise<string> {
  const { data } = (await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind }).first('data'))!;
  return renderMail(kind, data as never).text;
}

const plans = (person: Person) => billing.knex()('subscription').where({ account_id: person.userId }).orderBy('created_at');

/** Advances time until a trial has this many seconds left; the sandbox's clock may be ahead of ours. */
const left = (person: Person, seconds: number) => {
  const shifted = (name: string) => billing.knex().raw(`${name} - (trial_end - now()) + ? * interval '1 second'`, [seconds]);
  return billing
    .knex()('subscription')
    .where({ account_id: person.userId, status: 'trialing' })
    .update(Object.fromEntries(['anchor', 'period_start', 'period_end', 'trial_end'].map((name) => [name, shifted(name)])));
};

it('a trial needs a confirmed address, buying does not, and one mailbox is one person, whatever its tag', async () => {
  const first = await billing.someone();
  await billing.knex()('account').where({ id: first.userId }).update({ email_verified_at: null, email: 'tagged@example.com' });
  const checkout = () => billing.as(first).post('/api/create-checkout-session', { user_id: first.userId, package_id: 'standard_yearly' });
  expect(await activate(first)).toMatchObject({ status: 403, json: { code: 'trial.unverified' } });
  expect((await checkout()).status).toBe(200);
  const order = () => billing.knex()('billing_order').where({ account_id: first.userId }).orderBy('id', 'desc').first();
  expect(await order()).toMatchObject({ package_id: 'standard_yearly', trial: false });
  await billing.knex()('account').where({ id: first.userId }).update({ email_verified_at: new Date() });
  expect((await activate(first)).status).toBe(200);

  const second = await billing.someone();
  await billing.knex()('account').where({ id: second.userId }).update({ email: 'tagged+again@example.com' });
  expect(await activate(second)).toMatchObject({ status: 409, json: { code: 'trial.used' } });
});

describe('a trial without card', () => {
  it('A05 AUTH-21 PAY-23 through checkout: the session says no_payment_required, the status says paid, 20 tokens a day and a mail are there', async () => {
    const person = await billing.someone();
    const session = await trialByCheckout(person);
    expect(await billing.status(person, session)).toMatchObject({
      payment_status: 'paid',
      stripe_payment_status: 'no_payment_required',
      stripe_status: 'complete',
      trial: true,
    });
    expect(await billing.holdings(person)).toMatchObject({
      status: 'trial',
      plan: 'standard_yearly',
      balance: 20,
      mails: ['trial-begun'],
      notices: 1,
    });
    expect(await letter(person, 'trial-begun')).toContain('Your free trial of Standard has started. It ends on');
    expect(await letter(person, 'trial-begun')).toContain('$300.00 a year');
    // with repeated events, a polling page and the reconciler: still one grant and one mail
    await billing.knex()('stripe_event').update({ state: 'pending', attempts: 0 });
    await Promise.all([billing.work(), ...Array.from({ length: 5 }, () => billing.status(person, session))]);
    await reconcileBilling();
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ balance: 20, mails: ['trial-begun'], notices: 1 });
    const shown = (await billing.as(person).get('/api/subscription')).json;
    expect(shown).toMatchObject({
      plan: 'Standard',
      status: 'Trial',
      trial_days_left: 7,
      interval: 'year',
      has_payment_account: true,
      ends_by_itself: true,
      renews: false,
    });
    const { user } = (await billing.as(person).get('/api/auth/me')).json;
    expect(user.trial_used).toBe(true);
  });

  it('AUTH-21 started here, without Stripe: seven days, then free, nothing lost', async () => {
    const person = await billing.someone();
    const answer = await activate(person);
    expect(answer).toMatchObject({
      status: 200,
      json: { user: { subscription_status: 'trial', subscription_plan: 'standard_yearly', trial_used: true } },
    });
    await left(person, 2);
    expect(await billing.holdings(person)).toMatchObject({ status: 'trial' });
    await left(person, -1);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    expect((await billing.as(person).get('/api/subscription')).json).toMatchObject({
      plan: 'Free Plan',
      status: null,
      trial_days_left: null,
    });
  });

  it('through checkout ends by Stripe’s clock: after seven days and a second it is cancelled there and free here', async () => {
    const person = await billing.someone();
    await trialByCheckout(person);
    await billing.settleAfter(5 * DAY_S);
    expect(await billing.holdings(person)).toMatchObject({ status: 'trial', mails: ['trial-begun', 'trial-ending'] });
    await billing.settleAfter(2 * DAY_S + 1);
    expect(await plans(person)).toMatchObject([{ status: 'canceled' }]);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    expect((await billing.holdings(person)).mails).toEqual(['trial-begun', 'trial-ending']);
  });

  it('also ends when every event is lost: on time, and for good with the reconciler', async () => {
    const person = await billing.someone();
    await trialByCheckout(person);
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.passTime(7 * DAY_S + 1);
    await left(person, -1);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free' });
    await reconcileBilling();
    expect(await plans(person)).toMatchObject([{ status: 'canceled' }]);
  });

  it('with a card becomes the paid year: charged once, active, with its tokens granted', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'basic_yearly', { paying: { card: '4242424242424242' } });
    expect(await billing.holdings(person)).toMatchObject({ status: 'trial', balance: 20 });
    expect((await billing.as(person).get('/api/subscription')).json).toMatchObject({
      status: 'Trial',
      ends_by_itself: false,
      renews: true,
    });
    await billing.settleAfter(7 * DAY_S + 1);
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'basic_yearly', monthly: 250 });
    const payments = await billing.knex()('billing_payment').where({ account_id: person.userId });
    expect(payments).toMatchObject([{ amount_cents: 15_000, status: 'paid', reason: 'subscription_cycle' }]);
    const receipts = billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'receipt' }).orderBy('id');
    expect(await receipts.clone().pluck('data')).toMatchObject([{ occasion: 'subscription_create' }]);
    await billing.settleAfter(366 * DAY_S);
    expect(await receipts.clone().pluck('data')).toMatchObject([{ occasion: 'subscription_create' }, { occasion: 'subscription_cycle' }]);
  });

  it('can be replaced by a paid plan at any time: it ends, and one plan remains', async () => {
    for (const start of [activate, trialByCheckout]) {
      const person = await billing.someone();
      await start(person);
      await billing.buyAtPage(person, 'premium_monthly');
      expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'premium_monthly' });
      expect((await plans(person)).map(({ status }: any) => status).sort()).toEqual(['active', 'canceled']);
    }
  });

  it('is announced three days before its end, once', async () => {
    const [ours, theirs] = [await billing.someone(), await billing.someone()];
    await activate(ours);
    await trialByCheckout(theirs, 'basic_yearly');
    await warnOfTrialEnds();
    expect((await billing.holdings(ours)).mails).toEqual([]);
    for (const person of [ours, theirs]) await left(person, 2.5 * DAY_S);
    await Promise.all([warnOfTrialEnds(), warnOfTrialEnds()]);
    await warnOfTrialEnds();
    expect((await billing.holdings(ours)).mails).toEqual(['trial-ending']);
    expect((await billing.holdings(theirs)).mails).toEqual(['trial-begun', 'trial-ending']);
    for (const person of [ours, theirs]) {
      const text = await letter(person, 'trial-ending');
      expect(text).toContain('your account continues on the free plan');
      expect(text).not.toContain('$');
    }
  });

  it('with a card is announced with the amount, the day of the charge and how to avoid it; cancelled, it costs nothing', async () => {
    const paying = await Promise.all([billing.someone(), billing.someone()]);
    for (const person of paying) {
      await billing.buyAtPage(person, 'standard_yearly', { paying: { card: '4242424242424242' } });
      await left(person, 2.5 * DAY_S);
    }
    const [goesOn, cancels] = paying as [Person, Person];
    expect((await billing.as(cancels).post('/api/subscription/cancel')).status).toBe(200);
    await left(cancels, 2.5 * DAY_S);
    await warnOfTrialEnds();
    const text = await letter(goesOn, 'trial-ending');
    expect(text).toMatch(
      /ends on \d+ \w+ \d{4}\. Unless you cancel before then, we will charge your card \$300\.00 on that day and every year after/,
    );
    expect(text).not.toContain('free plan');
    expect(await letter(cancels, 'trial-ending')).toContain('your account continues on the free plan');
  });

  it('is announced once Stripe is available again, without delaying those of other users', async () => {
    const [ours, theirs] = [await billing.someone(), await billing.someone()];
    await trialByCheckout(theirs);
    await activate(ours);
    for (const person of [theirs, ours]) await left(person, 2 * DAY_S);
    await billing.breakStripe('500');
    await warnOfTrialEnds();
    expect((await billing.holdings(ours)).mails).toEqual(['trial-ending']);
    expect((await billing.holdings(theirs)).mails).toEqual(['trial-begun']);
    await billing.breakStripe(null);
    await warnOfTrialEnds();
    expect((await billing.holdings(theirs)).mails).toEqual(['trial-begun', 'trial-ending']);
  });

  it('of many users is not checked one after the other during an outage of Stripe; each user is checked first once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => billing.someone()));
    await Promise.all(people.map((person) => activate(person)));
    const atStripe = people.slice(0, 10);
    for (const { userId } of atStripe)
      await billing
        .knex()('subscription')
        .where({ account_id: userId })
        .update({ stripe_subscription_id: `sub_${userId}` });
    for (const person of people) await left(person, 2 * DAY_S);
    const asked: string[] = [];
    const { subscriptions } = stripe();
    const real = subscriptions.retrieve.bind(subscriptions);
    subscriptions.retrieve = (...call: Parameters<typeof real>) => {
      asked.push(call[0]);
      return real(...call);
    };
    await billing.breakStripe('500');
    await warnOfTrialEnds();
    expect(asked).toHaveLength(5);
    for (const person of people.slice(10)) expect((await billing.holdings(person)).mails).toEqual(['trial-ending']);
    await vi.waitFor(
      async () => {
        await warnOfTrialEnds();
        expect(new Set(asked).size).toBe(10);
      },
      { timeout: 60_000, interval: 0 },
    );
    await billing.breakStripe(null);
    await billing
      .knex()('subscription')
      .whereIn(
        'account_id',
        atStripe.map(({ userId }) => userId),
      )
      .update({ status: 'canceled' });
    billing.setPayments({});
  });
});

describe('one trial per person', () => {
  it('a second one by the same route is 409 trial.used, and checkout charges at once', async () => {
    const person = await billing.someone();
    await activate(person);
    await left(person, -DAY_S);
    expect(await activate(person, 'basic_yearly')).toMatchObject({ status: 409, json: { code: 'trial.used' } });
    const { session_id, order_id } = await billing.checkout(person, 'basic_yearly');
    expect(await billing.knex()('billing_order').where({ id: order_id }).first('trial')).toEqual({ trial: false });
    await billing.pay(session_id);
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'basic_yearly', mails: ['receipt'] });
  });

  it('by the other route, after the first has ended, is also 409', async () => {
    const person = await billing.someone();
    await trialByCheckout(person);
    await billing.settleAfter(7 * DAY_S + 1);
    expect(await activate(person)).toMatchObject({ status: 409, json: { code: 'trial.used' } });
  });

  it('with the same address after the account was deleted is 409: the address is remembered as a hash', async () => {
    const first = await billing.someone();
    await activate(first);
    await left(first, -DAY_S);
    expect((await billing.as(first).post('/api/auth/deletion', { password: PASSWORD })).status).toBe(200);
    await billing
      .knex()('account')
      .where({ id: first.userId })
      .update({ deletion_due_at: billing.knex().raw(`now() - interval '1 second'`) });
    await purgeAccounts();
    const second = await billing.givenPerson(first.email, { tokens: 0 });
    expect(second.userId).not.toBe(first.userId);
    expect((await billing.as(second).get('/api/auth/me')).json.user.trial_used).toBe(true);
    expect(await activate(second)).toMatchObject({ status: 409, json: { code: 'trial.used' } });
    const { order_id } = await billing.checkout(second, 'standard_yearly');
    expect(await billing.knex()('billing_order').where({ id: order_id }).first('trial')).toEqual({ trial: false });
  });

  it('of twenty concurrent attempts exactly one starts it', async () => {
    const person = await billing.someone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(person)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await plans(person)).toHaveLength(1);
  });

  it('opened at the payment page and then started here: the one of the page is cancelled at Stripe and grants nothing', async () => {
    const person = await billing.someone();
    const { session_id, order_id } = await billing.checkout(person, 'premium_yearly');
    expect((await activate(person)).status).toBe(200);
    await left(person, -DAY_S);
    await billing.pay(session_id, { method: 'none' });
    await billing.settle();
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    const order = await billing.knex()('billing_order').where({ id: order_id }).first();
    expect(order).toMatchObject({ status: 'review', review_reason: 'the trial was used already' });
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    expect((await stripe().subscriptions.retrieve(order!.stripe_subscription_id!)).status).toBe('canceled');
  });

  it('trial while a plan runs is 409; plans without trial and unknown ones are refused', async () => {
    const person = await billing.someone();
    for (const [plan, code] of [
      ['standard_monthly', 'trial.not_offered'],
      ['creator_pro_yearly', 'trial.not_offered'],
      ['small_business', 'validation.failed'],
      ['nonsense', 'validation.failed'],
    ] as const) {
      expect(await activate(person, plan)).toMatchObject({ status: 400, json: { code } });
    }
    const { session_id } = await billing.checkout(person, 'basic_monthly');
    await billing.pay(session_id);
    await billing.status(person, session_id);
    expect(await activate(person)).toMatchObject({ status: 409, json: { code: 'payments.already_subscribed' } });
    expect(await billing.knex()('trial_use').where({ account_id: person.userId })).toEqual([]);
  });
});
