import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { PRICE_LIFE_MS } from '#domain/billing/catalogue/price.commands.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';

const billing = useBilling();
afterEach(() => void vi.restoreAllMocks());

/** Creates a new price at Stripe under the same name, without notifying this process. */
async function replacePrice(tokens: number, cents?: number): Promise<{ old: string; now: string }> {
  await billing.control('PUT', 'delivery', { mode: 'drop' });
  const { id: old } = (await stripe().prices.list({ lookup_keys: [`tokens_${tokens}`] })).data[0]!;
  const { id: now } = await stripe().prices.create({
    currency: 'usd',
    unit_amount: cents ?? TOKEN_PACKAGES.find((pack) => pack.tokens === tokens)!.amount_cents,
    product: `cw_tokens_${tokens}`,
    lookup_key: `tokens_${tokens}`,
    transfer_lookup_key: true,
  });
  return { old, now };
}

describe('a price that was replaced at Stripe', () => {
  it('and deactivated is fetched again by a process with the old price cached: no purchase fails', async () => {
    const person = await billing.someone();
    await billing.checkout(person, 300);
    const { old, now } = await replacePrice(300);
    await stripe().prices.update(old, { active: false });
    const { session_id, order_id } = await billing.checkout(person, 300);
    const order = await billing.knex()('billing_order').where({ id: order_id }).first('detail');
    expect(order!.detail.price_id).toBe(now);
    await billing.pay(session_id);
    expect(await billing.status(person, session_id)).toMatchObject({ payment_status: 'paid' });
    expect((await billing.holdings(person)).purchased).toBe(330);
  });

  it('with another amount is noticed once this process’s cached price has expired', async () => {
    const person = await billing.someone();
    await billing.checkout(person, 1_500);
    await replacePrice(1_500, 1);
    const buy = () => billing.as(person).post('/api/purchase-tokens', { user_id: person.userId, token_amount: 1_500 });
    // the old price still exists and still matches the catalogue
    expect((await buy()).status).toBe(200);
    const now = Date.now;
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + PRICE_LIFE_MS + 1);
    onTestFinished(() => later.mockRestore());
    expect(await buy()).toMatchObject({ status: 503, json: { code: 'payments.unavailable' } });
  });
});

/** Replaces the price of a plan at the sandbox: a price newer than what this process has cached. */
async function replacePlanPrice(packageId: string, cents: number, interval: 'month' | 'year'): Promise<string> {
  const { id: old } = (await stripe().prices.list({ lookup_keys: [packageId] })).data[0]!;
  const { id: now } = await stripe().prices.create({
    currency: 'usd',
    unit_amount: cents,
    product: `cw_${packageId}`,
    lookup_key: packageId,
    transfer_lookup_key: true,
    metadata: { package_id: packageId },
    recurring: { interval },
  });
  await stripe().prices.update(old, { active: false });
  return now;
}

describe('a plan whose price was replaced at Stripe within the minute', () => {
  /** Creates a user with a plan, in a process that has just sold the other plan. */
  async function given(has: string, sold: string) {
    await billing.checkout(await billing.someone(), sold);
    const person = await billing.someone();
    await billing.pay((await billing.checkout(person, has)).session_id);
    await billing.settle();
    return person;
  }

  it('can be changed to: its price is shown, and the new price is charged', async () => {
    const person = await given('basic_monthly', 'premium_monthly');
    const price = await replacePlanPrice('premium_monthly', 5000, 'month');
    const change = (path: string) => billing.as(person).post(path, { package_id: 'premium_monthly' });
    expect(await change('/api/subscription/preview')).toMatchObject({ status: 200, json: { due_now_cents: 3500 } });
    expect((await change('/api/subscription/change')).status).toBe(200);
    const { stripe_subscription_id: id } = (await billing.knex()('subscription').where({ account_id: person.userId }).first())!;
    expect((await stripe().subscriptions.retrieve(id!)).items.data[0]!.price.id).toBe(price);
  });

  it('can be scheduled for the end of the paid period', async () => {
    const person = await given('premium_monthly', 'standard_monthly');
    await replacePlanPrice('standard_monthly', 3000, 'month');
    expect((await billing.as(person).post('/api/subscription/change', { package_id: 'standard_monthly' })).status).toBe(200);
  });
});
