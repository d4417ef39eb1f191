import type { Knex } from 'knex';
import type { TakenBack } from '#domain/billing/billing.ports.ts';
import type { Order } from '#domain/billing/checkout/order.ts';
import { fillSeats, freeSeats, assignSeat } from './seats.ts';
import { lockEvent } from './event.queries.ts';

/**
 * Grants the seat of a paid order, in the caller's transaction.
 * @returns why it cannot be granted and must be refunded, or null when it was granted
 */
export async function sellSeat(trx: Knex.Transaction, order: Order): Promise<string | null> {
  const event = await lockEvent(trx, order.package_id);
  if (!event) return 'the event is gone';
  if (event.cancelled_at) return 'the event was cancelled';
  if (event.is_over) return 'the event is over';
  const { account_id: accountId } = order;
  const own = await trx('event_attendance').where({ event_id: event.id, account_id: accountId }).first('state', 'held_until');
  if (own?.state === 'joined') return 'the seat was paid already';
  const isKept = own?.held_until && own.held_until > new Date();
  // a late payer may still get a free seat
  if (!isKept && (await freeSeats(trx, event)) <= 0) return 'the event is full';
  await assignSeat(trx, { eventId: event.id, accountId, orderId: order.id });
  return null;
}

/** Takes back the seat of a fully refunded order, while the event exists; the next waiting user gets it. */
export async function revokeSeat(trx: Knex.Transaction, { orderId, isWhole }: TakenBack): Promise<void> {
  if (!isWhole) return;
  const row = await trx('event_attendance').where({ order_id: orderId }).first('event_id');
  const event = row && (await lockEvent(trx, row.event_id));
  if (!event || event.cancelled_at || event.is_over) return;
  await trx('event_attendance').where({ order_id: orderId }).delete();
  await fillSeats(trx, event);
}
