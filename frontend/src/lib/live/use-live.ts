import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { openLiveSocket, type LiveSocket, type LiveStatus } from './live-socket.ts';

/** One socket for all parts of the screen that need it, closed a moment after the last has gone: another screen may want it at once. */
const held = new Map<string, { readonly socket: LiveSocket; users: number }>();
const LINGER_MS = 2_000;

function hold(userId: string): () => void {
  const entry = held.get(userId) ?? { socket: openLiveSocket(userId), users: 0 };
  held.set(userId, entry);
  entry.users += 1;
  return () => {
    entry.users -= 1;
    setTimeout(() => {
      if (entry.users > 0 || held.get(userId) !== entry) return;
      held.delete(userId);
      entry.socket.close();
    }, LINGER_MS);
  };
}

const NONE: LiveStatus = { isLive: false, isPolling: false };

export interface Live extends LiveStatus {
  readonly say: LiveSocket['say'];
}

/**
 * The live socket of the signed-in person while the calling component is there.
 * @param onMessage hears what it says; always the newest function is called
 */
export function useLive(userId: string, onMessage: (message: ServerMessage) => void): Live {
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  const hear = useEffectEvent(onMessage);
  useEffect(() => {
    const release = hold(userId);
    const opened = held.get(userId)!.socket;
    const stop = opened.subscribe((message) => hear(message));
    setSocket(opened);
    return () => {
      stop();
      release();
    };
  }, [userId]);
  const status = useSyncExternalStore(
    (listener) => socket?.onStatus(listener) ?? (() => undefined),
    () => socket?.status() ?? NONE,
  );
  return { ...status, say: (message) => socket?.say(message) ?? false };
}
