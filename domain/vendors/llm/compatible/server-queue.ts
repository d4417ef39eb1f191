import { config } from '#domain/platform/config.ts';
import { openUse } from '#domain/platform/turns/turns.ts';
import { withoutSlash, type ModelAt } from '../profile/model-profile.ts';
import { CallAborted } from '../vendor-failure.ts';

/** One more concurrent call must raise a server's throughput by this factor; otherwise it only slows down the others. */
const WORTHWHILE = 1.2;
/** Calls to measure before deciding, and to wait before trying again. */
const MEASURED = 2;
const TRY_AGAIN_AFTER = 20;
/** Share of a new measurement in the running average. */
const WEIGHT = 0.5;

/**
 * Calls of one account that may wait for a server in one process; further ones come back later, so that their worker can serve others
 * meanwhile.
 */
const MOST_WAITING = 12;

/** Account that the call belongs to. */
export interface CallTurn {
  /** Null: the installation's own work, which queues as one account. */
  readonly accountId: string | null;
  readonly lane: 'interactive' | 'batch';
  /** Whether the call can come back later: a step can, a person waiting for an answer cannot. */
  readonly mayReturn: boolean;
}

interface Waiting extends CallTurn {
  readonly start: () => void;
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

/**
 * The queue of calls to one local server. Such a server has one graphics card; calls beyond its capacity would wait inside it, where their
 * silence looks like a failure. The queue starts with one call at a time, tries more, up to `LOCAL_AI_CONCURRENCY`, and keeps whatever
 * raises the throughput; a server that states its capacity starts with that.
 * Order: interactive work before batches; among accounts, the one with the fewest calls in progress, then the one that used the server
 * least of late. So an account that orders second waits only for the calls in progress, not for the first one's whole course.
 */
export class ServerQueue {
  /** Measures how many calls the server can handle, unless the server states it. */
  readonly #tried: number;
  #slots: number | undefined;
  /** Number of calls it currently lets through at once. */
  concurrency = 1;
  readonly #waiting: Waiting[] = [];
  /** Calls in progress, by account. */
  readonly #active = new Map<string | null, number>();
  readonly #use = openUse<string | null>();
  /** Output tokens per second of the whole server, by number of concurrent calls. */
  readonly #rates = new Map<number, { rate: number; calls: number }>();
  /** The recent duration of calls, in ms. */
  #callMs = 5_000;
  #sinceTrial = 0;
  /** Number of answers to wait for before trying more concurrent calls. */
  #pause = MEASURED;

  constructor(most: number) {
    this.#tried = most;
  }

  get #most(): number {
    return this.#slots ?? this.#tried;
  }

  /** Sets the server's stated capacity: that many calls are let through from the start. Undefined: it is measured. */
  bear(slots: number | undefined): void {
    if (slots === this.#slots) return;
    this.#slots = slots;
    this.concurrency = slots ?? 1;
    this.#rates.clear();
    this.#serve();
  }

  get #atOnce(): number {
    return [...this.#active.values()].reduce((sum, calls) => sum + calls, 0);
  }

  /** Runs a call when it is its turn. @throws CallAborted when the caller has left; ServerBusy; what `work` throws */
  async run<T>(signal: AbortSignal, turn: CallTurn, work: () => Promise<T>): Promise<T> {
    await this.#wait(signal, turn);
    const { accountId } = turn;
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#use.add(accountId, performance.now() - began);
      const left = this.#active.get(accountId)! - 1;
      if (left > 0) this.#active.set(accountId, left);
      else this.#active.delete(accountId);
      this.#serve();
    }
  }

  #wait(signal: AbortSignal, turn: CallTurn): Promise<void> {
    if (signal.aborted) throw new CallAborted();
    const own = this.#waiting.filter(({ accountId }) => accountId === turn.accountId).length;
    if (turn.mayReturn && own >= MOST_WAITING) throw new ServerBusy((this.#callMs * own) / this.concurrency);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1);
        reject(new CallAborted());
      };
      const mine: Waiting = {
        ...turn,
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(mine);
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#atOnce < this.concurrency) {
      const rank = ({ lane, accountId }: Waiting) =>
        [Number(lane === 'batch'), this.#active.get(accountId) ?? 0, this.#use.of(accountId)] as const;
      // among equals, first come, first served
      const next = this.#waiting.reduce((first, other) => (isBefore(rank(other), rank(first)) ? other : first));
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#active.set(next.accountId, (this.#active.get(next.accountId) ?? 0) + 1);
      next.start();
    }
  }

  /** Reports a whole answer; `ms` is its duration. */
  succeeded(tokens: number, ms: number): void {
    const together = this.#atOnce;
    this.#callMs = this.#callMs * (1 - WEIGHT) + ms * WEIGHT;
    const rate = (tokens / Math.max(1, ms)) * 1_000 * together;
    const known = this.#rates.get(together);
    this.#rates.set(together, { rate: known ? known.rate * (1 - WEIGHT) + rate * WEIGHT : rate, calls: (known?.calls ?? 0) + 1 });
    this.#adapt();
  }

  /** Reports a call that overloaded the server: it timed out, was refused as one too many, or broke off. */
  failed(): void {
    this.concurrency = 1;
    this.#sinceTrial = 0;
  }

  #adapt(): void {
    const now = this.concurrency;
    const [here, below] = [this.#rates.get(now), this.#rates.get(now - 1)];
    this.#sinceTrial += 1;
    if (below && here && here.calls >= MEASURED && here.rate < below.rate * WORTHWHILE) {
      this.concurrency = now - 1;
      this.#rates.delete(now);
      this.#sinceTrial = 0;
      return;
    }
    const mayTry = now < this.#most && (here?.calls ?? 0) >= MEASURED;
    if (mayTry && this.#sinceTrial >= this.#pause) {
      this.concurrency = now + 1;
      this.#sinceTrial = 0;
      this.#pause = TRY_AGAIN_AFTER;
    }
  }
}

const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && one[at]! < other[at]!;
};

const queues = new Map<string, ServerQueue>();

/**
 * Returns this process's queue for a model at a server. Queues are per model, since one gateway's models may run on different machines that
 * share only its address.
 * @param slots the number of concurrent calls that the server states (its profile); undefined: not stated
 */
export function queueOf({ baseURL, model }: ModelAt, slots: number | undefined): ServerQueue {
  const name = `${withoutSlash(baseURL)} ${model}`;
  const queue = queues.get(name) ?? new ServerQueue(config().localConcurrency);
  queues.set(name, queue);
  queue.bear(slots);
  return queue;
}
