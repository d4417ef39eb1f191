import {
  createLiveTicket,
  HEARTBEAT_MS,
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  SOCKET_CLOSED,
  SOCKET_PROTOCOL,
  SOCKET_WAIT_MS,
  TICKET_PREFIX,
  type ClientMessage,
  type ServerMessage,
} from '#contract/live/live.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** `isLive`: the socket is connected. `isPolling`: it has been down for five seconds, so components poll instead (CHAT-12). */
export interface LiveStatus {
  readonly isLive: boolean;
  readonly isPolling: boolean;
}

export interface LiveSocket {
  /** @returns false when no socket is connected; the message is not queued */
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
/** After the last quick attempt: one more at this interval, and whenever the network or the tab comes back. */
const LATER_MS = 60_000;

/**
 * Keeps a user's live socket connected. The cookie opens it; where the cookie is refused, a ticket. After a break it reconnects after 1, 2, 4, 8
 * and 16 seconds (CHAT-11).
 */
export function openLiveSocket(userId: string): LiveSocket {
  const listeners = new Set<(message: ServerMessage) => void>();
  const watchers = new Set<() => void>();
  let socket: WebSocket | null = null;
  let status = WAITING;
  let attempt = 0;
  /** The first attempt by cookie never opened: the next ones send a ticket. */
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
  /** The server sends heartbeats: a long silence means that the connection is dead. */
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
