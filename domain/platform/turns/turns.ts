import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Maximum number of an account's waiting tasks, besides the running one. */
const MOST_WAITING = 3;
const RETRY_AFTER_S = 5;
/** How long a task may take before another account is served beside it, and how many such long tasks may run. */
const TURN_MS = 1_000;
const MOST_LONG = 2;
/** An account that has been served for less in the last minutes counts as one that comes rarely. */
const RARE_MS = 5_000;

/** Past use counts for this long, and at most for twice as long. */
const REMEMBERED_MS = 60_000;

interface Waiting {
  readonly start: () => void;
  readonly giveUp: (reason: unknown) => void;
  readonly subject: string | undefined;
}

/** The account whose turn a task waits for, and how it waits. */
export interface TurnOf {
  readonly accountId: string;
  /**
   * The subject of the work, e.g. a lesson. Newer work of the account on the same subject replaces the waiting one, which fails with
   * `limits.superseded`. Such work is never refused because too many tasks are waiting.
   */
  readonly subject?: string;
  /**
   * Work of a run that was admitted in its account's turn: it waits as long as it must, and is never refused because too many tasks are
   * waiting.
   */
  readonly isAdmitted?: boolean;
}

interface TurnOptions extends Omit<TurnOf, 'accountId'> {
  /** Removes the work from the line; work that has begun must end by its own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns the error for an account with too many waiting tasks. */
export const lineIsFull = () =>
  new ProductError(
    'limits.rate',
    toSentence('Several of your requests are still being worked on. Please try again in {n} s.', { n: RETRY_AFTER_S }),
    { data: { retryAfterS: RETRY_AFTER_S } },
  );

/** The installation's own work queues as one account. */
export const INSTALLATION: TurnOf = { accountId: 'installation', isAdmitted: true };

/** Returns the turn of a step's work. */
export const turnOfStep = ({ accountId }: { readonly accountId: string | null }): TurnOf =>
  accountId === null ? INSTALLATION : { accountId, isAdmitted: true };

/**
 * Runs an account's work when it is its turn.
 * @throws ProductError limits.rate, limits.superseded; the signal's reason; what `work` throws
 */
export type Turn = <T>(accountId: string, work: () => Promise<T>, options?: TurnOptions) => Promise<T>;

/**
 * Opens a line for something that all accounts share, such as a restricted process or an expensive search. An account has one task running
 * and at most three waiting. The next task comes from the account with the least recent use: an account with a single task waits for the
 * running work, but not for every account that always has some. A task that takes longer than a turn continues while another account is
 * served beside it.
 * @param atOnce how many accounts may be served at a time, in this process; `mostLong` more beside long tasks
 * @param turnMs how long a task may take before that
 * @param mostLongForRare the same as `mostLong` for accounts that come rarely, which then need not wait until long tasks of those that
 *   always have some end
 * @param restMs how long an account's next task must wait for its past use
 */
export function openTurns({
  atOnce,
  turnMs = TURN_MS,
  mostLong = MOST_LONG,
  mostLongForRare = mostLong,
  restMs = () => 0,
}: {
  atOnce: number;
  turnMs?: number;
  mostLong?: number;
  mostLongForRare?: number;
  restMs?: (accountId: string) => number;
}): Turn {
  // among equals, the account served last goes to the end
  const lines = new Map<string, Waiting[]>();
  const served = new Map<string, { isLong: boolean }>();
  const use = openUse();
  let rested: NodeJS.Timeout | undefined;

  function next(): void {
    const long = [...served.values()].filter(({ isLong }) => isLong).length;
    if (served.size >= atOnce + Math.min(long, mostLongForRare)) return;
    const idle = [...lines.keys()].filter((accountId) => !served.has(accountId));
    const waiting = idle.filter((accountId) => restMs(accountId) === 0);
    if (waiting.length === 0) {
      clearTimeout(rested);
      if (idle.length > 0) rested = setTimeout(next, Math.ceil(Math.min(...idle.map(restMs))) + 1);
      return;
    }
    const accountId = waiting.reduce((least, other) => (use.of(other) < use.of(least) ? other : least));
    if (served.size >= atOnce + Math.min(long, use.of(accountId) < RARE_MS ? mostLongForRare : mostLong)) return;
    const line = lines.get(accountId)!;
    const first = line.shift()!;
    if (line.length === 0) lines.delete(accountId);
    served.set(accountId, { isLong: false });
    first.start();
    next();
  }

  async function timed<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const timer = setTimeout(() => {
      served.get(accountId)!.isLong = true;
      next();
    }, turnMs).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      use.add(accountId, performance.now() - from);
    }
  }

  function wait(accountId: string, { signal, subject, isAdmitted = false }: TurnOptions): Promise<void> {
    signal?.throwIfAborted();
    const line = lines.get(accountId) ?? [];
    const older = subject === undefined ? -1 : line.findIndex((one) => one.subject === subject);
    if (line.length >= MOST_WAITING && subject === undefined && !isAdmitted) throw lineIsFull();
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(mine), 1);
        if (line.length === 0 && lines.get(accountId) === line) lines.delete(accountId);
        reject(signal!.reason);
      };
      const settled = (settle: () => void) => () => {
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const mine: Waiting = { subject, start: settled(resolve), giveUp: (reason) => settled(() => reject(reason))() };
      signal?.addEventListener('abort', leave, { once: true });
      if (older >= 0) line.splice(older, 1, mine)[0]!.giveUp(new ProductError('limits.superseded'));
      else line.push(mine);
      lines.set(accountId, line);
      next();
    });
  }

  return async (accountId, work, options = {}) => {
    await wait(accountId, options);
    try {
      return await timed(accountId, work);
    } finally {
      served.delete(accountId);
      const line = lines.get(accountId);
      if (line && lines.delete(accountId)) lines.set(accountId, line);
      next();
    }
  };
}

/** Remembers how long each account has been served in the last minutes, in ms. */
export function openUse<Key = string>() {
  let [recent, before] = [new Map<Key, number>(), new Map<Key, number>()];
  let since = performance.now();
  const forget = () => {
    const passed = performance.now() - since;
    if (passed < REMEMBERED_MS) return;
    [recent, before] = [new Map(), passed < 2 * REMEMBERED_MS ? recent : new Map()];
    since = performance.now();
  };
  return {
    of(accountId: Key): number {
      forget();
      return (recent.get(accountId) ?? 0) + (before.get(accountId) ?? 0);
    },
    add(accountId: Key, ms: number) {
      forget();
      recent.set(accountId, (recent.get(accountId) ?? 0) + ms);
    },
  };
}
