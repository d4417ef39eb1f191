import type { StoreListener } from '#domain/platform/store-listener.ts';
import { LIVE_CHANNEL, readEvent, type LiveEvent } from './publisher.ts';

export interface LiveSubscriber {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed: waiting clients must read the rows. */
  onGap(): void;
}

/** Subscribes to events through Postgres. */
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
