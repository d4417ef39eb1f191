import { readFileSync } from 'node:fs';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { MOST_ATTEMPTS, processEvents, FOLLOWED_EVENTS } from '#domain/billing/events/stripe-event.commands.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { OLD_WEBHOOK_SECRET, useBilling, WEBHOOK_SECRET } from './billing-stack.factory.ts';

const billing = useBilling();

const NOW_S = () => Math.floor(Date.now() / 1000);

/** Builds an event about a session as Stripe sends it. */
function eventAbout(objectId: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify(
    {
      id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: NOW_S(),
      livemode: false,
      type: 'checkout.session.completed',
      data: { object: { id: objectId, object: 'checkout.session', amount_total: 1 } },
      ...more,
    },
    null,
    2,
  );
}

const sign = (payload: string, more: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp: NOW_S(), ...more });

const deliver = (payload: string, signature: string | undefined) =>
  billing.call(WEBHOOK_PATH, {
    method: 'POST',
    rawBody: payload,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...(signature !== undefined && { 'Stripe-Signature': signature }) },
  });

/** Creates a paid payment page whose event was lost. */
async function paid(): Promise<{ person: Person; session: string }> {
  const person = await billing.someone();
  const { session_id: session } = await billing.checkout(person, 300);
  await billing.control('PUT', 'delivery', { mode: 'drop' });
  await billing.pay(session);
  return { person, session };
}

const inbox = async (): Promise<number> => Number((await billing.knex()('stripe_event').count())[0]!.count);

describe('a signed event', () => {
  it('fulfils; the same bytes 50 times at once, handled by five workers at once, fulfil once', async () => {
    const { person, session } = await paid();
    const payload = eventAbout(session);
    const header = sign(payload);
    const before = await inbox();
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(payload, header)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await inbox()).toBe(before + 1);
    await Promise.all(Array.from({ length: 5 }, processEvents));
    expect(await billing.holdings(person)).toMatchObject({ purchased: 330, lots: 1, mails: ['receipt'], notices: 1 });
  });

  it('15 different events about one session, processed at once, also fulfil once', async () => {
    const { person, session } = await paid();
    await Promise.all(
      Array.from({ length: 15 }, async () => {
        const payload = eventAbout(session);
        await deliver(payload, sign(payload));
      }),
    );
    await Promise.all(Array.from({ length: 5 }, processEvents));
    await billing.work();
    expect(await billing.holdings(person)).toMatchObject({ purchased: 330, lots: 1, mails: ['receipt'], notices: 1 });
  });

  it('is accepted with either of two secrets while one replaces the other', async () => {
    const payload = eventAbout('cs_test_none');
    const both = `${sign(payload, { secret: OLD_WEBHOOK_SECRET })},v1=${sign(payload).split('v1=')[1]}`;
    for (const header of [sign(payload), sign(payload, { secret: OLD_WEBHOOK_SECRET }), both]) {
      expect((await deliver(payload, header)).status).toBe(200);
    }
  });

  it('is read as a hint only: the amount in it is not trusted', async () => {
    const person = await billing.someone();
    const { session_id } = await billing.checkout(person, 300);
    const payload = eventAbout(session_id, { data: { object: { id: session_id, status: 'complete', payment_status: 'paid' } } });
    expect((await deliver(payload, sign(payload))).status).toBe(200);
    await billing.work();
    expect(await billing.holdings(person)).toMatchObject({ lots: 0, mails: [], notices: 0 });
  });
});

describe('an event that is refused with 400 and leaves nothing', () => {
  const payload = eventAbout('cs_test_some');
  const cases: Record<string, () => [string, string | undefined]> = {
    'one byte of the body changed': () => [payload.replace('cs_test_some', 'cs_test_sone'), sign(payload)],
    'another secret': () => [payload, sign(payload, { secret: 'whsec_other' })],
    'an empty secret': () => [payload, sign(payload, { secret: ' ' })],
    'no signature': () => [payload, undefined],
    'an empty signature': () => [payload, ''],
    'a signature of another scheme': () => [payload, sign(payload, { scheme: 'v0' })],
    'the same JSON serialised again': () => [JSON.stringify(JSON.parse(payload)), sign(payload)],
    'no time in it': () => [payload, `v1=${sign(payload).split('v1=')[1]}`],
    '301 s old': () => [payload, sign(payload, { timestamp: NOW_S() - 301 })],
    '301 s ahead': () => [payload, sign(payload, { timestamp: NOW_S() + 302 })],
    'a recorded request replayed next day': () => [payload, sign(payload, { timestamp: NOW_S() - 86_400 })],
    'a time that is no number': () => [payload, sign(payload).replace(/t=\d+/, 't=1e99')],
    ...Object.fromEntries(
      Object.entries({
        'the live mode': { livemode: true },
        'no mode': { livemode: undefined },
        'another account': { account: 'acct_other' },
        'no id': { id: undefined },
        'an id that is no text': { id: 7 },
        'no object in it': { data: {} },
        'no time of making': { created: undefined },
        'a thin event': { object: 'v2.core.event' },
      }).map(([name, more]) => [
        name,
        (): [string, string] => {
          const other = eventAbout('cs_test_some', more);
          return [other, sign(other)];
        },
      ]),
    ),
    'no JSON': () => ['not json', sign('not json')],
    'an empty body': () => ['', sign('')],
  };
  it.each(Object.keys(cases))('%s', async (name) => {
    const before = await inbox();
    const answer = await deliver(...cases[name]!());
    expect(answer).toMatchObject({ status: 400, json: { code: 'payments.webhook_invalid' } });
    expect(await inbox()).toBe(before);
  });

  it('and 299 s to either side is accepted', async () => {
    for (const timestamp of [NOW_S() - 298, NOW_S() + 298]) {
      const fresh = eventAbout('cs_test_some');
      expect((await deliver(fresh, sign(fresh, { timestamp }))).status).toBe(200);
    }
  });

  it('more than 1 MB is 413', async () => {
    const large = 'x'.repeat(1_000_001);
    expect(await deliver(large, sign(large))).toMatchObject({ status: 413, json: { code: 'body.too_large' } });
  });
});

