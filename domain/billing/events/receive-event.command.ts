import { transact } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readEvent } from '#domain/vendors/stripe/read-event.ts';
import { isFollowed } from './subscribed-events.ts';
import { raiseAlarmAlone } from '#domain/billing/alarms/raise-alarm.command.ts';

/**
 * Stores a signed event in the inbox; a duplicate changes nothing. A worker handles it at once (`processEvents`). An event whose
 * object has no id is ignored but accepted: if it were rejected, Stripe would resend it for days and then disable the webhook.
 * @throws ProductError payments.webhook_invalid, payments.not_configured; nothing is written then
 */
export async function receiveEvent(raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(raw, signature);
  if (event.isOfOtherMode) {
    // Stripe repeatedly sends events of the wrong mode here: log one line a day
    const day = new Date().toISOString().slice(0, 10);
    await raiseAlarmAlone({ kind: 'event.other_mode', occasion: day, subject: `event:${event.id}`, detail: { type: event.type } });
    throw new ProductError('payments.webhook_invalid', 'It is an event of the other mode.');
  }
  const { objectId } = event;
  if (objectId === null && isFollowed(event.type)) throw new ProductError('payments.webhook_invalid');
  await transact(async (trx) => {
    const added = await trx('stripe_event')
      .insert({
        event_id: event.id,
        type: event.type,
        object_id: objectId ?? '',
        state: objectId === null ? 'ignored' : 'pending',
        api_version: event.apiVersion,
        created: event.createdAt,
      })
      .onConflict('event_id')
      .ignore()
      .returning('event_id');
    if (added.length > 0) await announceJob(trx, 'stripe-events');
  });
}
