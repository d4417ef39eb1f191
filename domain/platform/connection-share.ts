import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** The share of the pool that one account's requests may hold at the same time. */
const SHARE = 0.3;
const LEAST = 2;
/**
 * Further connections for requests that already hold one: a transaction that waited for its own account's other requests would wait for
 * ever.
 */
const NESTED = 2;
const WAITS_MS = 10_000;
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly request: Request;
  readonly go: () => void;
}
interface Request {
  readonly accountId: string;
  held: number;
}

const current = new AsyncLocalStorage<Request>();

/**
 * Runs a request's work and counts its connections for the account. However many requests an account sends at once, they hold no more than
 * its share of the pool, and others find a free connection.
 * @param accountId the caller's account, or the address of a caller who is not signed in
 */
export const withinShare = <T>(accountId: string, work: () => Promise<T>): Promise<T> =>
  // awaited inside: a query starts only when it is awaited
  current.run({ accountId, held: 0 }, async () => work());

/**
 * Limits a pool to each account's share. When several accounts wait, a free connection goes to the account that holds the fewest: four
 * accounts with many requests fill a whole pool, and in order of arrival each statement of a fifth would wait behind all of theirs. Work
 * outside of `withinShare` is not limited.
 */
export function shareConnections(knex: Knex, poolMax: number): void {
  const share = Math.max(LEAST, Math.floor(poolMax * SHARE));
  const accounts = new Map<string, number>();
  let waiting: Waiting[] = [];
  const holders = new WeakMap<object, Request>();
  let total = 0;
  const heldBy = ({ accountId }: Request) => accounts.get(accountId) ?? 0;
  const mayTake = (request: Request) => total < poolMax && heldBy(request) < share + (request.held > 0 ? NESTED : 0);

  function count(request: Request, change: 1 | -1): void {
    total += change;
    request.held += change;
    const held = heldBy(request) + change;
    if (held > 0) accounts.set(request.accountId, held);
    else accounts.delete(request.accountId);
  }

  async function enter(request: Request): Promise<void> {
    if (mayTake(request)) return count(request, 1);
    await new Promise<void>((resolve, reject) => {
      const one: Waiting = { request, go: () => (clearTimeout(timer), resolve()) };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(tooMany());
      }, WAITS_MS);
      waiting.push(one);
    });
  }

  function leave(request: Request): void {
    count(request, -1);
    const able = waiting.filter((one) => mayTake(one.request));
    if (able.length === 0) return;
    const next = able.reduce((least, one) => (heldBy(one.request) < heldBy(least.request) ? one : least));
    const isOfSame = (one: Waiting) => one.request.accountId === next.request.accountId;
    // an account's other requests move to the end, so that accounts holding equally many take turns
    waiting = [...waiting.filter((one) => !isOfSame(one)), ...waiting.filter((one) => isOfSame(one) && one !== next)];
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
