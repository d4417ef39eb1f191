import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../server.ts';
import { makePrice, pressPay, startStripeStack, subscribeTo } from '../testing/stripe-stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-stripe-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a restart loses nothing: objects, clock, stored answers, and undelivered events', async () => {
  const file = path.join(folder, 'stripe.jsonl');
  const first = await startStripeStack({ file });
  const price = await makePrice(first.stripe, 3000);
  const customer = await first.stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'customer:1' });
  await first.delivered();
  first.answerWith(503);
  const session = await subscribeTo(first.stripe, price, customer.id);
  await pressPay(session);
  await first.control('PUT', 'clock', { advance_s: 86_400 });
  const { offset_s: offset } = await first.control('GET', 'clock');
  await first.close();
  appendFileSync(file, '[["customers","cus_half'); // a partial line left by a killed process

  const second = await startStripeStack({ file });
  try {
    expect((await second.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    expect((await second.stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'customer:1' })).id).toBe(customer.id);
    expect((await second.control('GET', 'clock')).offset_s).toBeGreaterThanOrEqual(offset - 1);
    await second.delivered();
    expect(second.received.map(({ event }) => event.type)).toContain('checkout.session.completed');
    const made = await second.stripe.customers.create();
    expect(made.id).not.toBe(customer.id);
  } finally {
    await second.close();
  }
});

it('ids are the same for the same seed, and differ for another installation', async () => {
  const ids = async (seed?: string) => {
    const stack = await startStripeStack(seed === undefined ? {} : { seed });
    const { id } = await stack.stripe.customers.create();
    await stack.close();
    return id;
  };
  expect(await ids('a')).toBe(await ids('a'));
  expect(await ids()).not.toBe(await ids());
});

it('a sandbox without requests to Stripe never writes its file', async () => {
  const file = path.join(folder, 'unused.jsonl');
  const sandbox = await startSandbox({ port: 0, stripe: { file } });
  await fetch(`${sandbox.url}/control/state`);
  await sandbox.close();
  expect(existsSync(file)).toBe(false);
});
