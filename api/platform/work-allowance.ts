import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { openTimeAllowance, openTimeShares } from '#domain/platform/turns/processor-time.ts';

/** What an account, or a network of callers without one, may use of this process: requests cost between a tenth of a millisecond and some hundred. */
const WORK = { burstMs: 750, share: 0.1 } as const;
/** Who has overdrawn by less than this waits for it, and is not refused: somebody who turns the pages of a large course quickly is no flood. */
const PATIENCE_MS = 10_000;
/** How many requests of a caller are done at a time, as many as a browser sends; and of one who has used most of the allowance. */
const AT_ONCE = { usual: 6, heavy: 1 } as const;
/** A caller's next request is done beside one that has taken this long: most of that time it waited for something itself. */
const LONG_MS = 1_000;
/** How many of a caller's requests may wait: a school behind one address opens its pages at the same moment. */
const MOST_WAITING = 200;
/** How long those wait whom more waiting requests would not help. */
const FULL_MS = 1_000;

interface Options {
  /** Throws the refusal of a request that may be sent again after so many milliseconds. */
  readonly refuseAfter: (ms: number) => void;
  /** Makes a caller wait who will be refused: a flood of refused requests costs as much as one of others. */
  readonly slowDown: () => Promise<void>;
  /** Replaced in tests. */
  readonly allowance?: Pick<ReturnType<typeof openTimeAllowance>, 'charge' | 'isHeavy' | 'waitMs'>;
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

const pause = (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(noop);

/**
 * Gives each caller a share of this process's time. Requests are charged when they are done, so that many at once overdraw it many times over, and
 * each turn of the event loop then takes as long as all of them together. Therefore a caller has few done at a time, and one once most of the
 * allowance is used.
 */
export function openWorkAllowance({ refuseAfter, slowDown, allowance = openTimeAllowance(WORK), wait = pause }: Options) {
  const beginWork = openTimeShares();
  const lines = new Map<string, LimitFunction>();

  async function measured<T>(key: string, work: () => Promise<T>): Promise<T> {
    const end = beginWork();
    try {
      return await work();
    } finally {
      allowance.charge(key, end());
    }
  }

  /** Pieces of an answer that has begun wait as long as they must. */
  async function inLine<T>(key: string, work: () => Promise<T>, isPiece: boolean): Promise<T> {
    const line = lines.get(key) ?? pLimit(AT_ONCE.usual);
    lines.set(key, line);
    if (line.pendingCount >= MOST_WAITING && !isPiece) refuseAfter(FULL_MS);
    line.concurrency = allowance.isHeavy(key) ? AT_ONCE.heavy : AT_ONCE.usual;
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
        line.concurrency = allowance.isHeavy(key) ? AT_ONCE.heavy : AT_ONCE.usual;
      });
    } finally {
      if (line.activeCount === 0 && line.pendingCount === 0 && lines.get(key) === line) lines.delete(key);
    }
    return begun!;
  }

  return {
    /**
     * Does a request's work, which is charged to the caller's allowance.
     * @throws what `refuseAfter` throws while that is overdrawn by much; what `work` throws
     */
    async charged<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (allowance.waitMs(key) > PATIENCE_MS) await slowDown();
      if (allowance.waitMs(key) > PATIENCE_MS) refuseAfter(allowance.waitMs(key));
      return inLine(key, work, false);
    },
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
