import { expect, it } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { planRowOf } = billing;
const { alarmsOf, buyer } = useBuyers(billing);
const MINUTE_MS = 60_000;
const cancel = (person: Person) => billing.as(person).post('/api/subscription/cancel');

/** Makes Stripe reject a parameter, and counts the rejections. */
function refuse(): { asked: number } {
  const seen = { asked: 0 };
  stripe().subscriptions.update = async () => {
    seen.asked += 1;
    throw new Error('Invalid cancel_at_period_end');
  };
  return seen;
}

/** Runs the reconciler for a while, at intervals of one or more minutes. */
async function waitMinutes(person: Person, minutes: number, every = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += every) {
    await billing
      .knex()('subscription')
      .where({ account_id: person.userId })
      .update({ intent_at: billing.knex().raw(`intent_at - ? * interval '61 seconds'`, [every]) });
    await reconcileBilling();
  }
}

// this test is first: otherwise each undecided plan would be tried too, with the SDK's pauses
it('an outage of Stripe does not raise an alarm', async () => {
  const { person } = await buyer('basic_monthly');
  refuse();
  await cancel(person);
  billing.setPayments({});
  await billing.breakStripe('down');
  for (let time = 0; time < 6; time += 1) await reconcileBilling();
  await billing.breakStripe(null);
  expect(await alarmsOf(person)).toEqual([]);
  await reconcileBilling();
  expect(await planRowOf(person)).toMatchObject({ cancel_at_period_end: true, intent: null });
});

it('a decision that Stripe keeps rejecting alerts an operator once and is retried with growing intervals', async () => {
  const { person } = await buyer('basic_monthly');
  billing.setPayments({ reconcileAfterMs: MINUTE_MS });
  const refused = refuse();
  expect(await cancel(person)).toMatchObject({ status: 503 });
  await waitMinutes(person, 20);
  expect(await alarmsOf(person)).toEqual([]);
  await waitMinutes(person, 100, 5);
  expect(await alarmsOf(person)).toEqual(['plan.undecided']);
  expect(refused.asked).toBeLessThan(10);
  const [alarm] = await billing.knex()('billing_alarm').where({ account_id: person.userId });
  expect(alarm).toMatchObject({ subject: `subscription:${(await planRowOf(person))!.id}`, detail: { wish: 'it ends with its period' } });
  expect(alarm!.detail.reason).toContain('Invalid cancel_at_period_end');
});

it('is applied once Stripe accepts it, and a new decision is tried at once', async () => {
  const { person } = await buyer('basic_monthly');
  billing.setPayments({ reconcileAfterMs: MINUTE_MS });
  refuse();
  await cancel(person);
  await waitMinutes(person, 10);
  billing.setPayments({ reconcileAfterMs: MINUTE_MS });
  expect(await cancel(person)).toMatchObject({ status: 200, json: { cancel_at_period_end: true } });
  expect((await planRowOf(person))!.intent).toBeNull();
});

it('of a user being deleted is not restarted at every check', async () => {
  const { person } = await buyer('basic_monthly');
  const { period_end } = (await planRowOf(person))!;
  await billing
    .knex()('account')
    .where({ id: person.userId })
    .update({ deletion_due_at: new Date(period_end.getTime() + 86_400_000) });
  billing.setPayments({ reconcileAfterMs: MINUTE_MS });
  const refused = refuse();
  await waitMinutes(person, 20);
  await waitMinutes(person, 100, 5);
  expect(await alarmsOf(person)).toEqual(['plan.undecided']);
  expect(refused.asked).toBeLessThan(10);
});
