import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import {
  type ServerMessage,
  createLiveTicket,
  HEARTBEAT_MS,
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  SOCKET_CLOSED,
  SOCKET_PROTOCOL,
  SOCKET_WAIT_MS,
  TICKET_PREFIX,
  type ClientMessage,
} from '#contract/live/live.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** `isLive`: the socket is connected. `isPolling`: it has been down for five seconds, so components poll instead (CHAT-12). */
interface LiveStatus {
  readonly isLive: boolean;
  readonly isPolling: boolean;
}

export interface LiveSocket {
  /** @returns false when no socket is connected; the message is then not queued */
  say(message: ClientMessage): boolean;
  /** Subscribes to messages, and to a `resync` after each reconnection, because messages may have been missed. */
  subscribe(listener: (message: ServerMessage) => void): () => void;
  status(): LiveStatus;
  onStatus(listener: () => void): () => void;
  close(): void;
}

const WAITING: LiveStatus = { isLive: false, isPolling: false };
const LIVE: LiveStatus = { isLive: true, isPolling: false };
const POLLING: LiveStatus = { isLive: false, isPolling: true };
/** After the last quick attempt, the socket reconnects at this interval, and whenever the network or the tab comes back. */
const LATER_MS = 60_000;

/**
 * One socket for all components that need it. It closes a little after the last one unmounts, because the next screen may need it at once.
 */
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

/**
 * Keeps a user's live socket connected. The cookie authenticates it, or a ticket where the cookie is refused. After a break it reconnects
 * after 1, 2, 4, 8 and 16 seconds (CHAT-11).
 */
export function openLiveSocket(userId: string): LiveSocket {
  const listeners = new Set<(message: ServerMessage) => void>();
  const watchers = new Set<() => void>();
  let socket: WebSocket | null = null;
  let status = WAITING;
  let attempt = 0;
  /** The first attempt with the cookie never opened, so the next ones send a ticket. */
  let needsTicket = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const setStatus = (next: LiveStatus) => {
    if (next === status) return;
    status = next;
    for (const watcher of watchers) watcher();
  };
  const deliver = (message: ServerMessage) => {
    for (const listener of listeners) listener(message);
  };
  const waitForIt = () => {
    clearTimeout(fallback);
    fallback = setTimeout(() => status.isLive || setStatus(POLLING), SOCKET_WAIT_MS);
  };
  /** The server sends heartbeats; a long silence means that the connection is dead. */
  const listenForLife = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), 2 * HEARTBEAT_MS);
  };

  async function connect(): Promise<void> {
    if (isClosed || socket) return;
    let protocols = [SOCKET_PROTOCOL];
    if (needsTicket) {
      try {
        const { ticket } = await call(createLiveTicket, { body: {} });
        protocols = [...protocols, TICKET_PREFIX + ticket];
      } catch {
        return again();
      }
      if (isClosed || socket) return;
    }
    const opening = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/${encodeURIComponent(userId)}`, protocols);
    socket = opening;
    let hasOpened = false;
    opening.addEventListener('open', () => {
      hasOpened = true;
      attempt = 0;
      clearTimeout(fallback);
      listenForLife();
      setStatus(LIVE);
      deliver({ type: 'resync' });
    });
    opening.addEventListener('message', ({ data }) => {
      listenForLife();
      deliver(JSON.parse(String(data)) as ServerMessage);
    });
    opening.addEventListener('close', ({ code }) => {
      if (socket !== opening) return;
      socket = null;
      clearTimeout(silence);
      if (isClosed) return;
      if (!hasOpened) needsTicket = true;
      if (status.isLive) {
        setStatus(WAITING);
        waitForIt();
      }
      // the session has ended: the next poll reports it
      if (code === SOCKET_CLOSED.revoked) setStatus(POLLING);
      else again();
    });
  }
  function again(): void {
    clearTimeout(retry);
    const delay = attempt < RECONNECT_ATTEMPTS ? RECONNECT_BASE_MS * 2 ** attempt : LATER_MS;
    attempt += 1;
    retry = setTimeout(() => void connect(), delay);
  }
  const tryNow = () => {
    if (socket || document.hidden) return;
    attempt = 0;
    clearTimeout(retry);
    void connect();
  };

  window.addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', tryNow);
  waitForIt();
  void connect();
  return {
    say(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    status: () => status,
    onStatus(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close() {
      isClosed = true;
      for (const timer of [retry, fallback, silence]) clearTimeout(timer);
      window.removeEventListener('online', tryNow);
      document.removeEventListener('visibilitychange', tryNow);
      socket?.close();
    },
  };
}
