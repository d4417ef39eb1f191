import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Stripe } from 'stripe';
import { expect, vi } from 'vitest';
import type { StripeOptions } from '../lazy-simulator.ts';
import { startSandbox, type Sandbox } from '../../server.ts';

export const SECRET = 'whsec_sandbox_test';
const AT = 'http://127.0.0.1:3000';
export const SUCCESS_URL = `${AT}/payment?session_id={CHECKOUT_SESSION_ID}`;
export const CANCEL_URL = `${AT}/plans`;

/** A delivery as the receiver got it: bytes and signature, the verified event, and the answer. */
export interface Received {
  payload: string;
  signature: string;
  event: Stripe.Event;
}

/** A sandbox, the real SDK configured for it, and a receiver of its webhooks. */
export interface StripeStack {
  sandbox: Sandbox;
  stripe: Stripe;
  received: Received[];
  /** Sets the receiver's answer from now on; initially 200. */
  answerWith(status: number): void;
  /** Calls the control API. @throws with its message if it refuses */
  control(method: string, path: string, body?: unknown): Promise<any>;
  /** Resolves when every event has been delivered. */
  delivered(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the real SDK, configured for the sandbox as in the product. */
export function sdkAt(port: number, more: Stripe.StripeConfig = {}): Stripe {
  return new Stripe('sk_test_sandbox', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...more });
}

export async function startStripeStack(options: StripeOptions = {}): Promise<StripeStack> {
  const received: Received[] = [];
  let status = 200;
  const receiver = await startReceiver((payload, signature) => {
    const event = stripe.webhooks.constructEvent(payload, signature, SECRET);
    received.push({ payload, signature, event });
    return status;
  });
  const webhook = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/webhooks/stripe`, secret: SECRET };
  const sandbox = await startSandbox({ port: 0, stripe: { webhook, ...options } });
  const stripe = sdkAt(sandbox.port);
  const control = controlOf(sandbox.url);
  await control('PUT', 'delivery', { delay_ms: 0 });
  return {
    sandbox,
    stripe,
    received,
    answerWith: (next) => (status = next),
    control,
    delivered: () =>
      vi.waitFor(async () => {
        const { events } = await control('GET', 'events');
        expect(events.filter((event: any) => event.state === 'due')).toEqual([]);
      }, 15_000),
    close: async () => {
      await sandbox.close();
      receiver.closeAllConnections();
      receiver.close();
      await once(receiver, 'close');
    },
  };
}

function controlOf(url: string): StripeStack['control'] {
  return async (method, path, body) => {
    const res = await fetch(`${url}/control/stripe${path ? `/${path}` : ''}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: any = await res.json();
    if (!res.ok) throw new Error(answer.message);
    return answer;
  };
}

async function startReceiver(take: (payload: string, signature: string) => number): Promise<Server> {
  const receiver = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => res.writeHead(take(Buffer.concat(chunks).toString(), String(req.headers['stripe-signature']))).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return receiver;
}

/** Creates a product with a price, monthly by default. */
export async function makePrice(stripe: Stripe, cents: number, more: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: `Plan for ${cents}` });
  return stripe.prices.create({ product: product.id, unit_amount: cents, currency: 'usd', recurring: { interval: 'month' }, ...more });
}

/** Submits a checkout page, as a browser does without JavaScript. */
export async function pressPay(
  session: Stripe.Checkout.Session,
  form: Record<string, string> = {},
): Promise<{ status: number; location: string | null; html: string }> {
  const page = await (await fetch(session.url ?? '')).text();
  const fields = Object.fromEntries(
    [...page.matchAll(/<input[^>]*type="(?:text|email)"[^>]*>/g)].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
  );
  const chosen = /<input type="radio" name="method" value="(\w+)" checked>/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, method: chosen, ...form });
  const res = await fetch(session.url ?? '', { method: 'POST', body, redirect: 'manual' });
  return { status: res.status, location: res.headers.get('location'), html: await res.text() };
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Creates a session for a subscription to a price. */
export function subscribeTo(
  stripe: Stripe,
  price: Stripe.Price,
  customer: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
    ...more,
  });
}
