import { BadControl, knownFields, parseBody, readChoice, readObject, readText } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import type { World } from '../state/world.ts';
import { deliverChosen, listDeliveries, readDelivery, readWebhook, type ControlContext } from './event-controls.ts';
import {
  asControl,
  completeByControl,
  disputeByControl,
  failRefundByControl,
  rowOf,
  settleByControl,
  tamperSession,
} from './object-controls.ts';
import { advanceClock, describeClock, setRenewals } from './clock-control.ts';
import { completeOnboarding } from '#ops/sandbox/stripe/connect/accounts.ts';
import { reverseTransfer } from '#ops/sandbox/stripe/connect/transfers.ts';

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

/** `POST onboard`: a creator's onboarding is complete, as by its page. @throws BadControl */
function onboardByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['account', 'outcome']);
  const account = rowOf(world, 'accounts', readText(body, 'account'));
  completeOnboarding(world, account, readChoice(body, 'outcome', ['verified', 'pending'], 'verified'));
  return { account };
}

/** `POST reverse`: a transfer comes back. @throws BadControl */
function reverseByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['transfer']);
  const transfer = rowOf(world, 'transfers', readText(body, 'transfer'));
  return { transfer: asControl(() => reverseTransfer(world, transfer)) };
}
