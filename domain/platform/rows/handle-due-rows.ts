import { isDatabaseUnavailable } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { withoutSecrets } from '#domain/platform/secrets/without-secrets.ts';
import { storableText } from '#domain/platform/storable.ts';
import { RestingAddresses, RowTurns, type Busy, type Turn } from './row-turns.ts';

/** A row of a table that serves as a queue, as its claim returns it. */
interface DueRow {
  /** Number of tries, including this one. The claim counts it, so that a row which crashes its process is counted too. */
  readonly attempts: number;
}

export interface RetryRule {
  /** Number of tries before the row is given up. */
  readonly most: number;
  /** In seconds. The pause triples with each failure, from the first to the longest. */
  readonly firstPauseS: number;
  readonly longestPauseS: number;
}

/**
 * The consequence of a failure for its row. `final`: a retry will not help. `not_counted`: an outage, which is not the row's fault and
 * never makes it given up.
 */
export type Verdict = 'again' | 'final' | 'not_counted';

export interface FailedTry {
  /** To be shown to operators. */
  readonly reason: string;
  /** Seconds until the next try; null: the row is given up. */
  readonly pauseS: number | null;
  /** The number of tries to store. */
  readonly attempts: number;
}

interface DueRows<Row extends DueRow> {
  /** Name of the rows, for the log. */
  readonly what: string;
  /** Announces the job that handles the rows, when a call leaves due rows and for the time of a retry. */
  readonly announce: (dueAt?: Date) => Promise<unknown>;
  /** Claims the next due row of no busy account, host or address, for this caller alone and for the time of a lease. */
  readonly claim: (busy: Busy) => Promise<Row | undefined>;
  /** Returns the row's account and destination, by which rows take turns. */
  readonly turnOf: (row: Row) => Turn;
  /** Tells whether a failure is the fault of the row's address, which then rests. Default: always. */
  readonly blames?: (error: unknown) => boolean;
  /** Handles a row. @returns false when it does not count. @throws any error: the try has failed */
  readonly handle: (row: Row) => Promise<boolean | void>;
  /** Stores a failed try in the row, if the caller still holds it. */
  readonly storeFailure: (row: Row, failure: FailedTry) => Promise<unknown>;
  /** Default: `again`. */
  readonly judge?: (error: unknown) => Verdict;
  /** Returns the text of an error without secrets and personal data. */
  readonly reasonOf?: (error: unknown) => string;
  /** Returns what identifies a row in the log. */
  readonly identify: (row: Row) => Record<string, unknown>;
  readonly retries: RetryRule;
  /** Milliseconds that one row may take, within its lease; also the time that one account may take of a call. */
  readonly withinMs: number;
  /** Rows handled concurrently. */
  readonly atOnce: number;
  /** Rows per call, so that a stopping worker need not wait long. */
  readonly most: number;
}

const LONGEST_REASON = 500;
const PAUSE_JITTER = 0.1;
/** Share of the concurrent rows that may go to one host. */
const HOST_SHARE = 0.5;

/** Resting addresses of this process, by the name of the rows. */
const resting = new Map<string, RestingAddresses>();

/**
 * Handles the due rows of a table that serves as a queue. Called when its job was announced, and regularly as a safety net: without a due
 * row it costs one statement, because only the first row found starts further claims.
 * A failing row never holds up the next. Its try is stored in it with the reason, it is retried with growing pauses, and after the last try
 * it is given up. So is a row that was claimed too often because each time its process ended before storing a failure.
 * Accounts take turns, one row at a time, and an account with slow rows continues in the next call: twenty addresses that accept and never
 * answer delay other accounts by one row at most.
 * @returns number of rows that count
 * @throws when rows cannot be claimed, or the database is unavailable, after everything that was begun has ended
 */
