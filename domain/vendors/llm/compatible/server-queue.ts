import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { database, onDisconnect, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { withoutSlash, type ModelAt } from '../profile/model-profile.ts';
import { CallAborted } from '../vendor-failure.ts';
import { adapted, capacityOf, mostTried, overloaded, toldOf, type ServerMeasures } from './server-measures.ts';

/** Calls of one account that may wait for a server; further ones come back later, so that their worker can serve others meanwhile. */
const MOST_WAITING = 12;
/** Interval in which a process looks whether its calls have their turn: those of others end without telling it. */
const POLL_MS = 250;
/** Past use of a server counts for this long, and its turns are kept as long. */
const REMEMBERED = sql`interval '90 seconds'`;

/** Account that the call belongs to. */
export interface CallTurn {
  /** Null: the installation's own work, which queues as one account. */
  readonly accountId: string | null;
  readonly lane: 'interactive' | 'batch';
  /** Whether the call can come back later: a step can, a person waiting for an answer cannot. */
  readonly mayReturn: boolean;
}

/** The account already has as many waiting calls as it may have. */
export class ServerBusy extends Error {
  /** Time after which to retry, in ms. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('too many calls of this account wait for the server');
    this.name = 'ServerBusy';
    this.afterMs = afterMs;
  }
}

/** Returns the host and port of a server: whatever paths and models it has, it is one machine. */
export function hostOf(baseURL: string): string {
  const { hostname, port, protocol } = new URL(baseURL);
  const name = hostname === 'localhost' || hostname === '[::1]' ? '127.0.0.1' : hostname;
  return `${name}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/**
 * This process's part in the queue of calls to one server of one's own. Such a server has one graphics card; calls beyond its capacity would
 * wait inside it, where their silence looks like a failure. The queue is in Postgres, so that calls of all processes, and to all paths of the
 * host, stand in one line (`server_turn`). It starts with one call at a time, tries more (`server-measures.ts`), and keeps whatever raises the
 * throughput; a server that states its capacity starts with that.
 * Order: interactive work before batches; among accounts, the one with the fewest calls in progress, then the one that used the server
 * least of late. So an account that orders second waits only for the calls in progress, not for the first one's whole course.
 */
export class ServerQueue {
  readonly #host: string;
  /** Calls of this process that wait, by id of their turn. */
  readonly #waiting = new Map<string, () => void>();
  /** All its calls, whose leases it renews. */
  readonly #open = new Set<string>();
  #isServing = false;
  #wake = new AbortController();
  #renewal: NodeJS.Timeout | undefined;

  constructor(host: string) {
    this.#host = host;
  }

  /**
   * Runs a call when it is its turn. `work` is told for how long it has waited, in ms.
   * @param asked the model, and the number of concurrent calls that its server states (its profile); undefined: not stated
   * @throws CallAborted when the caller has left; ServerBusy; what `work` throws
   */
  async run<T>(
    asked: { readonly at: ModelAt; readonly slots?: number | undefined },
    signal: AbortSignal,
    turn: CallTurn,
    work: (waitedMs: number) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw new CallAborted();
    const from = performance.now();
    const id = await this.#ask(asked.at, asked.slots, turn);
    this.#open.add(id);
    this.#renewal ??= setInterval(() => void this.#renew(), config().leaseMs / 3).unref();
    try {
      await this.#inTurn(id, signal);
      return await work(performance.now() - from);
    } finally {
      this.#open.delete(id);
      if (this.#open.size === 0) {
        clearInterval(this.#renewal);
        this.#renewal = undefined;
      }
      await this.#end(id);
    }
  }

  /** Reports a whole answer; `ms` is its duration. Call it within the work. */
  async succeeded(tokens: number, ms: number): Promise<void> {
    await this.#measure((lane, together) =>
      adapted(lane, { together, tokens, ms, most: mostTried(lane.models, config().localConcurrency) }),
    );
  }

  /** Reports a call that overloaded the server: it timed out, was refused as one too many, or broke off. */
  async failed(): Promise<void> {
    await this.#measure(overloaded);
  }

  /** Puts a call into the line. @returns the id of its turn @throws ServerBusy */
  async #ask({ baseURL, model }: ModelAt, slots: number | undefined, { accountId, lane, mayReturn }: CallTurn): Promise<string> {
    const id = uuidv7();
    const host = this.#host;
    await transact(async (trx) => {
      await trx('server_lane').insert({ host }).onConflict('host').ignore();
      const row = (await trx('server_lane').where({ host }).forUpdate().first())!;
      const told = toldOf(row.models, `${withoutSlash(baseURL)} ${model}`, slots);
      const [before, now] = [capacityOf(row.models), capacityOf(told)];
      await trx('server_lane')
        .where({ host })
        .update({ models: JSON.stringify(told), ...(before !== now && { concurrency: now ?? 1, rates: '{}', since_trial: 0 }) });
      const [own] = await rowsOf<{ waiting: number }>(
        trx,
        sql`select count(*)::int as waiting from server_turn where host = ${host} and account_id is not distinct from ${accountId}::uuid
              and begun_at is null and ended_at is null and lease_until > now()`,
      );
      const { waiting } = own!;
      if (mayReturn && waiting >= MOST_WAITING) throw new ServerBusy((row.call_ms * waiting) / row.concurrency);
      await rowsOf(
        trx,
        sql`insert into server_turn (id, host, account_id, lane, lease_until)
            select ${id}, ${host}, account.id, ${lane}, now() + ${config().leaseMs} * interval '1 ms'
              from (select ${accountId}::uuid as id) asked left join account using (id)`,
      );
    });
    return id;
  }

  #inTurn(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(id);
        reject(new CallAborted());
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(id, () => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
      void this.#serve();
    });
  }

  /** Looks for turns until no call of this process waits. */
  async #serve(): Promise<void> {
    this.#wake.abort();
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#waiting.size > 0) {
      this.#wake = new AbortController();
      const begun = await this.#giveTurns().catch((error: unknown) => {
        logger().warn({ err: error, host: this.#host }, 'a line for a server could not be read, retrying');
        return [];
      });
      for (const id of begun) {
        this.#waiting.get(id)?.();
        this.#waiting.delete(id);
      }
      if (this.#waiting.size > 0) await sleep(POLL_MS, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    }
    this.#isServing = false;
  }

  /** Lets those begin whose turn it is, of any process. @returns this process's calls that have begun */
  async #giveTurns(): Promise<string[]> {
    const host = this.#host;
    return transact(async (trx) => {
      // all processes one after another; each then sees what the one before it has written
      const lane = await trx('server_lane').where({ host }).forUpdate().first('concurrency');
      const turns = await rowsOf<Turn>(trx, openTurns(host));
      const next = nextTurns(turns, lane?.concurrency ?? 1);
      if (next.length > 0) await trx('server_turn').whereIn('id', next).update({ begun_at: trx.fn.now() });
      const begun = new Set([...next, ...turns.flatMap(({ id, is_begun: isBegun }) => (isBegun ? id : []))]);
      return [...this.#waiting.keys()].filter((id) => begun.has(id));
    });
  }

  async #end(id: string): Promise<void> {
    await rowsOf(
      database(),
      sql`with ended as (update server_turn set ended_at = now() where id = ${id})
          delete from server_turn where host = ${this.#host} and greatest(ended_at, lease_until) < now() - ${REMEMBERED}`,
    ).catch((error: unknown) => logger().warn({ err: error, host: this.#host }, 'a turn at a server ends with its lease'));
    if (this.#waiting.size > 0) void this.#serve();
  }

  async #renew(): Promise<void> {
    await database()('server_turn')
      .whereIn('id', [...this.#open])
      .update({ lease_until: expression(database(), sql`now() + ${config().leaseMs} * interval '1 ms'`) })
      .catch((error: unknown) => logger().warn({ err: error, host: this.#host }, 'turns at a server could not be renewed, retrying'));
  }

  /** Measures are worth less than answers: an answer is never lost because they could not be written. */
  async #measure(next: (lane: ServerMeasures, together: number) => ServerMeasures): Promise<void> {
    const host = this.#host;
    await transact(async (trx) => {
      const lane = await trx('server_lane').where({ host }).forUpdate().first();
      if (!lane) return;
      const turns = await rowsOf<Turn>(trx, openTurns(host));
      const { rates, models: _, ...figures } = next(lane, Math.max(1, turns.filter(({ is_begun: isBegun }) => isBegun).length));
      await trx('server_lane')
        .where({ host })
        .update({ ...figures, rates: JSON.stringify(rates) });
    }).catch((error: unknown) => logger().warn({ err: error, host }, 'a server could not be measured'));
  }
}

interface Turn {
  readonly id: string;
  readonly account_id: string | null;
  readonly lane: CallTurn['lane'];
  readonly is_begun: boolean;
  /** For how long its account has used the server of late, in ms. */
  readonly used_ms: number;
}

/** Selects the calls that wait or are in progress, in order of arrival. */
const openTurns = (host: string) => sql`
  select id, account_id, lane, begun_at is not null as is_begun, coalesce(used_ms, 0)::float8 as used_ms
    from server_turn turn
    left join (select coalesce(account_id::text, '') as account,
                      sum(extract(epoch from coalesce(ended_at, now()) - begun_at)) * 1000 as used_ms
                 from server_turn where host = ${host} and begun_at is not null and coalesce(ended_at, now()) > now() - ${REMEMBERED}
                group by 1) used on account = coalesce(turn.account_id::text, '')
   where host = ${host} and ended_at is null and lease_until > now()
   order by asked_at, id`;

/** Returns the ids of those that may begin now. */
function nextTurns(turns: readonly Turn[], concurrency: number): string[] {
  const active = new Map<string | null, number>();
  const count = ({ account_id: account }: Turn) => active.set(account, (active.get(account) ?? 0) + 1);
  const begun = turns.filter(({ is_begun: isBegun }) => isBegun);
  begun.forEach(count);
  const waiting = turns.filter(({ is_begun: isBegun }) => !isBegun);
  const next: string[] = [];
  const rank = (turn: Turn) => [Number(turn.lane === 'batch'), active.get(turn.account_id) ?? 0, turn.used_ms] as const;
  while (waiting.length > 0 && begun.length + next.length < concurrency) {
    // among equals, first come, first served
    const first = waiting.reduce((one, other) => (isBefore(rank(other), rank(one)) ? other : one));
    waiting.splice(waiting.indexOf(first), 1);
    count(first);
    next.push(first.id);
  }
  return next;
}

const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && one[at]! < other[at]!;
};

const queues = new Map<string, ServerQueue>();
onDisconnect(() => queues.clear());

/** Returns this process's part in the queue of a server. */
export function queueOf(baseURL: string): ServerQueue {
  const host = hostOf(baseURL);
  const queue = queues.get(host) ?? new ServerQueue(host);
  queues.set(host, queue);
  return queue;
}
