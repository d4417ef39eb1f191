import { database } from '#domain/platform/database.ts';
import { readEvent } from '#domain/vendors/stripe/read-event.ts';

/**
 * Takes a signed event into the inbox; the same event again changes nothing. Workers look after it within a second (`processEvents`).
 * @throws ProductError payments.webhook_invalid, payments.not_configured; nothing is written then
 */
export async function receiveEvent(raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(raw, signature);
  await database()('stripe_event')
    .insert({
      event_id: event.id,
      type: event.type,
      object_id: event.objectId,
      api_version: event.apiVersion,
      created: event.createdAt,
    })
    .onConflict('event_id')
    .ignore();
}
