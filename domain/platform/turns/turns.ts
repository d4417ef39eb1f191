import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { FairLine, levelsOfCaller, tooManyVisitors, type Caller } from './fair-line.ts';

/** Maximum number of an account's waiting tasks, besides the running one. */
const MOST_WAITING = 3;
/**
 * Maximum number of waiting tasks of all strangers, and of each known device's account. One network can have many, because a school stands
 * behind one address; of a full line, the newest task of the largest network is refused.
 */
const MOST_VISITORS = 60;
const RETRY_AFTER_S = 5;
/** How long a task may take before another account is served beside it, and how many such long tasks may run. */
const TURN_MS = 1_000;
const MOST_LONG = 2;
/** An account that has been served for less in the last minutes counts as one that comes rarely. */
const RARE_MS = 5_000;

/** Past use counts for this long, and at most for twice as long. */
const REMEMBERED_MS = 60_000;

interface Served {
  readonly key: string;
  readonly isStranger: boolean;
  isLong: boolean;
}

interface Waiting {
  /** The caller's levels, whose last is its own. */
  readonly levels: readonly string[];
  readonly isAccount: boolean;
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
 * Runs a caller's work when it is its turn.
 * @throws ProductError limits.rate, limits.superseded; the signal's reason; what `work` throws
 */
export type Turn = <T>(caller: Caller, work: () => Promise<T>, options?: TurnOptions) => Promise<T>;

/**
 * Opens a line for something that all callers share, such as a restricted process or an expensive search. An account has one task running
 * and at most three waiting. The next task comes from the account with the least recent use: an account with a single task waits for the
 * running work, but not for every account that always has some. A task that takes longer than a turn continues while another account is
 * served beside it. Visitors take turns in the same way at each level of their networks, and can have several tasks running. Strangers come
 * after accounts and known devices, who leave them one place.
 * @param atOnce how many accounts may be served at a time, in this process; `mostLong` more beside long tasks
 * @param turnMs how long a task may take before that
 * @param mostLongForRare the same as `mostLong` for accounts that come rarely, which then need not wait until long tasks of those that
 *   always have some end
 * @param restMs how long an account's next task must wait for its past use
 * @param mostVisitors the maximum number of strangers' waiting tasks
 */
export function openTurns({
  atOnce,
  turnMs = TURN_MS,
  mostLong = MOST_LONG,
  mostLongForRare = mostLong,
  restMs = () => 0,
  mostVisitors = MOST_VISITORS,
}: {
  atOnce: number;
  turnMs?: number;
  mostLong?: number;
  mostLongForRare?: number;
  restMs?: (accountId: string) => number;
  mostVisitors?: number;
}): Turn {
  const [known, strangers] = [new FairLine<Waiting>(), new FairLine<Waiting>()];
  const lineOf = (caller: Caller) => (typeof caller === 'string' || caller.isKnown ? known : strangers);
  const served = new Set<Served>();
  const use = openUse();
  let rested: NodeJS.Timeout | undefined;

  const keyOf = ({ levels }: Pick<Waiting, 'levels'>): string => levels.at(-1)!;
  const isIdle = (one: Waiting): boolean => !one.isAccount || ![...served].some(({ key }) => key === keyOf(one));
  // by the widest level: the networks of one provider come rarely each, and often together
  const isRare = ({ levels }: Waiting): boolean => use.of(levels[0]!) < RARE_MS;

  function next(): void {
    const long = [...served].filter(({ isLong }) => isLong).length;
    if (served.size >= atOnce + Math.min(long, mostLongForRare)) return;
    const hasPlace = (one: Waiting) => served.size < atOnce + Math.min(long, isRare(one) ? mostLongForRare : mostLong);
    const mayBegin = (one: Waiting) => isIdle(one) && hasPlace(one) && restMs(keyOf(one)) === 0;
    const [first, stranger] = [known, strangers].map((line) => line.next(use.of, mayBegin));
    const ofStrangers = [...served].filter(({ isStranger }) => isStranger).length;
    const isTheirs = ofStrangers === 0 && served.size >= Math.max(1, atOnce - 1);
    const chosen = isTheirs ? (stranger ?? first) : (first ?? stranger);
    if (!chosen) {
      clearTimeout(rested);
      const rests = [...known, ...strangers].filter((one) => isIdle(one) && hasPlace(one)).map((one) => restMs(keyOf(one)));
      if (rests.length > 0) rested = setTimeout(next, Math.ceil(Math.min(...rests)) + 1);
      return;
    }
    (chosen === stranger ? strangers : known).remove(chosen.levels, chosen);
    chosen.start();
    next();
  }

  async function timed<T>(one: Served, levels: readonly string[], work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const timer = setTimeout(() => {
      one.isLong = true;
      next();
    }, turnMs).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      for (const level of levels) use.add(level, performance.now() - from);
    }
  }

  /** Waits for a caller's turn, which has begun when it returns. */
  function wait(caller: Caller, { signal, subject, isAdmitted = false }: TurnOptions): Promise<Served> {
    signal?.throwIfAborted();
    const [line, levels, isAccount] = [lineOf(caller), levelsOfCaller(caller), typeof caller === 'string'];
    const own = line.at(levels);
    const older = subject === undefined ? undefined : own.find((one) => one.subject === subject);
    if (isAccount && own.length >= MOST_WAITING && subject === undefined && !isAdmitted) throw lineIsFull();
    if (!isAccount && line === known && own.length >= mostVisitors) throw tooManyVisitors();
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.remove(levels, mine);
        reject(signal!.reason);
      };
      const settled = (settle: () => void) => () => {
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const begin = () => {
        const one = { key: levels.at(-1)!, isStranger: line === strangers, isLong: false };
        served.add(one);
        resolve(one);
      };
      const mine: Waiting = { levels, isAccount, subject, start: settled(begin), giveUp: (reason) => settled(() => reject(reason))() };
      signal?.addEventListener('abort', leave, { once: true });
      if (older) {
        line.replace(levels, [older, mine]);
        older.giveUp(new ProductError('limits.superseded'));
      } else line.add(levels, mine);
      next();
      if (strangers.size <= mostVisitors) return;
      const newest = strangers.newestOfLargest()!;
      strangers.remove(newest.levels, newest);
      newest.giveUp(tooManyVisitors());
    });
  }

  return async (caller, work, options = {}) => {
    const [one, levels] = [await wait(caller, options), levelsOfCaller(caller)];
    try {
      return await timed(one, levels, work);
    } finally {
      served.delete(one);
      lineOf(caller).toEnd(levels);
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
