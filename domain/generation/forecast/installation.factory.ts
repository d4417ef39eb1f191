import type { LiveRun } from './forecast-runs.ts';
import type { SystemSnapshot, UsualRun } from './live-system.queries.ts';

/** Milliseconds per call of each step in normal times. */
const ORDINARY: Readonly<Record<string, number>> = {
  'draft-outline': 5_600,
  'research-topic': 3_700,
  'write-lesson': 5_900,
  'write-practice': 4_500,
  'review-lesson': 4_800,
  'correct-lesson': 5_900,
  'assemble-course': 150,
};
const SIZES = [9, 12, 18, 12, 15];
const WARM_UP = 4;
const DRIFT_EVERY_MS = 15_000;
const REVISED = 0.04;

interface SimulatedStep {
  readonly run: SimulatedRun;
  readonly job: string;
  readonly from: number;
  readonly to: number;
}

export interface SimulatedRun {
  readonly id: string;
  readonly lessons: number;
  readonly accepted: number;
  started: number | null;
  ended: number | null;
  drafts: number;
  open: number;
}

/**
 * A simulated installation: courses of several sizes arrive in waves, from single ones to bursts that fill the queue, services speed up and
 * slow down by themselves, and concurrent calls slow each other down. Deterministic by seed.
 */
export class SimulatedInstallation {
  now = 0;
  readonly runs: SimulatedRun[] = [];
  readonly queued: SimulatedRun[] = [];
  readonly active: SimulatedRun[] = [];
  readonly #arrivals: number[];
  readonly #usual: UsualRun[] = [];
  readonly #done: { job: string; at: number; ms: number }[] = [];
  readonly #random: () => number;
  readonly #slots: number;
  #steps: SimulatedStep[] = [];
  #pace = 1;
  #nextDrift = DRIFT_EVERY_MS;

  constructor(seed: number, { courses, slots }: { courses: number; slots: number }) {
    this.#random = seeded(seed);
    this.#slots = slots;
    this.#arrivals = Array.from({ length: WARM_UP }, () => 0);
    let at = 22_000;
    for (let i = 0; i < courses; i += 1) {
      const wave = Math.floor(i / 5) % 5;
      at += (wave < 2 ? 2_300 : wave === 2 ? 1_000 : wave === 3 ? 300 : 2_700) * (0.5 + this.#random());
      this.#arrivals.push(at);
    }
  }

  /** Tells whether all courses have arrived and ended. */
  get isOver(): boolean {
    return this.#arrivals.length === 0 && this.active.length === 0 && this.queued.length === 0;
  }

  /** All courses except the first ones, when nothing was known. */
  get measured(): readonly SimulatedRun[] {
    return this.runs.slice(WARM_UP);
  }

  /** Simulates until this time, ms. */
  playUntil(time: number): void {
    for (;;) {
      const step = this.#steps.reduce<SimulatedStep | null>((first, one) => (first && first.to <= one.to ? first : one), null);
      const next = Math.min(step?.to ?? Infinity, this.#arrivals[0] ?? Infinity, this.#nextDrift);
      if (next > time) break;
      this.now = next;
      if (next === this.#nextDrift) this.#drift();
      else if (next === this.#arrivals[0]) this.#arrive();
      else if (step) this.#end(step);
    }
    this.now = time;
  }

  snapshot(): SystemSnapshot {
    const live = (run: SimulatedRun): LiveRun => ({
      id: run.id,
      drafts: run.drafts < 2,
      gated: false,
      lessons: run.lessons,
      steps: this.#steps.filter((step) => step.run === run).map(({ job, from }) => ({ job, elapsedMs: this.now - from })),
    });
    return {
      at: this.now,
      system: {
        active: this.active.map(live),
        queued: this.queued.map(live),
        slots: this.#slots,
        works: this.#works(),
        handoverMs: 100,
        reviseShare: REVISED,
        pauseMs: 0,
      },
      running: this.#steps.length,
      waiting: 0,
      usual: this.#usual.slice(0, 200),
      measuredRuns: Math.min(20, this.#usual.length),
      isReckoned: false,
      atOnce: Infinity,
      startedAt: new Map(this.active.map(({ id, started }) => [id, started!])),
    };
  }

  /** Step durations as the database returns them: the newest 20, or only those of the last minute if there are enough. */
  #works(): Record<string, number[]> {
    const works: Record<string, number[]> = {};
    for (const job of Object.keys(ORDINARY)) {
      const newest = this.#done.filter((one) => one.job === job).slice(-20);
      const fresh = newest.filter(({ at }) => at > this.now - 60_000);
      const taken = fresh.length >= 8 ? fresh : newest.slice(-8);
      if (taken.length > 0) works[job] = taken.map(({ ms }) => ms).sort((a, b) => a - b);
    }
    return works;
  }

  #drift(): void {
    this.#pace = Math.min(1.4, Math.max(0.7, this.#pace * (0.85 + this.#random() * 0.3)));
    this.#nextDrift += DRIFT_EVERY_MS;
  }

  #arrive(): void {
    const id = `run ${this.runs.length}`;
    const lessons = SIZES[Math.floor(this.#random() * SIZES.length)]!;
    const run = { id, lessons, accepted: this.#arrivals.shift()!, started: null, ended: null, drafts: 0, open: 0 };
    this.runs.push(run);
    this.queued.push(run);
    this.#admit();
  }

  #admit(): void {
    while (this.active.length < this.#slots && this.queued.length > 0) {
      const run = this.queued.shift()!;
      run.started = this.now;
      this.active.push(run);
      this.#begin(run, 'draft-outline');
      this.#begin(run, 'research-topic');
    }
  }

  #begin(run: SimulatedRun, job: string): void {
    const crowd = 1 + Math.max(0, this.#steps.length - 40) / 150;
    const chance = 0.85 + (this.#random() + this.#random()) * 0.15;
    this.#steps.push({ run, job, from: this.now, to: this.now + 120 + ORDINARY[job]! * this.#pace * chance * crowd });
  }

  #end(step: SimulatedStep): void {
    const { run, job } = step;
    this.#steps = this.#steps.filter((one) => one !== step);
    this.#done.push({ job, at: this.now, ms: this.now - step.from });
    if (job === 'draft-outline' || job === 'research-topic') {
      run.drafts += 1;
      if (run.drafts < 2) return;
      run.open = run.lessons;
      for (let lesson = 0; lesson < run.lessons; lesson += 1) this.#begin(run, 'write-lesson');
    } else if (job === 'write-lesson') this.#begin(run, 'write-practice');
    else if (job === 'write-practice') this.#begin(run, 'review-lesson');
    else if (job === 'review-lesson' && this.#random() < REVISED) this.#begin(run, 'correct-lesson');
    else if (job === 'assemble-course') this.#leave(run);
    else {
      run.open -= 1;
      if (run.open === 0) this.#begin(run, 'assemble-course');
    }
  }

  #leave(run: SimulatedRun): void {
    run.ended = this.now;
    this.active.splice(this.active.indexOf(run), 1);
    this.#usual.unshift({ id: run.id, lessons: run.lessons, ms: this.now - run.started!, finishedAt: this.now });
    this.#admit();
  }
}

/** Seeded random numbers from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed * 7_919 + 13;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
