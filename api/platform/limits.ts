import { createHash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { openCounter, type Counter } from '#domain/platform/limit-counter.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { networkOf, SITE_FACTOR, siteOf } from './networks.ts';
import { openTimeAllowance } from '#domain/platform/turns/processor-time.ts';
import { beginWork, ofNetworks, openWorkAllowance, pause, WORK_OF } from './work-allowance.ts';

/**
 * The keys by which a limit can be counted. `ip` means the network of an address (`networkOf`), and for IPv6 also its whole site, with
 * `SITE_FACTOR` times the points. `user` falls back to it for a caller who is not signed in.
 */
const KEYS = {
  user: (call: Call) => call.userId ?? call.ip,
  ip: (call: Call) => call.ip,
  email: (call: Call) => field(call.body, 'email'),
  'email+ip': (call: Call) => `${field(call.body, 'email')} ${call.ip}`,
  // the part of a refresh token that identifies its session
  session: (call: Call) => field(call.body, 'refresh_token').split('.')[0]!,
} satisfies Record<string, (call: Call) => string>;

interface LimitRow {
  /** The name endpoints refer to. Every row of that name applies. */
  readonly limit: string;
  readonly by: keyof typeof KEYS;
  readonly points: number;
  readonly perSeconds: number;
  /**
   * Replaces `points` if `RATE_LIMITS` is `loose`, as on a development machine: high enough for developers, tests and benchmarks, but still
   * limited.
   */
  readonly localPoints: number;
  /** `failures`: only wrong passwords and email addresses that are already registered count; `successes`: only what succeeds. */
  readonly counts: 'calls' | 'failures' | 'successes';
  /** The behaviour beyond the limit; default: refuse. `slows`: attempts are delayed, and none is refused. */
  readonly beyond?: 'slows';
  /** `store`: in the database, shared by all processes, one statement per call. `memory`: per process, no statement. */
  readonly storage: 'store' | 'memory';
}

/** The row that counts every request (`limit-requests.ts`). */
const EVERY_REQUEST = 'request';

/** All rate limits of the HTTP interface. Body sizes are in `read-body.ts`, field sizes in the contract. */
export const LIMITS: readonly LimitRow[] = [
  // a school behind one address opens twelve hundred pages a minute, and two hundred browsers there store the whole frontend for offline
  // use
  { limit: EVERY_REQUEST, by: 'ip', points: 120_000, perSeconds: 60, localPoints: 100_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'default', by: 'user', points: 300, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // per API key, in addition to the limits of its account
  { limit: 'key', by: 'user', points: 240, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // per account, for all of its agents, however many keys it has
  { limit: 'mcp', by: 'user', points: 600, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // per organisation's directory: a first sync of thousands is slowed down, as directories expect
  { limit: 'scim', by: 'user', points: 3_000, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'poll', by: 'user', points: 600, perSeconds: 60, localPoints: 10_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'login', by: 'email+ip', points: 10, perSeconds: 900, localPoints: 10, counts: 'failures', storage: 'store' },
  { limit: 'login', by: 'ip', points: 100, perSeconds: 86_400, localPoints: 10_000, counts: 'failures', storage: 'store' },
  // more than one network can cause, so several networks are involved. Never refused by email alone: anyone who knows an address could lock
  // its owner out
  { limit: 'login', by: 'email', points: 20, perSeconds: 900, localPoints: 20, counts: 'failures', storage: 'store', beyond: 'slows' },
  // a right password costs as much as a wrong one, and nobody signs in so often. Only those who know it can use this up
  { limit: 'login', by: 'email', points: 60, perSeconds: 900, localPoints: 100_000, counts: 'successes', storage: 'store' },
  { limit: 'recommend', by: 'user', points: 10, perSeconds: 86_400, localPoints: 10_000, counts: 'calls', storage: 'store' },
  { limit: 'register', by: 'ip', points: 5, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // each failure reveals that an address has an account (decision 0019)
  { limit: 'register', by: 'ip', points: 10, perSeconds: 86_400, localPoints: 10_000, counts: 'failures', storage: 'store' },
  { limit: 'forgot', by: 'email+ip', points: 5, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // prevents flooding an inbox; a limited caller can still use the last link
  { limit: 'forgot', by: 'email', points: 10, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'forgot', by: 'ip', points: 20, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // of apps that start an authorisation, and their token requests
  { limit: 'oauth', by: 'ip', points: 600, perSeconds: 900, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'oauth-register', by: 'ip', points: 20, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // in addition to the maximum number of unanswered messages (`sales-message.commands.ts`)
  { limit: 'sales', by: 'ip', points: 10, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'mail-me', by: 'user', points: 5, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'link', by: 'ip', points: 30, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'password', by: 'user', points: 10, perSeconds: 900, localPoints: 10, counts: 'failures', storage: 'store' },
  // in addition to the account's own limit (`prove-code.ts`)
  { limit: 'second-step', by: 'ip', points: 60, perSeconds: 900, localPoints: 10_000, counts: 'failures', storage: 'store' },
  // a school behind one address opens its lessons at the same time; each launch may cost a signature check
  { limit: 'launch', by: 'ip', points: 1_200, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // two pages a launch
  { limit: 'launch-page', by: 'ip', points: 2_400, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'challenge', by: 'ip', points: 300, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'refresh', by: 'session', points: 30, perSeconds: 60, localPoints: 10_000, counts: 'calls', storage: 'memory' },
  { limit: 'generate', by: 'user', points: 30, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'checkout', by: 'user', points: 20, perSeconds: 600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'make-course', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // each recording is processed by ffmpeg and transcribed by a paid service
  { limit: 'voice', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // each call reads and packs a whole account
  { limit: 'export', by: 'user', points: 5, perSeconds: 86_400, localPoints: 1_000, counts: 'calls', storage: 'store' },
  { limit: 'make-export', by: 'user', points: 60, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // each source is read by a separate process
  { limit: 'source', by: 'user', points: 60, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'export-notes', by: 'user', points: 60, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'memory' },
  { limit: 'mentor', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'translate', by: 'user', points: 60, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // prevents guessing codes
  { limit: 'market-code', by: 'user', points: 30, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'market-question', by: 'user', points: 30, perSeconds: 86_400, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // each calls a service once, which may cost a little
  { limit: 'service-test', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'connect', by: 'user', points: 50, perSeconds: 86_400, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'chat', by: 'user', points: 60, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'socket', by: 'user', points: 60, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'report', by: 'user', points: 50, perSeconds: 86_400, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'share-place', by: 'user', points: 60, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'add-place', by: 'user', points: 20, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // four calls per sign-in; a school of thousands behind one address signs in within an hour
  { limit: 'organisation-sign-in', by: 'ip', points: 1_200, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  { limit: 'organisation-sign-in', by: 'ip', points: 20_000, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  // forms that browsers bring from Apple and from SAML providers
  { limit: 'sign-in-return', by: 'ip', points: 1_200, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // from a provider's servers, which report the sessions of all its customers; each may cost a signature check
  { limit: 'provider-logout', by: 'ip', points: 600, perSeconds: 60, localPoints: 1_000_000, counts: 'calls', storage: 'memory' },
  // each calls a provider or the name servers
  { limit: 'organisation-setup', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'webhook', by: 'user', points: 120, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
  { limit: 'invite', by: 'user', points: 20, perSeconds: 3_600, localPoints: 100_000, counts: 'calls', storage: 'store' },
];

export interface Call {
  readonly ip: string;
  readonly userId: string | null;
  readonly body: unknown;
}

/** Runs a call if its limits allow it. @throws ProductError limits.rate with `retryAfterS` */
export type Limited = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

/** Who pays for bytes and processor time: an account or an organisation by its id, or the network of callers without one (`networkOf`). */
export interface Payer {
  readonly of: keyof typeof WORK_OF;
  readonly key: string;
}

export interface Limits {
  /** @throws if the table has no row for the endpoint's limit */
  of(endpoint: Pick<Endpoint, 'limit' | 'name'>): Limited;
  /**
   * Refuses a call before its body is read, without counting it, if an earlier call was refused for longer.
   * @throws as `of`, ProductError limits.rate
   */
  beforeBody(endpoint: Pick<Endpoint, 'limit'>): (call: Omit<Call, 'body'>) => Promise<void>;
  /**
   * Does a request's work, charging its time to the payer's allowance.
   * @throws ProductError limits.rate while the allowance is heavily overdrawn; whatever `work` throws
   */
  charged<T>(payer: Payer, work: () => Promise<T>): Promise<T>;
  /** Charges the pieces of a long answer in the same way; pauses while the allowance is overdrawn. */
  chargedPieces(payer: Payer, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Starts measuring work done before the payer is known. @returns a function that returns the milliseconds since then, once */
  begin(): () => number;
  charge(payer: Payer, ms: number): void;
  /**
   * Counts a request of any kind by its network.
   * @returns a function that reverses this if the request is counted by account instead
   * @throws ProductError limits.rate
   */
  admit(ip: string, points: number): Promise<() => Promise<void>>;
}

interface OpenedRow extends LimitRow {
  /** Returns the counters of a call: by its key and by its site. */
  readonly countersOf: (call: Call) => readonly { readonly counter: Counter; readonly key: string }[];
  /** Callers who are refused, and until when: their calls no longer cost anything. */
  readonly spent: Spent;
}

/**
 * Milliseconds that an attempt waits beyond a limit that slows, and that a call waits for its answer if its caller was already refused, so
 * that a flood of refused calls costs no more than one of others. Only a limited number wait at a time in this process; the others are
 * answered immediately.
 */
const SLOWED_MS = 1_000;
const MOST_SLOWED = 200;

/**
 * Opens the counters of a limits table.
 * @param options.local whether `localPoints` apply (`RATE_LIMITS`)
 * @param options.isCharged whether processor time is charged
 * @param options.wait replaced in tests
 */
export function openLimits({
  local,
  table = LIMITS,
  wait = pause,
  isCharged = !local,
}: {
  local: boolean;
  table?: readonly LimitRow[];
  wait?: typeof pause;
  isCharged?: boolean;
}): Limits {
  const opened = table.map((row) => open(row, local));
  let slowed = 0;
  const slowDown = async () => {
    if (slowed >= MOST_SLOWED) return;
    slowed += 1;
    await wait(SLOWED_MS).finally(() => (slowed -= 1));
  };
  const openAllowance = (of: Payer['of']) =>
    openWorkAllowance({
      refuseAfter,
      slowDown,
      wait,
      ...WORK_OF[of],
      allowance: of === 'address' ? ofNetworks(WORK_OF[of]) : openTimeAllowance(WORK_OF[of]),
    });
  const allowances = { account: openAllowance('account'), address: openAllowance('address') };
  const rowsOf = (limit: string) => opened.filter((row) => row.limit === limit);
  const refuseSpent = async ({ spent }: OpenedRow, key: string) => {
    if (spent.waitMs(key) > 0) await slowDown();
    refuseAfter(spent.waitMs(key));
  };
  return {
    of({ limit = 'default', name }) {
      const rows = rowsOf(limit);
      if (rows.length === 0) throw new Error(`${name}: there is no limit '${limit}'`);
      const calls = rows.filter((row) => row.counts === 'calls');
      const outcomes = rows.filter((row) => row.counts !== 'calls');
      return async (call, work) => {
        for (const row of calls) {
          for (const { counter, key } of row.countersOf(call)) {
            await refuseSpent(row, key);
            const waitMs = await counter.take(key);
            row.spent.until(key, waitMs);
            refuseAfter(waitMs);
          }
        }
        return outcomes.length === 0 ? work() : countOutcomes(outcomes, call, { work, slowDown });
      };
    },
    beforeBody({ limit = 'default' }) {
      const rows = rowsOf(limit).filter(({ by, counts }) => counts === 'calls' && (by === 'user' || by === 'ip'));
      return async (call) => {
        for (const row of rows) for (const { key } of row.countersOf({ ...call, body: undefined })) await refuseSpent(row, key);
      };
    },
    charged: ({ of, key }, work) => (isCharged ? allowances[of].charged(key, work) : work()),
    chargedPieces: ({ of, key }, pieces) => (isCharged ? allowances[of].chargedPieces(key, pieces) : pieces),
    begin: () => beginWork().end,
    charge({ of, key }, ms) {
      if (isCharged) allowances[of].charge(key, ms);
    },
    async admit(ip, points) {
      const counters = rowsOf(EVERY_REQUEST).flatMap((row) => row.countersOf({ ip, userId: null, body: undefined }));
      for (const { counter, key } of counters) refuseAfter(await counter.take(key, points));
      return async () => {
        for (const { counter, key } of counters) await counter.giveBack(key, points);
      };
    },
  };
}

function open(row: LimitRow, local: boolean): OpenedRow {
  const points = local ? row.localPoints : row.points;
  // rows with the same name and key can count calls, failures and successes separately
  const name = `${row.limit}:${row.by}${row.counts === 'calls' ? '' : `:${row.counts}`}`;
  const own = openCounter(name, { ...row, points });
  const ofSite = openCounter(`${name}:site`, { ...row, points: points * SITE_FACTOR });
  return {
    ...row,
    spent: openSpent(),
    countersOf(call) {
      const key = keyOf(row, { ...call, ip: networkOf(call.ip) });
      const site = siteOf(call.ip);
      const siteKey = site === null ? key : keyOf(row, { ...call, ip: site });
      // a row that does not count by address has the same key for both
      return siteKey === key
        ? [{ counter: own, key }]
        : [
            { counter: own, key },
            { counter: ofSite, key: siteKey },
          ];
    },
  };
}

type Spent = ReturnType<typeof openSpent>;
/** Further keys are not remembered: their calls are counted normally. */
const MOST_SPENT = 10_000;

/** Remembers keys that have used up their allowance. */
function openSpent() {
  const untils = new Map<string, number>();
  return {
    until(key: string, ms: number) {
      if (ms === 0) return;
      if (untils.size >= MOST_SPENT) untils.clear();
      untils.set(key, performance.now() + ms);
    },
    /** Returns the remaining milliseconds, or 0. */
    waitMs(key: string): number {
      const left = (untils.get(key) ?? 0) - performance.now();
      if (left <= 0) untils.delete(key);
      return Math.max(0, left);
    },
  };
}

const COUNTED_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'auth.invalid_credentials',
  'auth.password_wrong',
  'auth.email_taken',
  'auth.code_wrong',
  'auth.sign_in_expired',
  'auth.provider_refused',
  'auth.passkey_refused',
]);
const turns = new Map<string, LimitFunction>();

/**
 * Runs a call of which its outcome counts. Attempts on one key run one at a time, so that a burst of parallel guesses is counted like
 * sequential ones.
 * @throws whatever `work` throws
 */
async function countOutcomes<T>(
  rows: readonly OpenedRow[],
  call: Call,
  { work, slowDown }: { work: () => Promise<T>; slowDown: () => Promise<void> },
): Promise<T> {
  const counted = rows.flatMap((row) => row.countersOf(call).map((one) => ({ ...one, beyond: row.beyond, counts: row.counts })));
  const first = `${rows[0]!.limit} ${counted[0]!.key}`;
  const turn = turns.get(first) ?? pLimit(1);
  turns.set(first, turn);
  try {
    return await turn(async () => {
      let isSlow = false;
      for (const { counter, key, beyond } of counted) {
        const waitMs = await counter.waitMs(key);
        if (beyond === 'slows') isSlow ||= waitMs > 0;
        else refuseAfter(waitMs);
      }
      if (isSlow) await slowDown();
      const count = async (outcome: LimitRow['counts']) => {
        for (const { counter, key, counts } of counted) if (counts === outcome) await counter.take(key);
      };
      try {
        const answer = await work();
        await count('successes');
        return answer;
      } catch (error) {
        if (error instanceof ProductError && COUNTED_FAILURES.has(error.code)) await count('failures');
        throw error;
      }
    });
  } finally {
    if (turn.activeCount === 0 && turn.pendingCount === 0) turns.delete(first);
  }
}

function refuseAfter(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfterS = Math.ceil(waitMs / 1000);
  throw new ProductError('limits.rate', waitWords(retryAfterS), { data: { retryAfterS } });
}

const waitWords = (seconds: number) =>
  seconds < 90
    ? toSentence('Too many requests. Please try again in {n} s.', { n: seconds })
    : toSentence('Too many requests. Please try again in {n, plural, one {# minute} other {# minutes}}.', { n: Math.ceil(seconds / 60) });

/** Stores keys as hashes, so that the table contains no emails or IP addresses. */
const keyOf = (row: LimitRow, call: Call) => createHash('sha256').update(KEYS[row.by](call)).digest('base64url').slice(0, 27);

function field(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
