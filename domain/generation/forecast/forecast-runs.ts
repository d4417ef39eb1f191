/** A step that has not ended. `elapsedMs` null: it is waiting for a worker. */
export interface LiveStep {
  readonly job: string;
  readonly elapsedMs: number | null;
  /** Number of lessons that it writes in one call; null or absent: it works on one at most. */
  readonly lessons?: number | null;
}

/** A run that has not ended, with the facts its end depends on. */
export interface LiveRun {
  readonly id: string;
  /** Steps in progress; empty while the run itself is queued. */
  readonly steps: readonly LiveStep[];
  /** Lessons still to come after outline and research, or all of a run that has not started. */
  readonly lessons: number;
  /** Number of lessons in each module that is still to be written in one call; absent or empty: all lessons are written separately. */
  readonly modules?: readonly number[];
  /** Lessons that wait for the earlier ones of their module. */
  readonly waiting?: number;
  /** It starts with outline and research; other runs start with their lessons. */
  readonly drafts: boolean;
  /** It stops for the learner's approval after the outline. */
  readonly gated: boolean;
}

/** State of the whole installation at one time. */
export interface LiveSystem {
  readonly active: readonly LiveRun[];
  /** In the order in which they will start. */
  readonly queued: readonly LiveRun[];
  /** Maximum number of active runs. */
  readonly slots: number;
  /** Steps that can run at once; Infinity when that limit was never reached. */
  readonly capacity: number;
  /** By job: durations of recent steps from claim to end, ms, shortest first; never empty. */
  readonly works: Readonly<Record<string, readonly number[]>>;
  /** Time from a step's announcement to its claim while workers are free, ms. */
  readonly handoverMs: number;
  /** Share of checks that request a correction. */
  readonly reviseShare: number;
  /** How long all services stay paused, in ms from now. */
  readonly pauseMs: number;
}

const LESSON_JOBS = ['write-lesson', 'write-practice', 'review-lesson', 'correct-lesson'];
/** Runs beside a lesson's practice, and is not simulated before it has begun. */
const BESIDE = 'write-workshop';
const MODULE_JOB = 'write-module';
const DRAFT_JOBS = ['draft-outline', 'research-topic'];
const LAST_JOBS = ['assemble-course', 'finish-rewrite', 'finish-reviews'];

interface RunState {
  readonly run: LiveRun;
  readonly number: number;
  /** Factor by which its steps currently take longer than usual; 1: as usual. */
  readonly slowness: number;
  drafts: number;
  lessons: number;
  waiting: number;
}

interface Task {
  readonly state: RunState;
  readonly job: string;
  readonly lesson: number;
  /** Number of lessons that it writes. */
  readonly lessons: number;
  end: number;
}

/**
 * Simulates the rest of every live run once. Steps take as long as recent ones did (drawn by `seed`), no more steps run at once than
 * workers allow, and a queued run starts when an earlier one ends.
 * @returns remaining ms by run id; a run that stops for its learner has no end
 */
