import { addNotifications } from '#domain/notifications/add-notifications.command.ts';
import type { Knex } from 'knex';
import { refundOrder } from '#domain/billing/refunds/refund-order.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { lockEvent, type LockedEvent } from './event.queries.ts';
import { fillSeats } from './seats.ts';

/** Rows of each kind per pass. */
const AT_MOST = 100;
/** A fee whose payment is disputed is refunded afterwards: this is longer than a dispute takes. */
const LOOKED_AFTER = '180 days';

/**
 * Cancels a user's event: everyone involved is notified, and all payments are refunded. `maintainEvents` makes refunds that fail now. Repeating
 * it changes nothing.
 * @throws ProductError not_found, event.over
 */
export async function cancelEvent({ accountId, eventId }: { accountId: string; eventId: string }): Promise<void> {
  await transact(async (trx) => {
    const event = await lockEvent(trx, eventId);
    if (!event || event.account_id !== accountId) throw notFound('event');
    if (event.cancelled_at) return;
    if (event.is_over) throw new ProductError('event.over', 'This event is over.');
    await cancel(trx, event, `account:${accountId}`);
  });
  await refundCancelled(eventId);
}

async function cancel(trx: Knex.Transaction, { id, title }: LockedEvent, actor: string): Promise<void> {
  await trx('local_event').where({ id }).update({ cancelled_at: trx.fn.now() });
  const attendees: string[] = await trx('event_attendance').where({ event_id: id }).pluck('account_id');
  await addNotifications(trx, attendees, { kind: 'event.cancelled', cause: `event.cancelled:${id}`, subject: title });
  await recordAudit({ actor, action: 'event.cancel', subject: `event:${id}` }, trx);
}

/** Condition: a moderator has removed it, so no user can see or attend it. */
const IS_REMOVED = sql`public_text.state = 'removed' and public_text.decision is not null`;

/**
 * Maintains events: cancels those whose organiser was deleted or that moderators removed, gives free seats to waiting users, and refunds
 * payments for cancelled events. Every worker may call it at any time. @returns number of events processed
 */
export async function maintainEvents(): Promise<number> {
  const due = await rowsOf<{ id: string }>(
    database(),
    sql`(select id from local_event where account_id is null and not is_sample and cancelled_at is null and ends_at > now() limit ${AT_MOST})
     union
     (select local_event.id from public_text join local_event on local_event.id = subject_id::uuid
       where subject_type = 'event' and ${IS_REMOVED} and cancelled_at is null and ends_at > now() limit ${AT_MOST})
     union
     (select event_id from event_attendance join local_event on local_event.id = event_id
       where state = 'waiting' and cancelled_at is null and ends_at > now() group by event_id, max_attendees
      having max_attendees > (select count(*) from event_attendance taken where taken.event_id = event_attendance.event_id
                                and (taken.state = 'joined' or taken.held_until > now())) limit ${AT_MOST})`,
  );
  await forEachRow('events', due, ({ id }) => transact((trx) => tend(trx, id)));
  await refundCancelled(null);
  return due.length;
}

async function tend(trx: Knex.Transaction, eventId: string): Promise<void> {
  const event = await lockEvent(trx, eventId);
  if (!event || event.cancelled_at || event.is_over) return;
  if (event.account_id === null || (await isRemoved(trx, eventId))) await cancel(trx, event, 'schedule:tend-events');
  else await fillSeats(trx, event);
}

const isRemoved = async (trx: Knex.Transaction, eventId: string): Promise<boolean> =>
  (await trx('public_text').where({ subject_type: 'event', subject_id: eventId }).where(expression(trx, IS_REMOVED)).first('state')) !==
  undefined;

/** Refunds cancelled events. @param eventId null: all. If Stripe is unavailable a refund waits for the next call, without blocking others */
async function refundCancelled(eventId: string | null): Promise<void> {
  const paid = await rowsOf<{ order_id: string }>(
    database(),
    // every payer, whether or not they still have the seat
    sql`select paid.id as order_id from local_event join billing_order paid on paid.kind = 'event' and paid.package_id = local_event.id::text
      where cancelled_at > now() - ${LOOKED_AFTER}::interval and paid.status = 'fulfilled'
        and (${eventId}::uuid is null or local_event.id = ${eventId}::uuid)
        and not exists (select from billing_payment join refund on refund.payment_id = billing_payment.id where billing_payment.order_id = paid.id)
      limit ${AT_MOST}`,
  );
  for (const { order_id: orderId } of paid)
    await refundOrder({ orderId, reason: 'the event was cancelled' }).catch((error: unknown) =>
      logger().warn({ order_id: orderId, err: error }, 'events: a fee could not be given back yet; it is tried again'),
    );
}
