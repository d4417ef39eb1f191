import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { OCCUPIES_SEAT, type LockedEvent } from './event.queries.ts';

/** How long a seat offered from the waiting list stays reserved for payment. */
const OFFER = '24 hours';
/** Unambiguous letters and digits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates a confirmation code, shown at the entrance: `CW-7F3K-9QXM`. */
export function confirmationCode(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `CW-${four()}-${four()}`;
}

/** Returns the number of seats that are neither taken nor reserved. The event is locked. */
export async function freeSeats(trx: Knex.Transaction, { id, max_attendees: most }: LockedEvent): Promise<number> {
  const occupied = await trx('event_attendance').where({ event_id: id }).where(expression(trx, OCCUPIES_SEAT)).pluck('account_id');
  return most - occupied.length;
}

/** Gives a user a seat, replacing their previous state. */
export async function assignSeat(trx: Knex.Transaction, given: { eventId: string; accountId: string; orderId?: string }): Promise<string> {
  const code = confirmationCode();
  const seat = { state: 'joined', confirmation_code: code, order_id: given.orderId ?? null, held_until: null };
  await trx('event_attendance')
    .insert({ event_id: given.eventId, account_id: given.accountId, ...seat })
    .onConflict(['event_id', 'account_id'])
    .merge(seat);
  return code;
}

/**
 * Gives free seats to waiting users, longest first: at once for a free event, otherwise as an offer for a day. Deletes expired reservations
 * first. The event must be locked; repeating it changes nothing.
 */
export async function fillSeats(trx: Knex.Transaction, event: LockedEvent): Promise<void> {
  if (event.cancelled_at || event.is_over) return;
  await trx('event_attendance').where({ event_id: event.id }).where('held_until', '<=', trx.fn.now()).delete();
  const free = await freeSeats(trx, event);
  if (free <= 0) return;
  const next = await trx('event_attendance')
    .where({ event_id: event.id, state: 'waiting' })
    .orderBy('created_at')
    .limit(free)
    .select('account_id', 'created_at');
  for (const { account_id: accountId, created_at: since } of next) {
    const isFree = event.price_cents === 0;
    if (isFree) await assignSeat(trx, { eventId: event.id, accountId });
    else
      await trx('event_attendance')
        .where({ event_id: event.id, account_id: accountId })
        .update({ state: 'offered', held_until: expression(trx, sql`least(now() + ${OFFER}::interval, ${event.ends_at})`) });
    const kind = isFree ? 'event.seat' : 'event.seat_offered';
    // the cause includes when the wait began, so that a user who waits again is notified again
    const cause = `${kind}:${event.id}:${since.getTime()}`;
    await addNotification(trx, { accountId, kind, cause, subject: event.title });
  }
}
