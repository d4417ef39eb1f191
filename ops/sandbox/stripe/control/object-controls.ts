import { BadControl, knownFields, readChoice, readCount, readText } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import { completeSession, needsNoMethod, type CheckoutResult } from '../checkout/complete-session.ts';
import { StripeApiError } from '../http/stripe-api-error.ts';
import { readMeans } from '../pages/serve-checkout.ts';
import { closeDispute, openDispute } from '../payments/disputes.ts';
import { failRefund } from '../payments/refunds.ts';
import { settleDebit } from '../payments/settle-debit.ts';
import type { Kind, Kinds } from '../state/kinds.ts';
import { idOf, type World } from '../state/world.ts';

/** @throws BadControl if there is none */
export function rowOf<K extends Kind>(world: World, kind: K, id: string): Kinds[K] {
  const row = world.store.get(kind, id);
  if (!row) throw new BadControl(`there is no ${id} in ${kind}`);
  return row;
}

/** Converts Stripe errors to control errors. */
export function asControl<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StripeApiError) throw new BadControl(error.message);
    throw error;
  }
}

/** `POST complete`: pays a session as its page would. @throws BadControl */
export function completeByControl(world: World, body: JsonObject): CheckoutResult {
  knownFields(body, ['session', 'method', 'card', 'account', 'email', 'authentication']);
  const session = rowOf(world, 'sessions', readText(body, 'session'));
  const method = readChoice(body, 'method', ['card', 'bank', 'none'], needsNoMethod(session) && body.card === undefined ? 'none' : 'card');
  const card = body.card === undefined ? '4242424242424242' : readText(body, 'card');
  const account = body.account === undefined ? '000123456789' : readText(body, 'account');
  const means = readMeans({ method, card, account });
  if (typeof means === 'string') throw new BadControl(means);
  const email = body.email === undefined ? (session.customer_details?.email ?? null) : readText(body, 'email');
  return completeSession(world, session, {
    email,
    means,
    authentication: readChoice(body, 'authentication', ['not-asked', 'passed', 'failed'], 'not-asked'),
  });
}

/** `POST async`: settles a bank debit early, succeeded or failed. @throws BadControl */
export function settleByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['session', 'outcome']);
  const session = rowOf(world, 'sessions', readText(body, 'session'));
  const outcome = readChoice(body, 'outcome', ['succeeded', 'failed']);
  const note = world.store
    .list('notes')
    .find((row) => row.settlesAt !== undefined && (row.session === session.id || row.id === idOf(session.payment_intent)));
  if (!note) throw new BadControl(`no bank debit of ${session.id} is under way`);
  settleDebit(world, rowOf(world, 'payment_intents', note.id), outcome);
  return { session: session.id, payment_status: session.payment_status };
}

/** `POST dispute`: created, or closed won or lost. @throws BadControl */
export function disputeByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['charge', 'payment_intent', 'status']);
  const intent = body.payment_intent === undefined ? null : rowOf(world, 'payment_intents', readText(body, 'payment_intent'));
  const charge = rowOf(world, 'charges', intent ? (idOf(intent.latest_charge) ?? '') : readText(body, 'charge'));
  const status = readChoice(body, 'status', ['created', 'won', 'lost']);
  if (status === 'created') return { dispute: asControl(() => openDispute(world, charge)) };
  const dispute = world.store.list('disputes').findLast((row) => row.charge === charge.id);
  if (!dispute) throw new BadControl(`${charge.id} is not disputed`);
  return { dispute: asControl(() => closeDispute(world, dispute, status)) };
}

/** `POST refund`: fails a refund that had succeeded. @throws BadControl */
export function failRefundByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['refund', 'status']);
  readChoice(body, 'status', ['failed']);
  const refund = rowOf(world, 'refunds', readText(body, 'refund'));
  return { refund: asControl(() => failRefund(world, refund)) };
}

/** `POST session`: sets invalid values on a session, to test the product's checks. No event. @throws BadControl */
export function tamperSession(world: World, body: JsonObject): unknown {
  knownFields(body, ['id', 'amount_total', 'currency', 'price', 'livemode', 'client_reference_id', 'payment_status', 'mode']);
  const session = rowOf(world, 'sessions', readText(body, 'id'));
  if (body.amount_total !== undefined) session.amount_total = readCount(body, 'amount_total', 0);
  if (body.currency !== undefined) session.currency = readText(body, 'currency');
  if (body.client_reference_id !== undefined)
    session.client_reference_id = body.client_reference_id === null ? null : readText(body, 'client_reference_id');
  if (body.payment_status !== undefined)
    session.payment_status = readChoice(body, 'payment_status', ['paid', 'unpaid', 'no_payment_required']);
  if (body.mode !== undefined) {
    const mode = readChoice(body, 'mode', ['payment', 'subscription', 'setup']);
    // it could not be completed, because it lacks what another mode needs
    if (session.status === 'open' && mode !== session.mode)
      throw new BadControl(`${session.id} is open and was made for ${session.mode}; its mode can be falsified once it is complete`);
    session.mode = mode;
  }
  if (body.livemode !== undefined) session.livemode = body.livemode === true;
  if (body.price !== undefined) {
    const price = rowOf(world, 'prices', readText(body, 'price'));
    const plan = world.note(session.id).checkout;
    if (plan) world.remember(session.id, { checkout: { ...plan, lines: plan.lines.map((line) => ({ ...line, price: price.id })) } });
  }
  return { session: world.store.put('sessions', session) };
}
