import { config } from '#domain/platform/config.ts';
import { openUse } from '#domain/platform/turns/turns.ts';
import { withoutSlash, type ModelAt } from '../profile/model-profile.ts';
import { CallAborted } from '../vendor-failure.ts';

/** A second call at once must raise a server's throughput by this factor, or it only makes both slower. */
const WORTHWHILE = 1.2;
/** Calls to measure with before deciding, and to wait before trying again. */
const MEASURED = 2;
const TRY_AGAIN_AFTER = 20;
/** Share of a new measurement in the running average. */
const WEIGHT = 0.5;

/** Calls of one account that wait for a server in one process; further ones come back later, and leave their worker to others meanwhile. */
const MOST_WAITING = 12;

/** Whose call it is. */
export interface CallTurn {
  /** Null: the installation's own work, which queues as one account. */
  readonly accountId: string | null;
  readonly lane: 'interactive' | 'batch';
  /** Whether it can come back later: a step can, a person who waits for an answer cannot. */
  readonly mayReturn: boolean;
}

interface Waiting extends CallTurn {
  readonly start: () => void;
}

/** As many calls of the account wait already as may. */
export class ServerBusy extends Error {
  /** When to come back, in ms. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('too many calls of this account wait for the server');
    this.name = 'ServerBusy';
    this.afterMs = afterMs;
  }
}

/**
 * The calls to one server of one's own: such a server has one graphics card, and calls beyond what it bears wait inside it, where their
 * silence looks like a failure. It starts with one call at a time, tries more, up to `LOCAL_AI_CONCURRENCY`, and keeps what raises the
 * throughput; where the server says how many it bears, it begins with those.
 *
 * Whose turn it is: interactive work before batches; of the accounts the one with the fewest calls under way, then the one that has used the
 * server least of late. So whoever orders second waits for what is being answered, not for the first one's whole course.
 */
export class ServerQueue {
  /** By which it finds out how many the server bears, where that does not say so. */
  readonly #tried: number;
  #slots: number | undefined;
  /** Calls at once that it lets through now. */
  concurrency = 1;
  readonly #waiting: Waiting[] = [];
  /** Calls under way, by account. */
  readonly #active = new Map<string | null, number>();
  readonly #use = openUse<string | null>();
  /** Output tokens per second of the whole server, by the calls at once. */
  readonly #rates = new Map<number, { rate: number; calls: number }>();
  /** The recent duration of calls, in ms. */
  #callMs = 5_000;
  #sinceTrial = 0;
  /** Answers to wait for before more calls at once are tried. */
  #pause = MEASURED;

  constructor(most: number) {
    this.#tried = most;
  }

  get #most(): number {
    return this.#slots ?? this.#tried;
  }

  /** Takes over how many calls at once the server says that it bears: they are let through from the start. Undefined: that is found out. */
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

  /** Runs a call when it is its turn. @throws CallAborted when the caller left meanwhile; ServerBusy; what `work` throws */
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
      // among equals, whoever came first
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

  /** Reports a call that the server did not bear: it timed out, was refused as too many, or broke off. */
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
 * Returns this process's queue for a model at a server: one gateway's models are others' machines, and share nothing but its address.
 * @param slots calls at once that the server says it bears (its profile); undefined: it does not say
 */
export function queueOf({ baseURL, model }: ModelAt, slots: number | undefined): ServerQueue {
  const name = `${withoutSlash(baseURL)} ${model}`;
  const queue = queues.get(name) ?? new ServerQueue(config().localConcurrency);
  queues.set(name, queue);
  queue.bear(slots);
  return queue;
}
