import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { Purchase } from '#domain/billing/checkout/resolve-purchase.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { getEvent, lockEvent, type LockedEvent } from './event.queries.ts';
import { fillSeats, freeSeats, assignSeat } from './seats.ts';

/** A little longer than a payment page is open. */
const HOLD = '70 minutes';
/** Opening one payment page after another reserves the seat no longer than this. */
const LONGEST_HOLD = '4 hours';

/** The result of joining; `purchase` if a payment is due, for which a seat is reserved. */
export type Joined =
  | { readonly status: 'joined'; readonly code: string }
  | { readonly status: 'waiting' }
  | { readonly status: 'payment_due'; readonly purchase: Purchase };

interface Named {
  readonly accountId: string;
  readonly eventId: string;
}

/**
 * Takes a seat at an event, or a place on its waiting list; waiting users keep their order. Repeating it returns the same.
 * @throws ProductError not_found, event.cancelled, event.over, event.own, payments.not_configured
 */
export async function joinEvent({ accountId, eventId }: Named): Promise<Joined> {
  // a user cannot join what they cannot see
  await getEvent({ accountId, eventId });
  return transact(async (trx) => {
    const event = await lockEvent(trx, eventId);
    if (!event) throw notFound('event');
    if (event.cancelled_at) throw new ProductError('event.cancelled', 'This event was cancelled.');
    if (event.is_over) throw new ProductError('event.over', 'This event is over.');
    if (event.account_id === accountId) throw new ProductError('event.own', 'You arrange this event yourself.');
    if (event.price_cents > 0 && config().payments.mode === 'off') throw new ProductError('payments.not_configured');
    await fillSeats(trx, event);
    const own = await trx('event_attendance').where({ event_id: event.id, account_id: accountId }).first('state', 'confirmation_code');
    if (own?.state === 'joined') return { status: 'joined', code: own.confirmation_code! };
    if (own?.state === 'waiting') return { status: 'waiting' };
    if (!own && (await freeSeats(trx, event)) <= 0) return wait(trx, event, accountId);
    return event.price_cents > 0 ? payFor(trx, event, accountId) : join(trx, event, accountId);
  });
}

async function join(trx: Knex.Transaction, event: LockedEvent, accountId: string): Promise<Joined> {
  const code = await assignSeat(trx, { eventId: event.id, accountId });
  await audit(trx, 'event.join', { accountId, eventId: event.id });
  return { status: 'joined', code };
}

async function wait(trx: Knex.Transaction, event: LockedEvent, accountId: string): Promise<Joined> {
  await trx('event_attendance').insert({ event_id: event.id, account_id: accountId, state: 'waiting' });
  await audit(trx, 'event.wait', { accountId, eventId: event.id });
  return { status: 'waiting' };
}

/** Reserves a seat during a payment, and extends it for some hours if the user starts again; a longer offer is not shortened. */
async function payFor(trx: Knex.Transaction, event: LockedEvent, accountId: string): Promise<Joined> {
  await rowsOf(
    trx,
    sql`insert into event_attendance as own (event_id, account_id, state, held_until)
     values (${event.id}, ${accountId}, 'paying', now() + ${HOLD}::interval)
     on conflict (event_id, account_id) do update set state = 'paying', held_until = greatest(own.held_until,
       case when own.state = 'offered' then excluded.held_until else least(excluded.held_until, own.created_at + ${LONGEST_HOLD}::interval) end)`,
  );
  return {
    status: 'payment_due',
    purchase: {
      kind: 'event',
      packageId: event.id,
      name: event.title,
      amountCents: event.price_cents,
      interval: null,
      trialDays: 0,
      tokens: 0,
    },
  };
}

/** Gives up a seat, or a place on the waiting list; the next waiting user gets it. @throws ProductError not_found, event.over */
export async function leaveEvent({ accountId, eventId }: Named): Promise<void> {
  await transact(async (trx) => {
    const event = await lockEvent(trx, eventId);
    if (!event) throw notFound('event');
    if (event.is_over) throw new ProductError('event.over', 'This event is over.');
    // keep the seat of a cancelled event: its refund may be in progress
    if (event.cancelled_at) return;
    const left = await trx('event_attendance').where({ event_id: event.id, account_id: accountId }).delete();
    if (left === 0) return;
    await audit(trx, 'event.leave', { accountId, eventId: event.id });
    await fillSeats(trx, event);
  });
}

const audit = (trx: Knex.Transaction, action: string, { accountId, eventId }: Named): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `event:${eventId}` }, trx);
