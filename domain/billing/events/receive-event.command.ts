import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readEvent } from '#domain/vendors/stripe/read-event.ts';
import { isFollowed } from './subscribed-events.ts';
import { raiseAlarmAlone } from '#domain/billing/alarms/raise-alarm.command.ts';

/**
 * Takes a signed event into the inbox; the same event again changes nothing. Workers look after it within a second (`processEvents`). One
 * about something without an id is put away at once: were it refused, Stripe would send it for days and then stop sending at all.
 * @throws ProductError payments.webhook_invalid, payments.not_configured; nothing is written then
 */
export async function receiveEvent(raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(raw, signature);
  if (event.isOfOtherMode) {
    // Stripe sends it to the wrong installation, again and again: a line a day is enough
    const day = new Date().toISOString().slice(0, 10);
    await raiseAlarmAlone({ kind: 'event.other_mode', occasion: day, subject: `event:${event.id}`, detail: { type: event.type } });
    throw new ProductError('payments.webhook_invalid', 'It is an event of the other mode.');
  }
  const { objectId } = event;
  if (objectId === null && isFollowed(event.type)) throw new ProductError('payments.webhook_invalid');
  await database()('stripe_event')
    .insert({
      event_id: event.id,
      type: event.type,
      object_id: objectId ?? '',
      state: objectId === null ? 'ignored' : 'pending',
      api_version: event.apiVersion,
      created: event.createdAt,
    })
    .onConflict('event_id')
    .ignore();
}
