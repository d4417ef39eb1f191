import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { levelsOf } from './networks.ts';
import { openTimeAllowance, openTimeShares, type TimeAllowance, type TimeShare } from '#domain/platform/turns/processor-time.ts';

/**
 * How much of this process's time an account can use, and how much a network of callers without one: requests cost between a tenth of a
 * millisecond and a few hundred. A school behind one address, whose browsers all load the frontend, uses a tenth of a processor.
 */
export const WORK_OF = {
  account: { burstMs: 750, share: 0.1, atOnce: 6, mostWaiting: 200 },
  address: { burstMs: 2_000, share: 0.2, atOnce: 24, mostWaiting: 2_000 },
} as const;
/** A caller who has overdrawn by less than this waits instead of being refused: paging quickly through a large course is not a flood. */
const PATIENCE_MS = 10_000;
/** Concurrent requests of a caller who has used most of the allowance; other callers have as many as a browser, or a school, sends. */
const AT_ONCE_HEAVY = 1;
/** A caller's next request starts alongside one that has taken this long, because that one spends most of its time waiting. */
const LONG_MS = 1_000;
/** Wait in milliseconds if further waiting requests would not help. */
const FULL_MS = 1_000;

/** The counter of callers' time. */
export type Allowance = Pick<ReturnType<typeof openTimeAllowance>, 'charge' | 'isHeavy' | 'waitMs'>;

interface Options {
  /** Throws the refusal of a request that can be repeated after this many milliseconds. */
  readonly refuseAfter: (ms: number) => void;
  /** Delays a caller who will be refused, so that a flood of refused requests costs no more than one of others. */
  readonly slowDown: () => Promise<void>;
  /** Concurrent requests per caller, and the number that can wait: a school behind one address opens its pages at the same time. */
  readonly atOnce?: number;
  readonly mostWaiting?: number;
  readonly allowance: Allowance;
  /** Replaced in tests. */
  readonly wait?: typeof pause;
}

/** Work being charged; work that it does itself belongs to it. */
interface Piece {
  readonly key: string;
  readonly share: TimeShare;
  isOver: boolean;
}

const current = new AsyncLocalStorage<Piece>();

/** Begins measuring work of this process's event loop. */
export const beginWork = openTimeShares();

/**
 * Does uninterrupted work that may take long, such as parsing a body, and charges all of it to the payer of the surrounding work; otherwise
 * the event loop's time is divided among all requests in progress, including those that wait.
 */
export function chargedAlone<T>(work: () => T): T {
  const piece = current.getStore();
  return !piece || piece.isOver ? work() : piece.share.alone(work);
}

/** Waits without keeping the process alive. */
export const pause = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(noop);

/**
 * Gives each caller a share of this process's time. Requests are charged when they are done, so many concurrent requests would overdraw it
 * many times over, and each turn of the event loop would take as long as all of them together. Therefore a caller has few concurrent
 * requests, and only one once most of the allowance is used.
 */
export function openWorkAllowance({ refuseAfter, slowDown, allowance, atOnce = 6, mostWaiting = 200, wait = pause }: Options) {
  const lines = new Map<string, LimitFunction>();

  async function measured<T>(key: string, work: () => Promise<T>): Promise<T> {
    const piece: Piece = { key, share: beginWork(), isOver: false };
    try {
      return await current.run(piece, work);
    } finally {
      piece.isOver = true;
      allowance.charge(key, piece.share.end());
    }
  }

  /** Pieces of an answer that has begun wait as long as necessary. */
  async function inLine<T>(key: string, work: () => Promise<T>, isPiece: boolean): Promise<T> {
    const line = lines.get(key) ?? pLimit(atOnce);
    lines.set(key, line);
    if (line.pendingCount >= mostWaiting && !isPiece) refuseAfter(FULL_MS);
    line.concurrency = allowance.isHeavy(key) ? AT_ONCE_HEAVY : atOnce;
    let begun: Promise<T> | undefined;
    try {
      await line(async () => {
        const ms = allowance.waitMs(key);
        if (ms > PATIENCE_MS && !isPiece) refuseAfter(ms);
        if (ms > 0) await wait(ms);
        begun = measured(key, work);
        const isOver = new AbortController();
        await Promise.race([begun.then(noop, noop), wait(LONG_MS, isOver.signal)]);
        isOver.abort();
        line.concurrency = allowance.isHeavy(key) ? AT_ONCE_HEAVY : atOnce;
      });
    } finally {
      if (line.activeCount === 0 && line.pendingCount === 0 && lines.get(key) === line) lines.delete(key);
    }
    return begun!;
  }

  return {
    /**
     * Does a request's work, charged to the caller's allowance. Nested calls are part of the outer work, because they would otherwise wait
     * for it.
     * @throws whatever `refuseAfter` throws while the allowance is heavily overdrawn; whatever `work` throws
     */
    async charged<T>(key: string, work: () => Promise<T>): Promise<T> {
      const around = current.getStore();
      if (around?.key === key && !around.isOver) return work();
      if (allowance.waitMs(key) > PATIENCE_MS) await slowDown();
      if (allowance.waitMs(key) > PATIENCE_MS) refuseAfter(allowance.waitMs(key));
      return inLine(key, work, false);
    },
    /** Charges work done before the payer was known. */
    charge: (key: string, ms: number): void => allowance.charge(key, ms),
    /**
     * Charges the pieces of a long answer, which are produced after the request's work is done, in the caller's queue like requests:
     * otherwise many such answers would all continue at once when the allowance is paid back.
     */
    async *chargedPieces(key: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const source = pieces[Symbol.asyncIterator]();
      try {
        for (;;) {
          const piece = await inLine(key, () => source.next(), true);
          if (piece.done) return;
          yield piece.value;
        }
      } finally {
        await source.return?.();
      }
    },
  };
}

const noop = (): void => undefined;

/**
 * How many times as much of the process as one network a wider network can use as a whole, by its length; less than for calls, because there
 * is only one process. Beyond a site, strangers only wait.
 */
const WIDER_TIMES: readonly (readonly [length: string, times: number, mostWaitMs: number])[] = [
  ['::/48', 2, Infinity],
  ['::/32', 3, 5_000],
  ['.0/24', 3, 5_000],
];

/** Returns the allowances of a network and of the wider ones that it is part of: a caller with a /48 has 65,536 networks. */
export function ofNetworks(row: TimeAllowance): Allowance {
  const own = openTimeAllowance(row);
  const wider = WIDER_TIMES.map(([length, times, mostWaitMs]) => ({
    length,
    mostWaitMs,
    allowance: openTimeAllowance({ burstMs: times * row.burstMs, share: times * row.share }),
  }));
  const around = (network: string) => {
    const levels = levelsOf(network);
    return wider.flatMap((one) => {
      const level = levels.find((each) => each.endsWith(one.length));
      return level === undefined ? [] : [{ ...one, level }];
    });
  };
  return {
    charge(network, ms) {
      own.charge(network, ms);
      for (const { allowance, level } of around(network)) allowance.charge(level, ms);
    },
    isHeavy: (network) => own.isHeavy(network) || around(network).some(({ allowance, level }) => allowance.isHeavy(level)),
    waitMs: (network) =>
      Math.max(
        own.waitMs(network),
        ...around(network).map(({ allowance, level, mostWaitMs }) => Math.min(mostWaitMs, allowance.waitMs(level))),
      ),
  };
}