export function forecastRuns(system: LiveSystem, seed: number): Map<string, number> {
  const ends = new Map<string, number>();
  /** Sorted by end, the next one last. */
  const running: Task[] = [];
  const waiting: Task[] = [];
  let waited = 0;
  let queued = 0;
  let active = 0;
  let now = 0;

  const begin = (task: Task, elapsedMs: number) => {
    const pause = elapsedMs > 0 ? 0 : system.handoverMs + Math.max(0, system.pauseMs - now);
    const usual = leftOf(worksOf(system, task), elapsedMs, drawOf(seed, task));
    task.end = now + pause + (elapsedMs > 0 ? usual : usual * task.state.slowness);
    let at = running.length;
    while (at > 0 && running[at - 1]!.end < task.end) at -= 1;
    running.splice(at, 0, task);
  };
  const offer = (state: RunState, job: string, lesson: number, lessons = 1) => {
    const task = { state, job, lesson, lessons, end: 0 };
    if (running.length < system.capacity) begin(task, 0);
    else waiting.push(task);
  };
  const startLessons = (state: RunState) => {
    state.lessons = state.run.lessons;
    state.waiting = 0;
    let lesson = 0;
    for (const size of state.run.modules ?? []) {
      offer(state, size > 1 ? MODULE_JOB : LESSON_JOBS[0]!, lesson, size);
      lesson += size;
    }
    for (; lesson < state.lessons; lesson += 1) offer(state, LESSON_JOBS[0]!, lesson);
    if (state.lessons === 0) offer(state, LAST_JOBS[0]!, 0);
  };
  const stateOf = (run: LiveRun, number: number): RunState => ({
    run,
    number,
    slowness: slownessOf(system, run),
    drafts: 0,
    lessons: 0,
    waiting: run.waiting ?? 0,
  });
  const admit = () => {
    for (; active < system.slots && queued < system.queued.length; queued += 1) {
      const state = stateOf(system.queued[queued]!, system.active.length + queued);
      active += 1;
      if (!state.run.drafts) startLessons(state);
      else for (const job of DRAFT_JOBS) offer(state, job, state.drafts++);
    }
  };
  const leave = (state: RunState) => {
    if (!state.run.gated) ends.set(state.run.id, now);
    active -= 1;
    admit();
  };
  const follow = ({ state, job, lesson, lessons }: Task) => {
    if (LAST_JOBS.includes(job)) return leave(state);
    if (DRAFT_JOBS.includes(job)) {
      state.drafts -= 1;
      if (state.drafts === 0) (state.run.gated ? leave : startLessons)(state);
      return;
    }
    if (job === MODULE_JOB) {
      for (let at = 0; at < lessons; at += 1) offer(state, LESSON_JOBS[1]!, lesson + at);
      return;
    }
    if (job === LESSON_JOBS[0] && state.waiting > 0) {
      state.waiting -= 1;
      state.lessons += 1;
      offer(state, job, lesson + 1);
    }
    const next = job === BESIDE ? undefined : LESSON_JOBS[LESSON_JOBS.indexOf(job) + 1];
    const goesOn = next && (next !== 'correct-lesson' || fraction(seed, state.number, lesson, 9) < system.reviseShare);
    if (goesOn) return offer(state, next, lesson);
    state.lessons -= 1;
    if (state.lessons === 0) offer(state, LAST_JOBS[0]!, 0);
  };

  for (const [number, run] of system.active.entries()) {
    const state = stateOf(run, number);
    active += 1;
    for (const [lesson, { job, elapsedMs, lessons: count }] of run.steps.entries()) {
      const lessons = count ?? 1;
      if (DRAFT_JOBS.includes(job)) state.drafts += 1;
      else if (LESSON_JOBS.includes(job) || job === MODULE_JOB || job === BESIDE) state.lessons += lessons;
      const task = { state, job, lesson, lessons, end: 0 };
      if (elapsedMs === null) waiting.push(task);
      else begin(task, Math.max(1, elapsedMs));
    }
    if (run.steps.length === 0) ends.set(run.id, 0);
  }
  admit();
  for (;;) {
    while (waited < waiting.length && running.length < system.capacity) begin(waiting[waited++]!, 0);
    const task = running.pop();
    if (!task) return ends;
    now = task.end;
    follow(task);
  }
}

/** A job without recent runs is assumed to be like the most similar one: a module takes as long as its lessons. */
function worksOf({ works }: LiveSystem, { job, lessons = 1 }: Pick<Task, 'job'> & { readonly lessons?: number }): readonly number[] {
  const own = works[job] ?? (LAST_JOBS.includes(job) ? works[LAST_JOBS[0]!] : undefined);
  if (own) return own;
  return works[LESSON_JOBS[0]!]?.map((ms) => ms * lessons) ?? works[MODULE_JOB]!;
}

/**
 * Returns how many times longer than any recent step a run's running steps take: services that have become slow will also be slow for its
 * next steps. A single late step among others on time is no evidence.
 */
function slownessOf(system: LiveSystem, { steps }: LiveRun): number {
  const running = steps.flatMap(({ job, elapsedMs, lessons }) =>
    elapsedMs === null ? [] : elapsedMs / worksOf(system, { job, lessons: lessons ?? 1 }).at(-1)!,
  );
  const late = running.filter((times) => times > 1).toSorted((one, other) => one - other);
  return late.length > 1 && late.length * 2 > running.length ? late[late.length >> 1]! : 1;
}

/** Returns the remaining time of a running step, drawn from recent ones that took longer. */
function leftOf(works: readonly number[], elapsedMs: number, draw: number): number {
  const longer = works.findIndex((ms) => ms > elapsedMs);
  // it takes longer than any recent step: assume that it will last in proportion to its age
  if (longer === -1) return elapsedMs / 2;
  return works[longer + Math.floor(draw * (works.length - longer))]! - elapsedMs;
}

const drawOf = (seed: number, { state, job, lesson }: Task) => fraction(seed, state.number, lesson, job.length);

/** Returns a number from 0 to below 1, deterministic for the four arguments. */
function fraction(a: number, b: number, c: number, d: number): number {
  let hash = (a * 0x9e3779b1) ^ (b * 0x85ebca6b) ^ (c * 0xc2b2ae35) ^ (d * 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
