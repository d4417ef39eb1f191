import type { WebSocket } from 'ws';
import { clientMessageSchema, SOCKET_CLOSED, type ClientMessage } from '#contract/live/live.contract.ts';
import type { Delivery } from '#domain/platform/live/feed.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';

/** What waits for a reader at most, in bytes. One who is slower is dropped, and fetches what it missed. */
const MOST_UNREAD_BYTES = 1_048_576;
/** What one socket may say: so many messages at once, and so many a second after that. Offers and answers of a call come in bursts. */
const BURST = 60;
const PER_SECOND = 10;

/** One open socket of a signed-in person. */
export interface LiveConnection {
  readonly session: LiveSession;
  /** Sends what is written already: the same text goes to many. */
  send(text: string): void;
  close(code: number): void;
  /** Asks the other side for a sign of life; cuts one that has given none since the last time. */
  beat(): void;
}

export const writeMessage = (message: Delivery['message']): string => JSON.stringify(message);

/**
 * Keeps one socket: checks what comes in, holds its reader to a bounded buffer.
 * @param onMessage gets what was understood; what it throws is answered by nothing, for a socket has no answers
 */
export function keepConnection(
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
  // what breaks a connection also closes it
  socket.on('error', () => undefined);
  socket.once('close', onClose);

  return {
    session,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      // a close would wait in the same buffer
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
      else socket.send(text);
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
