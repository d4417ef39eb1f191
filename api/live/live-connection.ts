import type { WebSocket } from 'ws';
import { clientMessageSchema, SOCKET_CLOSED, type ClientMessage } from '#contract/live/live.contract.ts';
import type { Delivery } from '#domain/platform/live/feed.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';

/** Maximum bytes buffered for a client. A slower one is disconnected, and fetches what it missed. */
const MOST_UNREAD_BYTES = 1_048_576;
/** Rate limit of a socket: this many messages at once, and some per second afterwards. Offers and answers of a call come in bursts. */
const BURST = 60;
const PER_SECOND = 10;

const TEXT = { binary: false };

/** One open socket of a signed-in user. */
export interface LiveConnection {
  readonly session: LiveSession;
  /** Sends an already serialised message, which may go to many sockets. */
  send(text: string | Buffer): void;
  close(code: number): void;
  /** Pings the client; disconnects it if it has not answered the previous ping. */
  beat(): void;
}

export const writeMessage = (message: Delivery['message']): string => JSON.stringify(message);

/**
 * Manages one socket: validates incoming messages, limits the send buffer.
 * @param onMessage gets valid messages; its errors are not sent, for a socket has no answers
 */
export function manageConnection(
  socket: WebSocket,
  session: LiveSession,
  { onMessage, onClose }: { onMessage: (message: ClientMessage) => void; onClose: () => void },
): LiveConnection {
  let isAlive = true;
  let allowance = BURST;
  let countedAt = performance.now();

  const isAllowed = () => {
    const now = performance.now();
    allowance = Math.min(BURST, allowance + ((now - countedAt) / 1000) * PER_SECOND) - 1;
    countedAt = now;
    return allowance >= 0;
  };
  socket.on('message', (data, isBinary) => {
    isAlive = true;
    const message = isBinary ? null : readMessage(String(data));
    if (message && isAllowed()) onMessage(message);
    else socket.close(SOCKET_CLOSED.refused);
  });
  socket.on('pong', () => (isAlive = true));
  // an error is always followed by `close`
  socket.on('error', () => undefined);
  socket.once('close', onClose);

  return {
    session,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      // a close frame would wait in the same buffer
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
      else socket.send(text, TEXT);
    },
    close: (code) => socket.close(code),
    beat() {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    },
  };
}

function readMessage(text: string): ClientMessage | null {
  try {
    return clientMessageSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
