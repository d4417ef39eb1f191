import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announce-job.command.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { isStripeFailure, withoutSecrets } from '#domain/vendors/stripe/stripe-failure.ts';
import { raiseAlarm } from '#domain/billing/alarms/raise-alarm.command.ts';
import { handleEvent, type InboxEvent } from './handle-event.ts';

/** Longer than handling one takes: after a crash another worker takes over. */
const LEASE_S = 60;
const WITHIN_MS = 55_000;
export const MOST_ATTEMPTS = 18;
/** Pauses of 2 s, 6 s, 18 s … at most an hour: about twelve hours in all. */
const RETRIES = { most: MOST_ATTEMPTS, firstPauseS: 2, longestPauseS: 3_600 };
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
  handleDueRows({
    what: 'stripe event',
    announce: announcing('stripe-events'),
    claim: claimEvent,
    // events of one object are handled one after the other
    turnOf: ({ object_id: account }) => ({ account }),
    handle: processOne,
    storeFailure,
    judge: (error) => (isStripeFailure(error, 'unavailable') ? 'not_counted' : 'again'),
    reasonOf,
    identify: ({ event_id, type }) => ({ event_id, type }),
    retries: RETRIES,
    withinMs: WITHIN_MS,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });

async function claimEvent(busy: Busy): Promise<Claimed | undefined> {
  const [event] = await preparedRowsOf<Claimed>(
    database(),
    sql`update stripe_event set attempts = attempts + 1, next_at = now() + ${LEASE_S} * interval '1 second'
      where event_id = (select event_id from stripe_event where state = 'pending' and next_at <= now() and object_id <> all(${busy.accounts}::text[])
                         order by next_at, created, event_id limit 1 for update skip locked)
      returning event_id, type, object_id, attempts`,
  );
  return event;
}

async function processOne(event: Claimed): Promise<void> {
  const how = await handleEvent(event);
  if (how === 'waiting') throw new Error('what it belongs to is not there yet');
  await database()('stripe_event').where({ event_id: event.event_id }).update({ state: how, last_error: null });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return withoutSecrets(cause instanceof Error ? cause.message : String(cause));
}

async function storeFailure({ event_id: id, type, object_id: object, attempts: held }: Claimed, failure: FailedTry): Promise<void> {
  const { reason, pauseS, attempts } = failure;
  // the alarm first: after a crash in between, the retry raises the same alarm again
  if (pauseS === null)
    await raiseAlarm(database(), {
      kind: 'event.dead',
      occasion: id,
      subject: `event:${id}`,
      detail: { type, object: withoutSecrets(object), reason },
    });
  await database()('stripe_event')
    .where({ event_id: id, attempts: held, state: 'pending' })
    .update({
      last_error: reason,
      attempts,
      ...(pauseS === null ? { state: 'dead' } : { next_at: expression(database(), sql`now() + ${pauseS} * interval '1 second'`) }),
    });
}
