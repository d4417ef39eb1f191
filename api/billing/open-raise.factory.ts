import { expect } from 'vitest';
import type { Person } from '#api/testing/test-api.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

/** Its bank requires a confirmation of every payment. */
const CAREFUL = '4000002760003184';

/** Upgrades that wait for their payment; call it once at the top of a test file. */
export function useOpenRaises() {
  const billing = useBilling();
  const buyers = useBuyers(billing);
  const change = (person: Person, to: string) => billing.as(person).post('/api/subscription/change', { package_id: to });
  const paymentsOf = (person: Person) => billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
  const hold = () => billing.control('PUT', 'delivery', { mode: 'hold' });
  const drop = () => billing.control('PUT', 'delivery', { mode: 'drop' });
  const letGo = async () => {
    await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
    await billing.control('POST', 'deliver', {});
  };
  const invoiceAtStripe = async (person: Person) => stripe().invoices.retrieve((await paymentsOf(person))[1]!.stripe_invoice_id!);
  /** Returns what was paid and not refunded, in cents. */
  const kept = async (person: Person): Promise<number> =>
    (await paymentsOf(person))
      .filter(({ status }: { status: string }) => status === 'paid')
      .reduce(
        (sum: number, { amount_cents: cents, refunded_cents: back }: { amount_cents: number; refunded_cents: number }) =>
          sum + cents - back,
        0,
      );

  /** Creates a user whose upgrade waits for confirmation; the plan itself is paid. */
  async function givenOpenRaise(): Promise<{ person: Person; payment: string; page: string }> {
    const person = await billing.someone();
    await billing.purchase(person, 'basic_monthly', { card: CAREFUL, authentication: 'passed' });
    expect(await change(person, 'premium_monthly')).toMatchObject({ status: 402 });
    await billing.settle();
    const [first, second] = await paymentsOf(person);
    return { person, payment: first!.id, page: second!.url! };
  }
  /** Confirms the payment on the invoice's page. */
  const confirm = (page: string) => fetch(page, { method: 'POST', body: new URLSearchParams({ card: CAREFUL }), redirect: 'manual' });

  return { billing, ...buyers, change, paymentsOf, hold, drop, letGo, invoiceAtStripe, kept, givenOpenRaise, confirm };
}
