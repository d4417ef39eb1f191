import type { RawData, WebSocket } from 'ws';
import { clientMessageSchema, SOCKET_CLOSED, type ClientMessage } from '#contract/live/live.contract.ts';
import type { Delivery } from '#domain/platform/live/feed.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import type { Allowance } from './allowance.ts';

/** Maximum number of bytes buffered for a client. A slower client is disconnected, and fetches what it missed. */
const MOST_UNREAD_BYTES = 1_048_576;

const REFUSALS: ReadonlySet<number> = new Set([SOCKET_CLOSED.refused, SOCKET_CLOSED.full]);

const TEXT = { binary: false };

/** One open socket of a signed-in user. */
export interface LiveConnection {
  readonly session: LiveSession;
  /** Sends a serialised message, which can be shared by many sockets. */
  send(text: string | Buffer): void;
  /** Closes the socket and accepts nothing more from it; the hub's server cuts the connection if the client does not answer. */
  close(code: number): void;
  /** Pings the client; disconnects it if it did not answer the previous ping. */
  beat(): void;
}

export const writeMessage = (message: Delivery['message']): string => JSON.stringify(message);

/**
 * Manages one socket: counts every frame against its account's allowance, validates messages, and limits the send buffer. An excessive or
 * invalid frame closes the socket, and nothing after it is parsed.
 * @param onMessage gets valid messages; its errors are not sent, because sockets have no responses
 */
export function manageConnection(
  socket: WebSocket,
  session: LiveSession,
  { allowance, onMessage, onClose }: { allowance: Allowance; onMessage: (message: ClientMessage) => void; onClose: () => void },
): LiveConnection {
  let isAlive = true;

  const end = (code: number) => {
    // otherwise ws would read until the client answers, and still report the rest of the current read
    if (REFUSALS.has(code)) socket.pause();
    socket.off('message', onText).off('ping', onControl).off('pong', onControl);
    socket.close(code);
  };
  const isAllowed = (bytes: number) => {
    if (allowance.take(bytes)) return true;
    end(SOCKET_CLOSED.refused);
    return false;
  };
  // ws passes `nodebuffer` by default
  const onText = (data: RawData, isBinary: boolean) => {
    const bytes = data as Buffer;
    if (!isAllowed(bytes.length)) return;
    isAlive = true;
    const message = isBinary ? null : readMessage(bytes);
    if (message) onMessage(message);
    else end(SOCKET_CLOSED.refused);
  };
  const onControl = (data: Buffer) => {
    if (isAllowed(data.length)) isAlive = true;
  };
  socket.on('message', onText).on('ping', onControl).on('pong', onControl);
  // ws has closed the socket, but would continue to read data that it discards
  socket.on('error', () => process.nextTick(() => socket.pause()));
  socket.once('close', onClose);

  return {
    session,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      // a close frame would wait in the same buffer
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
      else socket.send(text, TEXT);
    },
    close: end,
    beat() {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    },
  };
}

/** Parses a message; null for anything else, which the first byte usually reveals. */
function readMessage(bytes: Buffer): ClientMessage | null {
  if (bytes[0] !== 0x7b) return null;
  try {
    return clientMessageSchema.parse(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}
