import { database, prepared } from '#domain/platform/database.ts';
import { handleDueRows } from '#domain/platform/handle-due-rows.ts';
import { logger } from '#domain/platform/logger.ts';
import { isStripeFailure, withoutSecrets } from '#domain/vendors/stripe/stripe-failure.ts';
import { raiseAlarm } from '#domain/billing/alarms/raise-alarm.command.ts';
import { handleEvent, type Handled, type InboxEvent } from './handle-event.ts';

/** Longer than handling one takes: after a crash another worker takes over. */
const LEASE_S = 60;
const FIRST_PAUSE_S = 2;
const LONGEST_PAUSE_S = 3_600;
/** With pauses of 2 s, 6 s, 18 s … at most an hour: about twelve hours in all. */
export const MOST_ATTEMPTS = 18;
/** Concurrent events per process. */
const AT_ONCE = 3;
/** Events per call, so that a stopping worker need not wait long. */
const MOST_IN_A_ROW = 100;

type Claimed = InboxEvent & { readonly attempts: number };

/**
 * Handles the due events of the inbox. Any number of workers may call it at any time: each event is claimed by one. A failed event is
 * retried with growing pauses; after the last try it is dead and raises an alarm, unless Stripe was unavailable.
 * @returns number of events handled
 */
export const processEvents = (): Promise<number> =>
  handleDueRows({ claim: claimEvent, handle: processOne, atOnce: AT_ONCE, most: MOST_IN_A_ROW });

async function claimEvent(): Promise<Claimed | undefined> {
  const { rows } = await prepared(
    database(),
    `update stripe_event set attempts = attempts + 1, next_at = now() + interval '${LEASE_S} seconds'
      where event_id = (select event_id from stripe_event where state = 'pending' and next_at <= now()
                         order by next_at, created, event_id limit 1 for update skip locked)
      returning event_id, type, object_id, attempts`,
    [],
  );
  return rows[0];
}

async function processOne(event: Claimed): Promise<void> {
  try {
    await settle(event, await handleEvent(event));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = withoutSecrets(cause instanceof Error ? cause.message : String(cause));
    const isOurs = !isStripeFailure(error, 'unavailable');
    logger()[isOurs ? 'error' : 'warn'](
      { event_id: event.event_id, type: event.type, attempt: event.attempts, reason },
      'stripe: event not handled yet',
    );
    await postpone(event, reason, { mayEnd: isOurs });
  }
}

async function settle(event: Claimed, how: Handled): Promise<void> {
  if (how === 'waiting') return postpone(event, 'what it belongs to is not there yet');
  await database()('stripe_event').where({ event_id: event.event_id }).update({ state: how, last_error: null });
}

/** Schedules the next try. While Stripe is unavailable no event is given up: the outage is not the event's fault. */
async function postpone(event: Claimed, reason: string, { mayEnd = true } = {}): Promise<void> {
  const isOver = mayEnd && event.attempts >= MOST_ATTEMPTS;
  const pauseS = Math.min(FIRST_PAUSE_S * 3 ** (event.attempts - 1), LONGEST_PAUSE_S);
  const { event_id: id, type, object_id: object } = event;
  // the alarm first: after a crash in between, the retry raises the same alarm again
  if (isOver)
    await raiseAlarm(database(), {
      kind: 'event.dead',
      occasion: id,
      subject: `event:${id}`,
      detail: { type, object: withoutSecrets(object), reason },
    });
  await database()('stripe_event')
    .where({ event_id: event.event_id, attempts: event.attempts })
    .update({
      last_error: reason,
      ...(isOver ? { state: 'dead' } : { next_at: database().raw(`now() + ? * interval '1 second'`, [pauseS]) }),
    });
}
