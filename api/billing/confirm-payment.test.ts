import { describe, expect, it } from 'vitest';
import { renderMail } from '#domain/mail/render-mail.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { invoicesOf, planOf, postAct } = billing;
const { refund, stateOf } = useBuyers(billing);
/** Its bank requires a confirmation of every payment. */
const CAREFUL = '4000002760003184';

async function givenCarefulCard(): Promise<Person> {
  const person = await billing.someone();
  await billing.buyAtPage(person, 'basic_monthly', { paying: { card: CAREFUL, authentication: 'passed' } });
  return person;
}

/** Pays an invoice on its page, confirming the payment. */
async function confirm(url: string): Promise<void> {
  await fetch(url, { method: 'POST', body: new URLSearchParams({ card: CAREFUL }), redirect: 'manual' });
  await billing.settle();
}

describe('an upgrade that the bank asks the owner to confirm', () => {
  it('says so and where to confirm it, and nothing changes until then', async () => {
    const person = await givenCarefulCard();
    const answer = await postAct(person, 'change', { package_id: 'premium_monthly' });
    expect(answer).toMatchObject({ status: 402, json: { code: 'payments.to_confirm' } });
    expect(answer.json.detail).toContain('Confirm the payment');
    await billing.settle();
    expect(await planOf(person)).toMatchObject({ package_id: 'basic_monthly', status: 'Active' });
    const [raise, first] = await invoicesOf(person);
    expect(raise).toMatchObject({ description: 'Change to Premium (monthly)', status: 'open', url: expect.stringContaining('/i/') });
    expect(first).toMatchObject({ description: 'Basic (monthly)', status: 'paid' });
  });

  it('once confirmed, it is the plan; its receipt and its share of a refund name the purchased plan', async () => {
    const person = await givenCarefulCard();
    await billing.holdings(person);
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await billing.settle();
    const [open, first] = await invoicesOf(person);
    await confirm(open.url);
    expect(await planOf(person)).toMatchObject({ package_id: 'premium_monthly' });
    expect((await billing.holdings(person)).monthly).toBe(1400);
    const [raise] = await invoicesOf(person);
    expect(raise).toMatchObject({ id: open.id, description: 'Change to Premium (monthly)', status: 'paid' });
    const receipts = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'receipt' }).orderBy('id');
    expect(receipts.map(({ data }: any) => data.description)).toEqual(['Basic (monthly)', 'Change to Premium (monthly)']);
    const { package_id } = (await billing.knex()('billing_payment').where({ id: open.id }).first())!;
    expect(package_id).toBe('premium_monthly');
    expect((await refund(person, first.id)).json.given).toMatchObject({ amount_cents: 1500 + open.amount_cents });
    expect(await stateOf(open.id)).toMatchObject({ refunded_cents: open.amount_cents });
  });

  it('is no longer requested after the plan was refunded', async () => {
    const person = await givenCarefulCard();
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await billing.settle();
    const first = (await invoicesOf(person))[1];
    expect(await refund(person, first.id)).toMatchObject({ status: 200 });
    await billing.settle();
    expect(await planOf(person)).toMatchObject({ plan: 'Free Plan' });
    expect((await invoicesOf(person))[0]).toMatchObject({ status: 'void' });
  });

  it('whose invoice is processed again after the plan has changed keeps its name', async () => {
    const person = await givenCarefulCard();
    await postAct(person, 'change', { package_id: 'standard_monthly' });
    await billing.settle();
    await confirm((await invoicesOf(person))[0].url);
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await billing.settle();
    await billing.knex()('billing_payment').where({ account_id: person.userId }).delete();
    const finalized = (await billing.events({ type: 'invoice.finalized' })).map(({ id }) => id);
    await billing.knex()('stripe_event').whereIn('event_id', finalized).delete();
    await billing.control('POST', 'deliver', { event_ids: finalized });
    await billing.settle();
    const names = (await invoicesOf(person)).map(({ description }: any) => description);
    expect(names.toSorted()).toEqual(['Basic (monthly)', 'Change to Premium (monthly)', 'Change to Standard (monthly)']);
  });
});

it('a renewal that requires the owner’s confirmation is not reported as a card that must be replaced', async () => {
  const person = await givenCarefulCard();
  await billing.settleAfter(32 * DAY_S);
  expect(await planOf(person)).toMatchObject({ package_id: 'basic_monthly', status: 'Payment due' });
  const mail = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'payment-failed' }).first();
  const { subject, text } = renderMail('payment-failed', mail!.data);
  expect(text).toContain('Your bank asks you to confirm it.');
  expect(text).toContain('Confirm the payment');
  expect(text).not.toContain('Update your card');
  expect([subject, text].join()).not.toContain('did not go through');
  const news = await billing.knex()('notification').where({ account_id: person.userId }).whereNot('kind', 'payment.landed').pluck('kind');
  expect(news).toEqual(['payment.to_confirm']);
  const [open] = await invoicesOf(person);
  expect(open).toMatchObject({ status: 'open', description: 'Basic (monthly)' });
  await confirm(open.url);
  expect(await planOf(person)).toMatchObject({ package_id: 'basic_monthly', status: 'Active' });
});
