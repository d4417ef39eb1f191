import type { Delivery, LiveFeed } from '#domain/platform/live/feed.ts';
import { logger } from '#domain/platform/logger.ts';

/** Reads are retried while the database is unavailable; afterwards the sockets tell clients to refetch. */
const TRIES = 3;
/** Announcements that may wait for a slow database. Beyond that clients refetch, which also costs less than to read so many. */
const MOST_WAITING = 2_000;

/**
 * Passes events to their feed, one batch after another, so that deliveries keep the order of the events: events that arrive during a batch
 * form the next one.
 * @param onLost called when some events could not be read
 */
export function openEventQueue(
  feed: LiveFeed,
  { deliver, onLost }: { deliver: (deliveries: readonly Delivery[]) => void; onLost: () => void },
): (ids: readonly string[]) => void {
  let waiting: (readonly string[])[] = [];
  let isBusy = false;

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      for (let tried = 1; ; tried += 1) {
        try {
          deliver(await feed.deliver(batch));
          break;
        } catch (error) {
          logger().warn({ err: error, topic: feed.topic, tried }, 'live: events could not be read');
          if (tried < TRIES) continue;
          onLost();
          break;
        }
      }
    }
    isBusy = false;
  }
  return (ids) => {
    waiting.push(ids);
    if (waiting.length > MOST_WAITING) {
      waiting = [];
      onLost();
    }
    if (!isBusy) void work();
  };
}
