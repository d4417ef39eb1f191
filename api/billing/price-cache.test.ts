import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { PRICE_LIFE_MS } from '#domain/billing/catalogue/ensure-prices.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';

const billing = useBilling();
afterEach(() => void vi.restoreAllMocks());

/** Somebody makes a new price at Stripe under the same name, and this process does not hear of it. */
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
  it('and switched off is looked up anew by a process that still knows the old one: nobody is refused', async () => {
    const person = await billing.someone();
    await billing.checkout(person, 300);
    const { old, now } = await replacePrice(300);
    await stripe().prices.update(old, { active: false });
    const { session_id, order_id } = await billing.checkout(person, 300);
    const order = await billing.knex()('billing_order').where({ id: order_id }).first('detail');
    expect(order.detail.price_id).toBe(now);
    await billing.pay(session_id);
    expect(await billing.status(person, session_id)).toMatchObject({ payment_status: 'paid' });
    expect((await billing.holdings(person)).purchased).toBe(330);
  });

  it('with another amount is noticed when what this process knows has grown old, by itself', async () => {
    const person = await billing.someone();
    await billing.checkout(person, 1_500);
    await replacePrice(1_500, 1);
    const buy = () => billing.as(person).post('/api/purchase-tokens', { user_id: person.userId, token_amount: 1_500 });
    // the old price is still there and still the catalogue's
    expect((await buy()).status).toBe(200);
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + PRICE_LIFE_MS + 1);
    expect(await buy()).toMatchObject({ status: 503, json: { code: 'payments.unavailable' } });
  });
});
