import os from 'node:os';

/** Processor time an account may use: so much at once, and this share of a processor for as long as it likes. */
export interface TimeAllowance {
  readonly burstMs: number;
  readonly share: number;
  /** Maximum debt: processor time used while nobody else wanted it must not delay an account for hours. */
  readonly mostOverdrawnMs?: number;
}

/** Maximum accounts remembered at a time; the least recently active are dropped first. */
const MOST_ACCOUNTS = 10_000;

/**
 * Counts the processor time that each account uses, in this process. Work is charged when it is done, so one piece may overdraw: the account
 * then waits until that is paid back. A limit by number cannot do this: requests cost between a tenth of a millisecond and seconds.
 */
export function openTimeAllowance({ burstMs, share, mostOverdrawnMs = Infinity }: TimeAllowance) {
  const accounts = new Map<string, { leftMs: number; at: number }>();
  const asking = new Map<string, { count: number; hasOthers: boolean }>();
  const leftOf = (accountId: string): number => {
    const account = accounts.get(accountId);
    return account ? Math.min(burstMs, account.leftMs + (performance.now() - account.at) * share) : burstMs;
  };
  function forget(): void {
    for (const accountId of accounts.keys()) if (leftOf(accountId) === burstMs) accounts.delete(accountId);
    if (accounts.size >= MOST_ACCOUNTS) accounts.clear();
  }
  return {
    /**
     * Notes that an account has work under way or waiting, until what this returns is called. What one uses in a time in which nobody else has asked
     * is charged to nobody.
     */
    ask(accountId: string): () => void {
      const own = asking.get(accountId) ?? { count: 0, hasOthers: false };
      own.count += 1;
      asking.set(accountId, own);
      if (asking.size > 1) for (const one of asking.values()) one.hasOthers = true;
      return () => {
        own.count -= 1;
        if (own.count === 0) asking.delete(accountId);
      };
    },
    charge(accountId: string, ms: number): void {
      if (asking.get(accountId)?.hasOthers === false) return;
      if (accounts.size >= MOST_ACCOUNTS && !accounts.has(accountId)) forget();
      accounts.set(accountId, { leftMs: Math.max(leftOf(accountId) - ms, -mostOverdrawnMs), at: performance.now() });
    },
    /** Whether it has used most of what it may use at once. */
    isHeavy: (accountId: string): boolean => leftOf(accountId) < burstMs / 2,
    /** Returns the milliseconds until the account may go on, or 0. */
    waitMs: (accountId: string): number => Math.max(0, -leftOf(accountId) / share),
  };
}

/** Spare time is measured over so long, and no longer than twice that: it tells about now. */
const SPARE_OVER_MS = 500;
/** So much of all processors is idle while there is time to spare. */
const SPARE_SHARE = 0.4;

/**
 * Tells whether this machine has processor time to spare, so that whoever has used much need not wait: nobody else wants it. It is no where that
 * is not known: before it was measured, and in a container that may use only some of its machine's processors.
 * @param read replaced in tests
 */
export function openSpareTime(read: () => { allMs: number; idleMs: number } = machineTimes): () => boolean {
  let measured = { ...read(), at: performance.now() };
  let isSpare = false;
  return () => {
    const passed = performance.now() - measured.at;
    if (passed < SPARE_OVER_MS) return isSpare;
    const now = { ...read(), at: performance.now() };
    isSpare = passed < 2 * SPARE_OVER_MS && now.idleMs - measured.idleMs >= (now.allMs - measured.allMs) * SPARE_SHARE;
    measured = now;
    return isSpare;
  };
}

function machineTimes(): { allMs: number; idleMs: number } {
  const cpus = os.cpus();
  const allMs = cpus.reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq + times.idle, 0);
  const isWhole = os.availableParallelism() === cpus.length;
  return { allMs, idleMs: isWhole ? cpus.reduce((sum, { times }) => sum + times.idle, 0) : 0 };
}

/** The time of one of several pieces of work that go on at the same time. */
export interface TimeShare {
  /** Does what is not interrupted, and counts all of its time as this piece's own: whoever waits meanwhile has no part in it. */
  alone<T>(work: () => T): T;
  /** Ends the piece. @returns the milliseconds that it took */
  end(): number;
}

/**
 * Tells how much of the event loop's processor time each of several pieces of work took that go on at the same time: what was used is divided
 * among those that were under way, except what one of them did alone. Over many pieces that is exact, and costs two calls for each.
 * @param usedMs replaced in tests
 */
export function openTimeShares(usedMs: () => number = ownTimeMs): () => TimeShare {
  let active = 0;
  let each = 0;
  let read = usedMs();
  const divide = () => {
    const now = usedMs();
    if (active > 0) each += (now - read) / active;
    read = now;
  };
  return () => {
    divide();
    active += 1;
    const from = each;
    let own = 0;
    return {
      alone(work) {
        divide();
        try {
          return work();
        } finally {
          const now = usedMs();
          own += now - read;
          read = now;
        }
      },
      end() {
        divide();
        active -= 1;
        return each - from + own;
      },
    };
  };
}

/** Of the event loop's thread: what it does holds everybody up. To add up the time of all threads takes several times as long. */
function ownTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
