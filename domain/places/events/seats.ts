import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { TAKES_SEAT, type LockedEvent } from './event.queries.ts';

/** A seat that is offered from the waiting list waits so long for its payment. */
const OFFER = `interval '24 hours'`;
/** Letters and digits that are not mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `CW-7F3K-9QXM`: told at the door. */
export function confirmationCode(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `CW-${four()}-${four()}`;
}

/** How many seats nobody has and nobody is kept one. The event is locked. */
export async function freeSeats(trx: Knex.Transaction, { id, max_attendees: most }: LockedEvent): Promise<number> {
  const { rows } = await trx.raw(`select count(*)::int as taken from event_attendance where event_id = ? and ${TAKES_SEAT}`, [id]);
  return most - rows[0].taken;
}

/** Gives somebody a seat. What they were before is over. */
export async function giveSeat(trx: Knex.Transaction, given: { eventId: string; accountId: string; orderId?: string }): Promise<string> {
  const code = confirmationCode();
  const seat = { state: 'joined', confirmation_code: code, order_id: given.orderId ?? null, held_until: null };
  await trx('event_attendance')
    .insert({ event_id: given.eventId, account_id: given.accountId, ...seat })
    .onConflict(['event_id', 'account_id'])
    .merge(seat);
  return code;
}

/**
 * Gives free seats to those who wait, the longest first: at once where nothing is to be paid, else as an offer for a day. Holds that have run out
 * are forgotten first. The event is locked; doing it twice changes nothing.
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
    if (isFree) await giveSeat(trx, { eventId: event.id, accountId });
    else
      await trx('event_attendance')
        .where({ event_id: event.id, account_id: accountId })
        .update({ state: 'offered', held_until: trx.raw(`least(now() + ${OFFER}, ?)`, [event.ends_at]) });
    const kind = isFree ? 'event.seat' : 'event.seat_offered';
    // of this wait: who waits again is told again
    const cause = `${kind}:${event.id}:${since.getTime()}`;
    await addNotification(trx, { accountId, kind, cause, subject: event.title });
  }
}