export async function handleDueRows<Row extends DueRow>(rows: DueRows<Row>): Promise<number> {
  let left = rows.most;
  let count = 0;
  const rest = resting.get(rows.what) ?? new RestingAddresses();
  resting.set(rows.what, rest);
  const turns = new RowTurns({ resting: rest, accountMs: rows.withinMs / 2, hostAtOnce: Math.ceil(rows.atOnce * HOST_SHARE) });
  const claimOne = async () => {
    const row = left-- > 0 ? await rows.claim(turns.busy()) : undefined;
    return row && { row, end: turns.begin(rows.turnOf(row)) };
  };
  // one after the other: each claim must know the busy accounts
  let claimed: ReturnType<typeof claimOne> = Promise.resolve(undefined);
  const next = () => (claimed = claimed.then(claimOne));
  const work = async (first: Awaited<typeof claimed>) => {
    for (let one = first; one !== undefined; one = await next()) if (await tryOne(rows, one.row, rest).finally(one.end)) count += 1;
  };
  const first = await next();
  if (first === undefined) return 0;
  const others = Array.from({ length: rows.atOnce - 1 }, async () => work(await next()));
  const ends = await Promise.allSettled([work(first), ...others]);
  if (left < 0 || turns.hasLeftSome) await rows.announce();
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return count;
}

/** Handles a row in its turn. @returns whether the row was handled and counts */
async function tryOne<Row extends DueRow>(rows: DueRows<Row>, row: Row, rest: RestingAddresses): Promise<boolean> {
  const { address } = rows.turnOf(row);
  try {
    if (row.attempts > rows.retries.most) throw new LostTries(row.attempts - 1);
    const counts = (await within(rows.withinMs, rows.handle(row))) !== false;
    if (address !== undefined) rest.note(address, false);
    return counts;
  } catch (error) {
    const isBlamed = address !== undefined && (rows.blames?.(error) ?? true);
    const restMs = isBlamed ? rest.note(address, true) : 0;
    await settleFailure(rows, row, error, restMs / 1_000);
    return false;
  }
}

/** Runs the work with a time limit. @throws Error after that time; the work may still end */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no end within ${ms / 1_000} s`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function settleFailure<Row extends DueRow>(rows: DueRows<Row>, row: Row, error: unknown, restS: number): Promise<void> {
  const { what, announce, identify, retries, storeFailure, judge = () => 'again', reasonOf = messageOf } = rows;
  const verdict = error instanceof LostTries ? 'final' : judge(error);
  const isOver = verdict === 'final' || (verdict === 'again' && row.attempts >= retries.most);
  // whatever its origin, a stored reason must not repeat a secret
  const reason = withoutSecrets(storableText(reasonOf(error)))
    .slice(0, LONGEST_REASON)
    .toWellFormed();
  const pauseS = isOver ? null : Math.max(pauseAfter(row.attempts, retries), restS);
  // an outage must not use up the last try
  const attempts = verdict === 'not_counted' ? Math.min(row.attempts, retries.most - 1) : row.attempts;
  logger()[isOver ? 'error' : 'warn'](
    { ...identify(row), attempt: row.attempts, reason },
    `${what}: ${isOver ? 'given up' : 'not handled, trying again'}`,
  );
  try {
    await storeFailure(row, { reason, pauseS, attempts });
    if (pauseS !== null) await announce(new Date(Date.now() + pauseS * 1_000));
  } catch (unstored) {
    if (isDatabaseUnavailable(unstored)) throw unstored;
    // the claim has counted the try, and its lease is the pause
    logger().error({ ...identify(row), err: unstored }, `${what}: a failure could not be stored`);
  }
}

/** Jitter, so that rows which failed together are not retried together. */
function pauseAfter(attempts: number, { firstPauseS, longestPauseS }: RetryRule): number {
  const pauseS = Math.min(firstPauseS * 3 ** (attempts - 1), longestPauseS);
  return pauseS * (1 + Math.random() * PAUSE_JITTER);
}

class LostTries extends Error {
  constructor(tries: number) {
    super(`None of ${tries} tries came to an end.`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
