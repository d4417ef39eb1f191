import { BadControl, knownFields, parseBody, readChoice, readObject, readText, readCount } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import { orderEvents, type WebhookSender } from '../events/webhook-sender.ts';
import type { RequestLog } from '../http/request-log.ts';
import { DELIVERY_MODES, DELIVERY_ORDERS, type DeliverySettings } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { runDueSteps } from '../time/due-steps.ts';
import {
  asControl,
  completeByControl,
  disputeByControl,
  failRefundByControl,
  rowOf,
  settleByControl,
  tamperSession,
} from './object-controls.ts';
import { completeOnboarding } from '#ops/sandbox/stripe/connect/accounts.ts';
import { reverseTransfer } from '#ops/sandbox/stripe/connect/transfers.ts';

interface ControlContext {
  world: World;
  sender: WebhookSender;
  requests: RequestLog;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const heldIds = (world: World): string[] =>
  world.store
    .list('deliveries')
    .filter(({ state }) => state === 'held')
    .map(({ id }) => id);

export interface ControlAnswer {
  status: number;
  body: unknown;
}

type Route = (context: ControlContext, body: JsonObject, url: URL) => unknown;

const ROUTES: Record<string, Route> = {
  'GET /control/stripe': ({ world }) => ({ ...world.settings, objects: countObjects(world) }),
  'DELETE /control/stripe': ({ world, requests }) => {
    world.reset();
    requests.clear();
    return { objects: countObjects(world) };
  },
  'GET /control/stripe/clock': ({ world }) => describeClock(world),
  'PUT /control/stripe/clock': ({ world }, body) => advanceClock(world, body),
  'PUT /control/stripe/renewals': ({ world }, body) => setRenewals(world, body),
  'PUT /control/stripe/webhook': ({ world }, body) => {
    const webhook = readWebhook(body);
    world.change((settings) => (settings.webhook = webhook));
    return { webhook };
  },
  'PUT /control/stripe/delivery': ({ world, sender }, body) => {
    const delivery = readDelivery(body);
    world.change((settings) => (settings.delivery = delivery));
    if (delivery.mode === 'normal') sender.release();
    return { delivery };
  },
  'POST /control/stripe/deliver': (context, body) => deliverChosen(context, body),
  'GET /control/stripe/events': ({ world }, _body, { searchParams: asked }) => ({
    events: listDeliveries(world, asked.get('type'), asked.get('state')),
  }),
  'GET /control/stripe/requests': ({ requests }) => ({ requests: requests.list() }),
  'DELETE /control/stripe/requests': ({ requests }) => {
    requests.clear();
    return { requests: [] };
  },
  'POST /control/stripe/complete': ({ world }, body) => completeByControl(world, body),
  'POST /control/stripe/async': ({ world }, body) => settleByControl(world, body),
  'POST /control/stripe/dispute': ({ world }, body) => disputeByControl(world, body),
  'POST /control/stripe/refund': ({ world }, body) => failRefundByControl(world, body),
  'POST /control/stripe/onboard': ({ world }, body) => onboardByControl(world, body),
  'POST /control/stripe/reverse': ({ world }, body) => reverseByControl(world, body),
  'POST /control/stripe/session': ({ world }, body) => tamperSession(world, body),
};

function countObjects(world: World): Record<string, number> {
  const kinds = [
    'products',
    'prices',
    'customers',
    'sessions',
    'subscriptions',
    'invoices',
    'charges',
    'refunds',
    'disputes',
    'accounts',
    'transfers',
    'events',
  ] as const;
  return Object.fromEntries(kinds.map((kind) => [kind, world.store.list(kind).length]));
}

/** Answers a control request: 200, 400 with a message, 404; 500 for a fault of the sandbox. */
export async function answerStripeControl(method: string, url: URL, raw: string, context: ControlContext): Promise<ControlAnswer> {
  const route = ROUTES[`${method} ${url.pathname}`];
  if (!route) return { status: 404, body: { message: `no control route ${method} ${url.pathname}`, routes: Object.keys(ROUTES) } };
  try {
    const body = await route(context, raw === '' ? {} : readObject(parseBody(raw)), url);
    context.world.store.commit();
    return { status: 200, body };
  } catch (error) {
    if (error instanceof BadControl) return { status: 400, body: { message: error.message } };
    return { status: 500, body: { message: `sandbox: ${(error as Error).stack}` } };
  }
}

/** `POST onboard`: completes a creator's onboarding, as its page does. @throws BadControl */
function onboardByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['account', 'outcome']);
  const account = rowOf(world, 'accounts', readText(body, 'account'));
  completeOnboarding(world, account, readChoice(body, 'outcome', ['verified', 'pending'], 'verified'));
  return { account };
}

/** `POST reverse`: reverses a transfer. @throws BadControl */
function reverseByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['transfer']);
  const transfer = rowOf(world, 'transfers', readText(body, 'transfer'));
  return { transfer: asControl(() => reverseTransfer(world, transfer)) };
}

