import { expect, it } from 'vitest';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useKills } from './killed-billing.factory.ts';
import { useOpenRaises } from './open-raise.factory.ts';

// `ended-plan.test.ts` covers crashes around the call to Stripe; this file covers crashes after every lasting change
const { billing, paymentsOf, hold, letGo, invoiceAtStripe, givenOpenRaise } = useOpenRaises();
const { planRowOf } = billing;
const { killAfter } = useKills(billing);

it('the open invoice of an upgrade whose plan has ended is voided after a crash at any point', async () => {
  for (let change = 1, isDead = true; isDead; change += 1) {
    const { person } = await givenOpenRaise();
    await hold();
    await stripe().subscriptions.cancel((await planRowOf(person))!.stripe_subscription_id!);
    await billing.control('POST', 'deliver', {});
    isDead = await killAfter(change, processEvents);
    await letGo();
    await billing.settle();
    expect([(await invoiceAtStripe(person)).status, (await paymentsOf(person))[1]!.status], `${change}`).toEqual(['void', 'void']);
  }
});
