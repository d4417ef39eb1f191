import type { Context, Middleware, Next } from 'koa';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import { sentBytesOf } from '#contract/platform/body-bytes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import type { RequestState } from './api-router.ts';
import { unstorable } from './json-text.ts';
import type { Limits, Payer } from './limits.ts';
import { networkOf } from './networks.ts';

/** A way in: what answers requests, or listens to a socket. All of them are listed by `npm run doors`. */
export interface Door {
  readonly name: string;
  /** Its addresses, as people read them. */
  readonly at: string;
  /** Who pays for the bytes and the time; until that is known, it is the network that the request comes from. */
  readonly pays: 'account' | 'organisation' | 'address';
  /** Most bytes of a body; 0 where none is read. */
  readonly bodyBytes: number;
  /** The rule for the age of who comes in, or why there is none. */
  readonly age: AgeRule | 'anyone' | 'as its endpoints';
  /** The rows of `limits.ts` that count its requests, beside the one for all requests of a network. */
  readonly limit: string;
}

/** The declaration of a public door that reads no body: only the network's request limit applies. */
export const FOR_ANYBODY = { pays: 'address', bodyBytes: 0, age: 'anyone', limit: 'none' } as const satisfies Partial<Door>;

/** Returns the door of an endpoint, from its declaration. */
export const doorOf = (endpoint: Endpoint): Door => ({
  name: endpoint.name,
  at: `${endpoint.method} ${endpoint.path}`,
  pays: endpoint.auth === 'public' ? 'address' : 'account',
  bodyBytes: sentBytesOf(endpoint),
  age: endpoint.age ?? 'anyone',
  limit: endpoint.limit ?? 'default',
});

/** A request that has come in by a door. Bodies are read of nothing else. */
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
   * Does the rest of the request's work at somebody's expense, and what it took until now. Who has overdrawn is refused before that, so that no
   * byte of a body is read.
   * @param accountId of an account or an organisation; null: the network pays
   * @throws ProductError limits.rate; what `work` throws
   */
  async pay<T>(accountId: string | null, work: () => Promise<T>): Promise<T> {
    if (accountId !== null) this.#payer = { of: 'account', key: accountId };
    this.#chargeBeginning();
    return this.#limits.charged(this.#payer, work);
  }

  /** Charges the pieces of a long answer, which are made after the request's work is done. */
  chargedPieces(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#limits.chargedPieces(this.#payer, pieces);
  }

  /** Charges what a message took that has come by the socket which the request has become. */
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
 * Lets a request in by a door.
 * @param listen calls `pay` as soon as it knows who does; of a door where the network pays, that has been done
 * @throws ProductError validation.failed for an address with what cannot be stored, limits.rate; what `listen` throws
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

/** Tells whether a middleware stands behind a door. */
export const isBehindDoor = (middleware: object): boolean => opened.has(middleware);

/** Whether a request only reads. */
export const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

interface Opening extends Door {
  /** Whether a request is for this door; others go on. */
  takes(ctx: Context): boolean;
}

/** Opens a door. Its listener may pass on a request that it cannot answer: the next door that takes it counts then. */
export function openDoor(
  limits: Limits,
  { takes, ...door }: Opening,
  listen: (ctx: Context & { state: RequestState }, entry: Entry, next: Next) => Promise<unknown>,
): OpenDoor {
  const middleware: Middleware<RequestState> = (ctx, next) => {
    if (!takes(ctx)) return next();
    // pages read the database too, with the share of the network
    const work = (entry: Entry) =>
      door.pays === 'address' ? withinShare(networkOf(ctx.ip), () => listen(ctx, entry, next)) : listen(ctx, entry, next);
    return enter(ctx, { door, limits }, work);
  };
  return openDoors([door], middleware);
}

/** Makes what may be mounted of a middleware whose listeners are let in by `enter`, each by its own door. */
export function openDoors(doors: readonly Door[], listen: Middleware<RequestState>): OpenDoor {
  opened.add(listen);
  return { doors, listen };
}

/** Throws for an answer without a payer, which is a bug. */
export const onlyByDoors: Middleware<RequestState> = async (ctx, next) => {
  await next();
  const isAnswered = ctx.respond === false || ctx.body != null || ctx.status !== 404;
  if (isAnswered && !ctx.state.entry) throw new Error(`${ctx.method} ${ctx.path} was answered, and not by a door`);
};

/** PostgreSQL stores no NUL, wherever in an address it stands. Half of a surrogate pair cannot stand in one. */
function refuseUnstorableAddress({ path, querystring }: Context): void {
  if (!`${path}?${querystring}`.includes('%00')) return;
  const name =
    querystring
      .split('&')
      .find((part) => part.includes('%00'))
      ?.split('=')[0] ?? 'path';
  throw unstorable(name.includes('%') ? 'query' : name);
}
