import { findDueWork, type DueWork } from '#domain/due-work.queries.ts';
import { logger } from '#domain/platform/logger.ts';
import { countScheduleFailure } from './metrics.ts';

export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Runs per process rather than per installation: it is not on the board. */
  readonly isOwn?: boolean;
  /** The work it waits for: it runs while there is some, `everyMs` apart, and now and then without. */
  readonly due?: DueWork;
}

interface ScheduleNote {
  readonly name: string;
  readonly everyMs: number;
  readonly nextAt: Date | null;
  readonly last: { readonly startedAt: Date; readonly tookMs: number; readonly error: string | null } | null;
}

/** The board where operators see the schedules, pause them, and start them by hand. */
export interface ScheduleBoard {
  readScheduleRequests(): Promise<{ paused: ReadonlySet<string>; asked: readonly string[] }>;
  saveScheduleReports(notes: readonly ScheduleNote[]): Promise<void>;
  claimScheduleRequest(name: string): Promise<boolean>;
  completeScheduleRequest(name: string): Promise<void>;
}

export interface Schedules {
  /** Starts nothing more and waits for running schedules. */
  stop(): Promise<void>;
}

/** Processes that start together must not all run at the same moment: each pause varies by this share in both directions. */
const JITTER = 0.2;
/** First run of a schedule: a process that never lives for an hour must still run the hourly ones. */
const FIRST_WITHIN_MS = 60_000;
/** A repeating error is logged this often. */
const LOG_EVERY_MS = 30_000;
/** The board is polled this often. Notes about runs are written less often: many schedules run every second. */
const CHECK_EVERY_MS = 1_000;
const NOTE_EVERY_MS = 5_000;
/** Work is looked for this often, by one statement for all schedules that wait for some. */
const LOOK_EVERY_MS = 500;
/** They run this often without: for work that the statement does not see. */
const WITHOUT_WORK_MS = 10_000;

/**
 * Runs each schedule repeatedly, `everyMs` after its previous run has ended: a schedule never overlaps itself. Errors are logged and
 * counted, and the next run follows as usual. With a board nothing runs before the operators' settings are known.
 */
export function startSchedules(
  schedules: readonly Schedule[],
  board?: ScheduleBoard,
  checkEveryMs = CHECK_EVERY_MS,
  findDue: () => Promise<ReadonlySet<string>> = findDueWork,
): Schedules {
  let stopped = false;
  let paused: ReadonlySet<string> | null = board ? null : new Set();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const loggedAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  /** Notes not yet written to the board. */
  const notes = new Map<string, ScheduleNote>();

  const once = async ({ name, run, everyMs }: Schedule) => {
    const startedAt = new Date();
    const began = performance.now();
    let failure: string | null = null;
    try {
      await run();
      loggedAt.delete(name);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      countScheduleFailure(name);
      if (performance.now() - (loggedAt.get(name) ?? -Infinity) > LOG_EVERY_MS) {
        loggedAt.set(name, performance.now());
        logger().error({ err: error, schedule: name }, 'schedule: failed, it runs again');
      }
    }
    notes.set(name, { name, everyMs, nextAt: null, last: { startedAt, tookMs: performance.now() - began, error: failure } });
  };
  /** Runs it now, unless it is running, and schedules the next run. @returns null when it is already running */
  const begin = (schedule: Schedule): Promise<void> | null => {
    const { name } = schedule;
    if (stopped || running.has(name)) return null;
    clearTimeout(timers.get(name));
    const run = once(schedule).finally(() => {
      running.delete(name);
      endedAt.set(name, performance.now());
      next(schedule, pauseOf(schedule));
    });
    running.set(name, run);
    return run;
  };
  const pauseOf = ({ due, everyMs }: Schedule) => (due ? Math.max(everyMs, WITHOUT_WORK_MS) : everyMs);
  const isHeld = ({ name, isOwn }: Schedule) => !isOwn && (paused === null || paused.has(name));
  const next = (schedule: Schedule, everyMs: number) => {
    if (stopped) return;
    const pause = everyMs * (1 - JITTER + Math.random() * 2 * JITTER);
    const { name } = schedule;
    const known = notes.get(name) ?? { name, everyMs: schedule.everyMs, last: null };
    notes.set(name, { ...known, nextAt: new Date(Date.now() + pause) });
    timers.set(
      name,
      setTimeout(() => {
        if (isHeld(schedule)) next(schedule, paused === null ? Math.min(checkEveryMs, schedule.everyMs) : pauseOf(schedule));
        else void begin(schedule);
      }, pause),
    );
  };
  for (const schedule of schedules) next(schedule, Math.min(schedule.everyMs, FIRST_WITHIN_MS));

  const waiting = schedules.filter(({ due }) => due);
  const hasRested = ({ name, everyMs }: Schedule) => performance.now() - (endedAt.get(name) ?? -Infinity) >= everyMs * (1 - JITTER);
  let looking: Promise<void> | null = null;
  const lookForWork = async () => {
    try {
      const due = await findDue();
      for (const schedule of waiting) if (due.has(schedule.due!) && !isHeld(schedule) && hasRested(schedule)) void begin(schedule);
    } catch (error) {
      // they run without being asked, and report what is wrong
      logger().debug({ err: error }, 'schedules: due work cannot be read');
    }
    looking = null;
  };
  const lookTimer = waiting.length > 0 ? setInterval(() => (looking ??= lookForWork()), LOOK_EVERY_MS) : undefined;

  const answers = new Set<Promise<void>>();
  const tending = board ? tendBoard(board) : null;
  function tendBoard(on: ScheduleBoard) {
    const shared = new Map(schedules.flatMap((schedule) => (schedule.isOwn ? [] : [[schedule.name, schedule]])));
    let notedAt = -Infinity;
    const answer = async (name: string) => {
      const schedule = shared.get(name);
      if (!schedule || running.has(name) || !(await on.claimScheduleRequest(name))) return;
      await begin(schedule);
      // the board must record the run before the operator's request is removed
      await note();
      await on.completeScheduleRequest(name);
    };
    const note = async () => {
      notedAt = performance.now();
      const said = [...notes.values()].filter(({ name }) => shared.has(name));
      notes.clear();
      try {
        await on.saveScheduleReports(said);
      } catch (error) {
        for (const one of said) if (!notes.has(one.name)) notes.set(one.name, one);
        throw error;
      }
    };
    const look = async () => {
      const wishes = await on.readScheduleRequests();
      ({ paused } = wishes);
      if (performance.now() - notedAt > NOTE_EVERY_MS) await note();
      for (const name of wishes.asked) {
        const answering = answer(name)
          .catch(unread)
          .finally(() => answers.delete(answering));
        answers.add(answering);
      }
    };
    const unread = (error: unknown) => logger().warn({ err: error }, 'schedules: the board cannot be reached, trying again');
    const timer = setInterval(() => void look().catch(unread), checkEveryMs);
    void look().catch(unread);
    return timer;
  }

  return {
    async stop() {
      stopped = true;
      if (tending) clearInterval(tending);
      clearInterval(lookTimer);
      for (const timer of timers.values()) clearTimeout(timer);
      await looking;
      await Promise.all([...running.values(), ...answers]);
    },
  };
}
