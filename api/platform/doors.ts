import type { Context, Middleware, Next } from 'koa';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import { sentBytesOf } from '#contract/platform/body-bytes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import type { RequestState } from './api-router.ts';
import { callerOf } from './callers.ts';
import { unstorable } from './json-text.ts';
import type { Limits, Payer } from './limits.ts';
import { networkOf } from './networks.ts';

/** A way into the process: a handler of requests, or a listener to a socket. `npm run doors` lists all of them. */
export interface Door {
  readonly name: string;
  /** Its addresses, as shown to people. */
  readonly at: string;
  /** Who pays for the bytes and the time; until that is known, the network of the request pays. */
  readonly pays: 'account' | 'organisation' | 'address';
  /** Maximum bytes of a body; 0 if none is read. */
  readonly bodyBytes: number;
  /** The age rule for its callers, or why there is none. */
  readonly age: AgeRule | 'anyone' | 'as its endpoints';
  /** The rows of `limits.ts` that count its requests, besides the row for all requests of a network. */
  readonly limit: string;
}

/** The declaration of a public door that reads no body: only the network's request limit applies. */
export const FOR_ANYBODY = { pays: 'address', bodyBytes: 0, age: 'anyone', limit: 'none' } as const satisfies Partial<Door>;

/** Returns an endpoint's door, from its declaration. */
export const doorOf = (endpoint: Endpoint): Door => ({
  name: endpoint.name,
  at: `${endpoint.method} ${endpoint.path}`,
  pays: endpoint.auth === 'public' ? 'address' : 'account',
  bodyBytes: sentBytesOf(endpoint),
  age: endpoint.age ?? 'anyone',
  limit: endpoint.limit ?? 'default',
});

/** A request that came in through a door; bodies can be read of nothing else. */
export class Entry {
  readonly door: Door;
  readonly #limits: Limits;
  readonly #endOfBeginning: () => number;
  #payer: Payer;
  #isPaid = false;

  constructor(door: Door, { limits, ip }: { limits: Limits; ip: string }) {
    this.door = door;
    this.#limits = limits;
    this.#payer = { of: 'address', key: networkOf(ip) };
    this.#endOfBeginning = limits.begin();
  }

  /** Whether a payer is known. */
  get isPaid(): boolean {
    return this.#isPaid;
  }

  /**
   * Does the rest of the request's work at an account's expense, including the work so far. A payer who has overdrawn is refused first, so
   * that no byte of a body is read.
   * @param accountId of an account or an organisation; null if the network pays
   * @throws ProductError limits.rate; whatever `work` throws
   */
  async pay<T>(accountId: string | null, work: () => Promise<T>): Promise<T> {
    if (accountId !== null) this.#payer = { of: 'account', key: accountId };
    this.#chargeBeginning();
    return this.#limits.charged(this.#payer, work);
  }

  /** Charges the pieces of a long answer, which are produced after the request's work is done. */
  chargedPieces(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#limits.chargedPieces(this.#payer, pieces);
  }

  /** Charges the work for a message on the socket that the request has become. */
  socketPay<T>(work: () => Promise<T>): Promise<T> {
    return this.#limits.charged(this.#payer, work);
  }

  /** Ends a request without a payer: the network pays. */
  end(): void {
    this.#chargeBeginning();
  }

  #chargeBeginning(): void {
    if (this.#isPaid) return;
    this.#isPaid = true;
    this.#limits.charge(this.#payer, this.#endOfBeginning());
  }
}

/**
 * Lets a request in through a door.
 * @param listen calls `pay` as soon as it knows the payer; for doors where the network pays, this has already been done
 * @throws ProductError validation.failed for an address with characters that cannot be stored; limits.rate; whatever `listen` throws
 */
export async function enter(
  ctx: Context & { state: RequestState },
  { door, limits }: { door: Door; limits: Limits },
  listen: (entry: Entry) => Promise<unknown>,
): Promise<void> {
  refuseUnstorableAddress(ctx);
  const entry = new Entry(door, { limits, ip: ctx.ip });
  ctx.state.entry = entry;
  try {
    await (door.pays === 'address' ? entry.pay(null, () => listen(entry)) : listen(entry));
  } finally {
    entry.end();
  }
}

/** A handler that can be mounted; only `openDoor` creates it. */
export interface OpenDoor {
  readonly doors: readonly Door[];
  readonly listen: Middleware<RequestState>;
}
const opened = new WeakSet<object>();

/** Tells whether a middleware is behind a door. */
export const isBehindDoor = (middleware: object): boolean => opened.has(middleware);

/** Tells whether a request only reads. */
export const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

interface Opening extends Door {
  /** Tells whether this door handles a request; other requests continue. */
  takes(ctx: Context): boolean;
  /** Tells whether its limit counts a request; default: all. */
  isCounted?(ctx: Context): boolean;
}

/**
 * Opens a door. Its listener can pass on a request that it cannot answer, which then counts for the next door that handles it. The limit that
 * a public door declares is applied here; others are counted by their listeners, which know the payer.
 */
export function openDoor(
  limits: Limits,
  { takes, isCounted = () => true, ...door }: Opening,
  listen: (ctx: Context & { state: RequestState }, entry: Entry, next: Next) => Promise<unknown>,
): OpenDoor {
  const limit = door.pays === 'address' && door.limit !== 'none' ? limits.of(door) : null;
  const middleware: Middleware<RequestState> = (ctx, next) => {
    if (!takes(ctx)) return next();
    const answer = async (entry: Entry) => {
      if (limit && isCounted(ctx)) await limit({ ip: ctx.ip, userId: null, body: undefined }, async () => undefined);
      return listen(ctx, entry, next);
    };
    // pages also read the database, so they use the visitor's share
    const work = (entry: Entry) => (door.pays === 'address' ? withinShare(callerOf(ctx), () => answer(entry)) : answer(entry));
    return enter(ctx, { door, limits }, work);
  };
  return openDoors([door], middleware);
}

/** Wraps a middleware whose listeners call `enter` themselves, each with its own door, so that it can be mounted. */
export function openDoors(doors: readonly Door[], listen: Middleware<RequestState>): OpenDoor {
  opened.add(listen);
  return { doors, listen };
}

/** Throws for an answer without a payer, which is a bug. */
export const onlyByDoors: Middleware<RequestState> = async (ctx, next) => {
  await next();
  const isAnswered = ctx.respond === false || ctx.body != null || ctx.status !== 404;
  if (isAnswered && !ctx.state.entry) throw new Error(`${ctx.method} ${ctx.path} was answered without a door`);
};

/** PostgreSQL cannot store NUL anywhere in an address, nor half of a surrogate pair. */
function refuseUnstorableAddress({ path, querystring }: Context): void {
  if (!`${path}?${querystring}`.includes('%00')) return;
  const name =
    querystring
      .split('&')
      .find((part) => part.includes('%00'))
      ?.split('=')[0] ?? 'path';
  throw unstorable(name.includes('%') ? 'query' : name);
}
