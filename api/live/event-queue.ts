import type { Delivery, LiveFeed } from '#domain/platform/live/feed.ts';
import { logger } from '#domain/platform/logger.ts';

/** How often reading is tried while the store is away; then the sockets are told to look themselves. */
const TRIES = 3;

/**
 * Hands events to their feed, one batch after the other, so that deliveries keep the order of the events: what comes while a batch is read is
 * the next one.
 * @param onLost the feed cannot tell what has become of some events
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
    if (!isBusy) void work();
  };
}
