/** Minimum number of batch steps that a process can begin per second, so that a batch never stops completely. */
const LEAST = 1;
const MOST = 64;
const FIRST = 8;
/** Busy share of a process's time, 0 to 1, above which the batch lane begins fewer steps. */
const BUSY = { alone: 0.8, besideLearners: 0.1 };
const SLOWER_AT_MOST = 0.5;
/**
 * Growth of the pace per second. Alone it quickly reaches its former value, e.g. after a process has started; beside learners it grows
 * cautiously.
 */
const FASTER = { alone: 2, besideLearners: 1.25 };

export interface Load {
  /** Share of the last second in which this process was not idle, 0 to 1. */
  readonly busy: number;
  /** Learners' work is running in the installation. */
  readonly hasLearners: boolean;
}

/**
 * Returns how many batch steps can begin per second, from the current pace. While learners' work runs, most of the process stays free for
 * it, because a learner's next step waits for whatever the process is doing. Calls cost a process little while they wait for a service, so
 * even the minimum pace keeps many of them running.
 */
export const nextPace = (pace: number, { busy, hasLearners }: Load): number => {
  const company = hasLearners ? 'besideLearners' : 'alone';
  const most = BUSY[company];
  const next = pace * (busy > most ? Math.max(SLOWER_AT_MOST, most / busy) : FASTER[company]);
  return Math.min(MOST, Math.max(LEAST, next));
};

/** Spreads the starts of batch steps evenly over time. */
export interface BatchPace {
  /** Resolves when it is this caller's turn, in order of arrival; false if the process is stopping. */
  turn(): Promise<boolean>;
  /** Returns a turn that began no step. */
  giveBack(): void;
  /** Adapts the pace to the load; call it every second. */
  adapt(load: Load): void;
  /** Ends all waiting. */
  stop(): void;
}

const SECOND_MS = 1_000;

/** @param first steps per second at the start */
export function createBatchPace(first = FIRST): BatchPace {
  let pace = first;
  let hadLearners = false;
  let nextAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let hasStopped = false;
  const waiting: ((mayBegin: boolean) => void)[] = [];

  const begin = () => {
    nextAt = Math.max(nextAt, performance.now()) + SECOND_MS / pace;
  };
  const wake = () => {
    if (timer) clearTimeout(timer);
    timer = waiting.length === 0 ? null : setTimeout(serve, Math.max(0, nextAt - performance.now()));
  };
  const serve = () => {
    timer = null;
    const next = performance.now() >= nextAt ? waiting.shift() : undefined;
    if (next) {
      begin();
      next(true);
    }
    wake();
  };

  return {
    turn: () =>
      new Promise((resolve) => {
        if (hasStopped) return resolve(false);
        waiting.push(resolve);
        if (!timer) wake();
      }),
    giveBack() {
      nextAt = 0;
      wake();
    },
    adapt(load) {
      // running work ends in its own time: the first learner must not wait for a slow descent
      pace = load.hasLearners && !hadLearners ? LEAST : nextPace(pace, load);
      hadLearners = load.hasLearners;
      nextAt = Math.min(nextAt, performance.now() + SECOND_MS / pace);
      wake();
    },
    stop() {
      hasStopped = true;
      for (const resolve of waiting.splice(0)) resolve(false);
      wake();
    },
  };
}