describe('an event about something without an id', () => {
  it.each([
    ['balance.available', { object: 'balance', available: [] }],
    ['invoice.upcoming', { object: 'invoice', lines: {} }],
  ])('%s is accepted, ignored and answered 200, so that Stripe does not resend it for days', async (type, object) => {
    const payload = eventAbout('', { type, data: { object } });
    for (const _ of [1, 2]) expect((await deliver(payload, sign(payload))).status).toBe(200);
    await billing.work();
    const found = await billing
      .knex()('stripe_event')
      .where({ event_id: JSON.parse(payload).id });
    expect(found).toMatchObject([{ type, state: 'ignored', object_id: '' }]);
  });

  it('is refused if it is of a kind we follow', async () => {
    const payload = eventAbout('', { type: 'invoice.paid', data: { object: { object: 'invoice' } } });
    expect(await deliver(payload, sign(payload))).toMatchObject({ status: 400, json: { code: 'payments.webhook_invalid' } });
  });

  it('the operating page names exactly the kinds we follow', () => {
    const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const [block = ''] = /```text\n(checkout\.session[^`]+)```/.exec(text)?.slice(1) ?? [];
    expect(block.trim().split(/\s+/).sort()).toEqual([...FOLLOWED_EVENTS].sort());
  });
});

describe('an event that cannot be processed', () => {
  it('is retried with growing delays and is dead after the last attempt', async () => {
    const order_id = crypto.randomUUID();
    const person = await billing.someone();
    const { session_id } = await billing.checkout(person, 'basic_monthly');
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.pay(session_id);
    const [created] = (await billing.events({ type: 'customer.subscription.created' })).slice(-1);
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    await stripe().subscriptions.update(created!.object, { metadata: { order_id } });
    const payload = eventAbout(created!.object, { type: 'customer.subscription.updated' });
    await deliver(payload, sign(payload));
    const { id } = JSON.parse(payload);
    const read = () => billing.knex()('stripe_event').where({ event_id: id }).first('state', 'attempts', 'next_at', 'last_error');
    const leastPausesS: number[] = [];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const [due] = await billing.knex()('stripe_event').where({ event_id: id }).update({ next_at: billing.knex().fn.now() }, ['next_at']);
      await processEvents();
      const { next_at, ...event } = (await read())!;
      if (attempt === 1)
        expect(event).toEqual({ state: 'pending', attempts: 1, last_error: 'the object this event belongs to is not stored yet' });
      leastPausesS.push((next_at.getTime() - due!.next_at.getTime()) / 1000);
    }
    expect(await read()).toMatchObject({ state: 'dead', attempts: MOST_ATTEMPTS });
    [2, 6, 18, 54, 162, 486, 1_458, 3_600, 3_600].forEach((pause, at) => expect(leastPausesS[at]).toBeGreaterThanOrEqual(pause));
  });

  it('because of a bug here does not delay the others, and raises an alarm with the reason after the last attempt', async () => {
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const payload = eventAbout(`cus_${n}`, { type: 'customer.updated' });
      await deliver(payload, sign(payload));
      ids.push(JSON.parse(payload).id);
    }
    const states = () =>
      billing.knex()('stripe_event').whereIn('event_id', ids).orderBy('object_id').select('state', 'attempts', 'last_error');
    const heal = await poison(billing.knex(), 'stripe_event', `new.event_id = '${ids[1]}' and new.state = 'ignored'`);
    expect(await processEvents()).toBe(2);
    const reason = expect.stringContaining('this row is poisoned');
    const ignored = { state: 'ignored', attempts: 1, last_error: null };
    expect(await states()).toEqual([ignored, { state: 'pending', attempts: 1, last_error: reason }, ignored]);
    await billing
      .knex()('stripe_event')
      .where({ event_id: ids[1] })
      .update({ attempts: MOST_ATTEMPTS - 1, next_at: new Date() });
    await processEvents();
    await heal();
    expect((await states())[1]).toMatchObject({ state: 'dead' });
    expect(
      await billing
        .knex()('billing_alarm')
        .where({ subject: `event:${ids[1]}` }),
    ).toMatchObject([{ kind: 'event.dead', detail: { reason } }]);
  });

  it('during an outage of Stripe is handled after the outage', async () => {
    const { person, session } = await paid();
    const payload = eventAbout(session);
    await deliver(payload, sign(payload));
    await billing.breakStripe('500');
    await processEvents();
    expect((await billing.holdings(person)).lots).toBe(0);
    await billing.breakStripe(null);
    await billing.work();
    expect(await billing.holdings(person)).toMatchObject({ lots: 1 });
  });

  it('of a kind we do not follow, or about another product, is ignored', async () => {
    for (const [type, id] of [
      ['payout.paid', 'po_1'],
      ['customer.updated', 'cus_1'],
    ] as const) {
      const payload = eventAbout(id, { type });
      await deliver(payload, sign(payload));
      await billing.work();
      expect(
        await billing
          .knex()('stripe_event')
          .where({ event_id: JSON.parse(payload).id })
          .first('state'),
      ).toEqual({ state: 'ignored' });
    }
  });
});
