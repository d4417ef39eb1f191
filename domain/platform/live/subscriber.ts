import type { StoreListener } from '#domain/platform/store-listener.ts';
import { LIVE_CHANNEL, readEvent, type LiveEvent } from './publisher.ts';

export interface LiveSubscriber {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed: whoever waits for some has to read. */
  onGap(): void;
}

/** Hears events by Postgres. */
export function subscribeByStore(subscriber: LiveSubscriber): StoreListener {
  let stood = false;
  return {
    channel: LIVE_CHANNEL,
    onMessage: (payload) => subscriber.onEvent(readEvent(payload)),
    onUp() {
      if (stood) subscriber.onGap();
      stood = true;
    },
    onDown: () => undefined,
  };
}
