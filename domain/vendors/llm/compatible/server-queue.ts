import pLimit from 'p-limit';
import { config } from '#domain/platform/config.ts';
import { CallAborted } from '../vendor-failure.ts';

/** A second call at once must raise a server's throughput by this factor, or it only makes both slower. */
const WORTHWHILE = 1.2;
/** Calls to measure with before deciding, and to wait before trying again. */
const MEASURED = 2;
const TRY_AGAIN_AFTER = 20;
/** Share of a new measurement in the running average. */
const WEIGHT = 0.5;

/**
 * The calls to one server of one's own: such a server has one graphics card, and calls beyond what it bears wait inside it, where their
 * silence looks like a failure. It starts with one call at a time, tries more, up to `LOCAL_AI_CONCURRENCY`, and keeps what raises the
 * throughput.
 */
export class ServerQueue {
  readonly #limit = pLimit(1);
  readonly #most: number;
  /** Output tokens per second of the whole server, by the calls at once. */
  readonly #rates = new Map<number, { rate: number; calls: number }>();
  #sinceTrial = 0;
  /** Answers to wait for before more calls at once are tried. */
  #pause = MEASURED;

  constructor(most: number) {
    this.#most = most;
  }

  /** Calls at once that it lets through now. */
  get concurrency(): number {
    return this.#limit.concurrency;
  }

  /** Runs a call when it is its turn. @throws CallAborted when the caller left meanwhile; what `work` throws */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#limit(() => {
      if (signal.aborted) throw new CallAborted();
      return work();
    });
  }

  /** Reports a whole answer; `ms` is its duration. */
  succeeded(tokens: number, ms: number): void {
    const together = this.#limit.activeCount;
    const rate = (tokens / Math.max(1, ms)) * 1_000 * together;
    const known = this.#rates.get(together);
    this.#rates.set(together, { rate: known ? known.rate * (1 - WEIGHT) + rate * WEIGHT : rate, calls: (known?.calls ?? 0) + 1 });
    this.#adapt();
  }

  /** Reports a call that the server did not bear: it timed out, was refused as too many, or broke off. */
  failed(): void {
    this.#limit.concurrency = 1;
    this.#sinceTrial = 0;
  }

  #adapt(): void {
    const now = this.#limit.concurrency;
    const [here, below] = [this.#rates.get(now), this.#rates.get(now - 1)];
    this.#sinceTrial += 1;
    if (below && here && here.calls >= MEASURED && here.rate < below.rate * WORTHWHILE) {
      this.#limit.concurrency = now - 1;
      this.#rates.delete(now);
      this.#sinceTrial = 0;
      return;
    }
    const mayTry = now < this.#most && (here?.calls ?? 0) >= MEASURED;
    if (mayTry && this.#sinceTrial >= this.#pause) {
      this.#limit.concurrency = now + 1;
      this.#sinceTrial = 0;
      this.#pause = TRY_AGAIN_AFTER;
    }
  }
}

const queues = new Map<string, ServerQueue>();

/** Returns this process's queue for a server, by its address. */
export function queueOf(baseURL: string): ServerQueue {
  const queue = queues.get(baseURL) ?? new ServerQueue(config().localConcurrency);
  queues.set(baseURL, queue);
  return queue;
}
