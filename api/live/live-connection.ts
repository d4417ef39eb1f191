import type { RawData, WebSocket } from 'ws';
import { clientMessageSchema, SOCKET_CLOSED, type ClientMessage } from '#contract/live/live.contract.ts';
import type { Delivery } from '#domain/platform/live/feed.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import type { Allowance } from './allowance.ts';

/** Maximum bytes buffered for a client. A slower one is disconnected, and fetches what it missed. */
const MOST_UNREAD_BYTES = 1_048_576;

const REFUSALS: ReadonlySet<number> = new Set([SOCKET_CLOSED.refused, SOCKET_CLOSED.full]);

const TEXT = { binary: false };

/** One open socket of a signed-in user. */
export interface LiveConnection {
  readonly session: LiveSession;
  /** Sends an already serialised message, which may go to many sockets. */
  send(text: string | Buffer): void;
  /** Closes the socket and takes nothing more from it; the hub's server cuts it if the client does not answer. */
  close(code: number): void;
  /** Pings the client; disconnects it if it has not answered the previous ping. */
  beat(): void;
}

export const writeMessage = (message: Delivery['message']): string => JSON.stringify(message);

/**
 * Manages one socket: counts every frame against its account's allowance, validates messages, limits the send buffer. At the first frame too
 * many, or one that is no message, the socket ends: nothing that comes after it is parsed.
 * @param onMessage gets valid messages; its errors are not sent, for a socket has no answers
 */
export function manageConnection(
  socket: WebSocket,
  session: LiveSession,
  { allowance, onMessage, onClose }: { allowance: Allowance; onMessage: (message: ClientMessage) => void; onClose: () => void },
): LiveConnection {
  let isAlive = true;

  const end = (code: number) => {
    // ws would go on reading until the client answers, and tells what is left of the read that it is at. Who is refused is not waited for
    if (REFUSALS.has(code)) socket.pause();
    socket.off('message', onText).off('ping', onControl).off('pong', onControl);
    socket.close(code);
  };
  const isAllowed = (bytes: number) => {
    if (allowance.take(bytes)) return true;
    end(SOCKET_CLOSED.refused);
    return false;
  };
  // ws hands over a `nodebuffer` unless told otherwise
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
  // ws has closed it, and is about to go on reading what it drops
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

/** Parses a message; null for anything else, most of which is told by its first byte. */
function readMessage(bytes: Buffer): ClientMessage | null {
  if (bytes[0] !== 0x7b) return null;
  try {
    return clientMessageSchema.parse(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}
