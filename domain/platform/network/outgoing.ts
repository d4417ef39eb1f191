import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import type { Purpose } from './purposes.ts';

/** Null: no purpose, even in a process with a default. */
const current = new AsyncLocalStorage<Purpose | null>();
const fixed = new WeakMap<Socket, Purpose>();
let standing: Purpose | null = null;

/**
 * Runs a call with a purpose: every connection, also later in the same chain of calls, is checked against the purpose's places. Without a
 * purpose no connection is allowed. Decision 0028.
 */
export const outgoing = <T>(purpose: Purpose | null, call: () => T): T => current.run(purpose, call);

/** Returns a `fetch` for one purpose. */
export const fetchFor =
  (purpose: Purpose): typeof fetch =>
  async (input, init) => {
    const sent = init?.body instanceof FormData ? await withBytes(init, init.body) : init;
    return outgoing(purpose, () => fetch(input, sent));
  };

/**
 * Returns a request with its form as bytes. Node would read the form's parts while it sends them; a caller that has given up by then closes
 * that stream, and the next part is an unhandled rejection (`ERR_INVALID_STATE`), which nobody can catch.
 */
async function withBytes(init: RequestInit, form: FormData): Promise<RequestInit> {
  const written = new Response(form);
  const headers = new Headers(init.headers);
  headers.set('content-type', written.headers.get('content-type')!);
  return { ...init, headers, body: await written.arrayBuffer() };
}

/** Returns an unconnected socket for a pool, which opens connections independently of its callers. */
export function socketFor(purpose: 'database' | 'redis'): Socket {
  const socket = new Socket();
  fixed.set(socket, purpose);
  return socket;
}

/** Returns the purpose of the current call; null: none, so no connection may be opened. */
export const purposeOf = (socket?: Socket): Purpose | null => {
  const store = (socket && fixed.get(socket)) ?? current.getStore();
  return store === undefined ? standing : store;
};

/** For tests: sets the purpose of calls without one. */
export function setStandingPurpose(purpose: 'test'): void {
  standing = purpose;
}

/** A connection that was refused, or cut because of its limits. */
export class OutgoingRefused extends Error {
  readonly code = 'ERR_OUTGOING_REFUSED';

  constructor(purpose: Purpose | null, what: string) {
    super(`outgoing connection refused: ${what} ${purpose === null ? 'without a purpose' : `for ${purpose}`}`);
    this.name = 'OutgoingRefused';
  }
}

/** Counts of a process's connections. */
type Outcome = 'opened' | 'refused' | 'cut';

export interface OutgoingNote {
  readonly purpose: Purpose | null;
  readonly outcome: Outcome;
  readonly host: string;
  readonly port: number;
}

const counts = new Map<string, number>();
let listener: ((note: OutgoingNote) => void) | null = null;

/** Counts a connection. */
export function noteOutgoing(note: OutgoingNote): void {
  const key = `${note.purpose ?? 'none'} ${note.outcome}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  listener?.(note);
}

/** For tests: calls a function for every connection from now on. @returns the function called until now */
export function onOutgoing(next: ((note: OutgoingNote) => void) | null): typeof listener {
  const before = listener;
  listener = next;
  return before;
}

/** Returns the number of connections by purpose and outcome. */
export const outgoingCounts = (): { purpose: string; outcome: string; count: number }[] =>
  [...counts].map(([key, count]) => {
    const [purpose = '', outcome = ''] = key.split(' ');
    return { purpose, outcome, count };
  });