/** Returns the sandbox's clock: `now` in s, how far it is ahead of the machine's, and whether it is frozen. */
function describeClock(world: World): { now: number; iso: string; offset_s: number; frozen: boolean } {
  const now = world.now();
  return {
    now,
    iso: new Date(now * 1000).toISOString(),
    offset_s: now - Math.floor(Date.now() / 1000),
    frozen: world.settings.frozen !== null,
  };
}

/**
 * Moves the clock forward by `advance_s` or `to` a time (s, or ISO text); everything due by then has happened when this answers. `freeze`
 * stops or resumes it.
 * @throws BadControl
 */
function advanceClock(world: World, body: JsonObject): ReturnType<typeof describeClock> & { steps: number } {
  knownFields(body, ['advance_s', 'to', 'freeze']);
  if (body.advance_s !== undefined && body.to !== undefined) throw new BadControl('give advance_s or to, not both');
  const { freeze = world.settings.frozen !== null } = body;
  if (typeof freeze !== 'boolean') throw new BadControl('freeze must be true or false');
  const now = world.now();
  const to = body.to === undefined ? now + readCount(body, 'advance_s', 0) : readMoment(body.to);
  if (to < now) throw new BadControl(`the clock can only go forward; it is ${new Date(now * 1000).toISOString()}`);
  const steps = runDueSteps(world, null, to);
  world.change((settings) => {
    settings.frozen = freeze ? to : null;
    settings.offset = to - Math.floor(Date.now() / 1000);
  });
  return { ...describeClock(world), steps };
}

/** `PUT renewals`: sets how long a renewal's invoice stays a draft. @throws BadControl */
function setRenewals(world: World, body: JsonObject): { draft_s: number } {
  knownFields(body, ['draft_s']);
  const wait = readCount(body, 'draft_s', 0);
  world.change((settings) => (settings.draft_s = wait));
  return { draft_s: wait };
}

function readMoment(value: unknown): number {
  const moment = typeof value === 'string' ? Date.parse(value) / 1000 : value;
  if (typeof moment !== 'number' || !Number.isFinite(moment)) throw new BadControl('to must be seconds since 1970 or an ISO date');
  return Math.ceil(moment);
}

/** `PUT webhook`: loopback only; `{url: null}` removes it. @throws BadControl */
function readWebhook(body: JsonObject): { url: string; secret: string } | null {
  knownFields(body, ['url', 'secret']);
  if (body.url === null) return null;
  const url = readText(body, 'url');
  if (!URL.canParse(url) || !LOOPBACK.test(new URL(url).hostname)) throw new BadControl('url must be an address on loopback');
  return { url, secret: readText(body, 'secret') };
}

/** `PUT delivery`: missing settings get their default. @throws BadControl */
function readDelivery(body: JsonObject): DeliverySettings {
  knownFields(body, ['mode', 'delay_ms', 'duplicate', 'order', 'seed', 'before_answer']);
  const { seed = 'sandbox', before_answer: before = false } = body;
  if (typeof seed !== 'string' && typeof seed !== 'number') throw new BadControl('seed must be a text or a number');
  if (typeof before !== 'boolean') throw new BadControl('before_answer must be true or false');
  return {
    mode: readChoice(body, 'mode', DELIVERY_MODES, 'normal'),
    delay_ms: readCount(body, 'delay_ms', 150),
    duplicate: readCount(body, 'duplicate', 0),
    order: readChoice(body, 'order', DELIVERY_ORDERS, 'fifo'),
    seed: String(seed),
    before_answer: before,
  };
}

/** `POST deliver`: delivers the named events in the given order, or all held ones. @throws BadControl */
async function deliverChosen({ world, sender }: ControlContext, body: JsonObject): Promise<unknown> {
  knownFields(body, ['event_ids', 'order', 'seed']);
  if (!world.settings.webhook) throw new BadControl('there is no webhook; PUT /control/stripe/webhook first');
  const order = readChoice(body, 'order', DELIVERY_ORDERS, 'fifo');
  const ids = body.event_ids ?? heldIds(world);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) throw new BadControl('event_ids must be a list of ids');
  const unknown = ids.find((id) => !world.store.get('events', id));
  if (unknown !== undefined) throw new BadControl(`there is no event ${unknown}`);
  return { delivered: await sender.deliverNow(orderEvents(ids, { order, seed: String(body.seed ?? 'sandbox') }, 'deliver')) };
}

/** Returns all events with their delivery state, oldest first; optionally only those of a type, or in a state. */
function listDeliveries(world: World, type: string | null, state: string | null): unknown[] {
  return world.store
    .list('events')
    .map((event) => ({ event, delivery: world.store.get('deliveries', event.id) }))
    .filter(({ event }) => type === null || event.type === type)
    .filter(({ delivery }) => state === null || (delivery?.state ?? 'none') === state)
    .map(({ event, delivery }) => ({
      id: event.id,
      type: event.type,
      object: event.data.object.id,
      created: event.created,
      state: delivery?.state ?? 'none',
      attempts: delivery?.attempts ?? 0,
      answers: delivery?.answers ?? [],
    }));
}
