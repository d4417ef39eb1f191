import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { openLiveSocket, type LiveSocket, type LiveStatus } from './live-socket.ts';

/** One socket for all components that need it, closed a moment after the last one unmounts, because the next screen may need it at once. */
const held = new Map<string, { readonly socket: LiveSocket; users: number }>();
const LINGER_MS = 2_000;

function hold(userId: string): { readonly socket: LiveSocket; readonly release: () => void } {
  const entry = held.get(userId) ?? { socket: openLiveSocket(userId), users: 0 };
  held.set(userId, entry);
  entry.users += 1;
  const release = () => {
    entry.users -= 1;
    setTimeout(() => {
      if (entry.users > 0 || held.get(userId) !== entry) return;
      held.delete(userId);
      entry.socket.close();
    }, LINGER_MS);
  };
  return { socket: entry.socket, release };
}

const NONE: LiveStatus = { isLive: false, isPolling: false };

export interface Live extends LiveStatus {
  readonly say: LiveSocket['say'];
}

/** The live socket of the signed-in user, open while the calling component is mounted. */
export function useLive(userId: string): Live {
  const watch = useCallback(
    (listener: () => void) => {
      const { socket, release } = hold(userId);
      const stop = socket.onStatus(listener);
      return () => {
        stop();
        release();
      };
    },
    [userId],
  );
  const status = useSyncExternalStore(watch, () => held.get(userId)?.socket.status() ?? NONE);
  return { ...status, say: (message) => held.get(userId)?.socket.say(message) ?? false };
}

/** Subscribes to the socket's messages; always calls the newest `onMessage`. */
export function useLiveMessages(userId: string, onMessage: (message: ServerMessage) => void): void {
  const handle = useEffectEvent(onMessage);
  useEffect(() => {
    const { socket, release } = hold(userId);
    const stop = socket.subscribe((message) => handle(message));
    return () => {
      stop();
      release();
    };
  }, [userId]);
}
