import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** The part of the pool that one account's requests may hold at the same time. */
const SHARE = 0.3;
const LEAST = 2;
/** Further connections for requests that hold one already: a transaction that waited for its own account's others would wait for ever. */
const NESTED = 2;
const WAITS_MS = 10_000;
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly request: Request;
  readonly go: () => void;
}
/** The connections of an account. */
interface Account {
  held: number;
  readonly waiting: Waiting[];
}
interface Request {
  readonly accountId: string;
  held: number;
}

const current = new AsyncLocalStorage<Request>();

/**
 * Does a request's work, whose connections count as the account's: however many requests one account sends at once, they hold no more than its
 * share of the pool, and others find a free one. @param accountId of the caller, or the address of one who is not signed in
 */
export const withinShare = <T>(accountId: string, work: () => Promise<T>): Promise<T> =>
  // awaited inside: a query begins when it is waited for
  current.run({ accountId, held: 0 }, async () => work());

/** Makes a pool give each account its share only. Work outside of `withinShare` is not limited. */
export function shareConnections(knex: Knex, poolMax: number): void {
  const share = Math.max(LEAST, Math.floor(poolMax * SHARE));
  const accounts = new Map<string, Account>();
  const holders = new WeakMap<object, Request>();
  const mayTake = (account: Account, request: Request) => account.held < share + (request.held > 0 ? NESTED : 0);

  function take(account: Account, request: Request): void {
    account.held += 1;
    request.held += 1;
  }

  async function enter(request: Request): Promise<void> {
    const account = accounts.get(request.accountId) ?? { held: 0, waiting: [] };
    accounts.set(request.accountId, account);
    if (mayTake(account, request)) return take(account, request);
    await new Promise<void>((resolve, reject) => {
      const one: Waiting = { request, go: () => (clearTimeout(timer), resolve()) };
      const timer = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(one), 1);
        reject(tooMany());
      }, WAITS_MS);
      account.waiting.push(one);
    });
  }

  function leave(request: Request): void {
    const account = accounts.get(request.accountId)!;
    account.held -= 1;
    request.held -= 1;
    const next = account.waiting.findIndex((one) => mayTake(account, one.request));
    if (next >= 0) {
      const [one] = account.waiting.splice(next, 1);
      take(account, one!.request);
      one!.go();
    }
    if (account.held === 0) accounts.delete(request.accountId);
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
