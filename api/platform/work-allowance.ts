import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { openTimeShares, type openTimeAllowance, type TimeShare } from '#domain/platform/turns/processor-time.ts';

/**
 * What an account may use of this process, and what a network of callers without one: requests cost between a tenth of a millisecond and some
 * hundred. A school behind one address, whose browsers all load the frontend, uses a tenth of a processor.
 */
export const WORK_OF = {
  account: { burstMs: 750, share: 0.1, atOnce: 6, mostWaiting: 200 },
  address: { burstMs: 2_000, share: 0.2, atOnce: 24, mostWaiting: 2_000 },
} as const;
/** A caller who has overdrawn by less than this waits instead of being refused: paging quickly through a large course is no flood. */
const PATIENCE_MS = 10_000;
/** How many requests are done at a time of a caller who has used most of the allowance; of others, as many as a browser sends, or those of a school. */
const AT_ONCE_HEAVY = 1;
/** A caller's next request starts beside one that has taken this long, which spent most of the time waiting. */
const LONG_MS = 1_000;
/** How long those wait whom more waiting requests would not help. */
const FULL_MS = 1_000;

/** The counter of the time that callers use. */
export type Allowance = Pick<ReturnType<typeof openTimeAllowance>, 'charge' | 'isHeavy' | 'waitMs'>;

interface Options {
  /** Throws the refusal of a request that may be sent again after so many milliseconds. */
  readonly refuseAfter: (ms: number) => void;
  /** Makes a caller wait who will be refused: a flood of refused requests costs as much as one of others. */
  readonly slowDown: () => Promise<void>;
  /** How many requests of a caller are done at a time, and how many may wait: a school behind one address opens its pages at the same moment. */
  readonly atOnce?: number;
  readonly mostWaiting?: number;
  readonly allowance: Allowance;
  /** Replaced in tests. */
  readonly wait?: typeof pause;
}

/** Work that is being charged: what it does itself is of the same piece. */
interface Piece {
  readonly key: string;
  readonly share: TimeShare;
  isOver: boolean;
}

const current = new AsyncLocalStorage<Piece>();

/** Begins a piece of work of this process's event loop. */
export const beginWork = openTimeShares();

/**
 * Does what is not interrupted and may take long, such as to parse a body, and charges all of it to whom the work around it is charged: the time
 * of the event loop is else divided among all whose requests are under way, also those that wait.
 */
export function chargedAlone<T>(work: () => T): T {
  const piece = current.getStore();
  return !piece || piece.isOver ? work() : piece.share.alone(work);
}

/** Waits, and keeps no process up. */
export const pause = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(noop);

/**
 * Gives each caller a share of this process's time. Requests are charged when they are done, so that many at once overdraw it many times over, and
 * each turn of the event loop then takes as long as all of them together. Therefore a caller has few done at a time, and one once most of the
 * allowance is used.
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

  /** Pieces of an answer that has begun wait as long as they must. */
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
     * Does a request's work, which is charged to the caller's allowance. Within such work it is a part of that: it would wait for itself in the line.
     * @throws what `refuseAfter` throws while that is overdrawn by much; what `work` throws
     */
    async charged<T>(key: string, work: () => Promise<T>): Promise<T> {
      const around = current.getStore();
      if (around?.key === key && !around.isOver) return work();
      if (allowance.waitMs(key) > PATIENCE_MS) await slowDown();
      if (allowance.waitMs(key) > PATIENCE_MS) refuseAfter(allowance.waitMs(key));
      return inLine(key, work, false);
    },
    /** Charges the work done before the payer was known. */
    charge: (key: string, ms: number): void => allowance.charge(key, ms),
    /**
     * Charges the pieces of a long answer, which are made after the request's work is done, in the caller's line like requests: many such answers
     * at once would otherwise all go on in the moment in which the allowance is paid back.
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
