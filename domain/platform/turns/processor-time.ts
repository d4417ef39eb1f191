import os from 'node:os';

/** An account's processor time: a burst, and a share of one processor for as long as it likes. */
export interface TimeAllowance {
  readonly burstMs: number;
  readonly share: number;
  /** Maximum debt: processor time used while nobody else wanted it must not delay an account for hours. */
  readonly mostOverdrawnMs?: number;
}

/** Maximum number of accounts remembered; the least recently active are dropped first. */
const MOST_ACCOUNTS = 10_000;

/**
 * Counts the processor time that each account uses, in this process. Work is charged when it is done, so a single call may overdraw: the
 * account then waits until the debt is paid back. A limit on the number of requests cannot do this, because requests cost between a tenth
 * of a millisecond and seconds.
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
     * Notes that an account has work running or waiting, until the returned function is called. Time used while no other account has asked
     * is not charged.
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
    /** Tells whether an account has used most of its burst. */
    isHeavy: (accountId: string): boolean => leftOf(accountId) < burstMs / 2,
    /** Returns the milliseconds until the account may go on, or 0. */
    waitMs: (accountId: string): number => Math.max(0, -leftOf(accountId) / share),
  };
}

/** Spare time is measured over this long and at most twice that, so that it reflects the present. */
const SPARE_OVER_MS = 500;
/** Idle share of all processors from which there is time to spare. */
const SPARE_SHARE = 0.4;

/**
 * Returns a function that tells whether this machine has processor time to spare, so that heavy users need not wait because nobody else
 * wants it. False where it is unknown: before the first measurement, and in a container limited to some of its machine's processors.
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

/** The time share of one of several concurrent tasks. */
export interface TimeShare {
  /** Runs a synchronous function and counts all of its time for this task, because it blocks the others. */
  alone<T>(work: () => T): T;
  /** Ends the task. @returns the milliseconds it took */
  end(): number;
}

/**
 * Measures how much of the event loop's processor time each of several concurrent tasks took. Time is divided among the tasks in progress,
 * except time that one of them used alone. Over many tasks that is accurate, and costs two calls for each.
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

/** Time of the event loop's thread, which delays every request. Adding up the time of all threads takes several times as long. */
function ownTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
