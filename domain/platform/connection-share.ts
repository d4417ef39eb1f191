import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { FairLine, levelsOfCaller, tooManyVisitors, type Caller } from '#domain/platform/turns/fair-line.ts';

/** The share of the pool that one account's or one network's requests may hold at the same time, and that all networks of a wider one may. */
const SHARE = 0.3;
const WIDE_SHARE = 0.6;
const LEAST = 2;
/**
 * Further connections for requests that already hold one: a transaction that waited for its own account's other requests would wait for
 * ever.
 */
const NESTED = 2;
const WAITS_MS = 10_000;
const RETRY_AFTER_S = 5;
/** Maximum number of waiting requests; further ones are refused to the network that has the most. */
const MOST_WAITING = 300;

interface Waiting {
  readonly request: Request;
  readonly go: () => void;
  readonly refuse: (reason: unknown) => void;
}
interface Request {
  readonly caller: Caller;
  /** Of the caller, from the widest to its own. */
  readonly levels: readonly string[];
  held: number;
}

const current = new AsyncLocalStorage<Request>();

/**
 * Runs a request's work and counts its connections for the caller. However many requests an account or a network sends at once, they hold no
 * more than its share of the pool, and others find a free connection.
 */
export const withinShare = <T>(caller: Caller, work: () => Promise<T>): Promise<T> =>
  // awaited inside: a query starts only when it is awaited
  current.run({ caller, levels: levelsOfCaller(caller), held: 0 }, async () => work());

/** Returns the caller of the current request; null for work of no request. */
export const callerOfRequest = (): Caller | null => current.getStore()?.caller ?? null;

/**
 * Limits a pool to each caller's share. When several wait, a free connection goes to the caller that holds the fewest, at each level of their
 * networks: four accounts with many requests fill a whole pool, and in order of arrival each statement of a fifth would wait behind all of
 * theirs. Work outside of `withinShare` is not limited.
 */
export function shareConnections(knex: Knex, poolMax: number): void {
  const share = Math.max(LEAST, Math.floor(poolMax * SHARE));
  const wideShare = Math.max(LEAST, Math.floor(poolMax * WIDE_SHARE));
  const held = new Map<string, number>();
  const waiting = new FairLine<Waiting>();
  const holders = new WeakMap<object, Request>();
  let total = 0;
  const heldBy = (level: string) => held.get(level) ?? 0;
  const mayTake = ({ levels, held: own }: Request) =>
    total < poolMax && levels.every((level, at) => heldBy(level) < (at === levels.length - 1 ? share : wideShare) + (own > 0 ? NESTED : 0));

  function count(request: Request, change: 1 | -1): void {
    total += change;
    request.held += change;
    for (const level of request.levels) {
      const now = heldBy(level) + change;
      if (now > 0) held.set(level, now);
      else held.delete(level);
    }
  }

  async function enter(request: Request): Promise<void> {
    if (mayTake(request)) return count(request, 1);
    await new Promise<void>((resolve, reject) => {
      const settled = (settle: () => void) => {
        clearTimeout(timer);
        waiting.remove(request.levels, one);
        settle();
      };
      const one: Waiting = { request, go: () => settled(resolve), refuse: (reason) => settled(() => reject(reason)) };
      const timer = setTimeout(() => one.refuse(tooMany()), WAITS_MS);
      waiting.add(request.levels, one);
      if (waiting.size > MOST_WAITING) waiting.newestOfLargest()!.refuse(tooManyVisitors());
    });
  }

  function leave(request: Request): void {
    count(request, -1);
    const next = waiting.next(heldBy, (one) => mayTake(one.request));
    if (next === undefined) return;
    // those who hold equally many take turns
    waiting.toEnd(next.request.levels);
    count(next.request, 1);
    next.go();
  }

  const client = knex.client as { acquireConnection(): Promise<object>; releaseConnection(connection: object): Promise<void> };
  const [acquire, release] = [client.acquireConnection.bind(client), client.releaseConnection.bind(client)];
  client.acquireConnection = async () => {
    const request = current.getStore();
    if (!request) return acquire();
    await enter(request);
    try {
      const connection = await acquire();
      holders.set(connection, request);
      return connection;
    } catch (error) {
      leave(request);
      throw error;
    }
  };
  client.releaseConnection = (connection) => {
    const request = holders.get(connection);
    holders.delete(connection);
    if (request) leave(request);
    return release(connection);
  };
}

const tooMany = () =>
  new ProductError(
    'limits.rate',
    toSentence('Several of your requests are still being worked on. Please try again in {n} s.', { n: RETRY_AFTER_S }),
    { data: { retryAfterS: RETRY_AFTER_S } },
  );
