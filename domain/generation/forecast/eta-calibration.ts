/** Estimates that were held against what came true, and as many of them without which nothing can be said about most of them. */
const CHECKED = 90;
const ENOUGH_CHECKED = 9;
/** Share of runs that are meant to end within the range they were told. */
const WITHIN = 0.8;
/** How much of the time that was expected at first is left where a run's estimate is noted, to be checked: what is said later counts as well. */
const MARKS = [1, 0.5] as const;

/** A run whose end is expected in so many ms. */
export interface Expected {
  readonly id: string;
  readonly ms: number;
}

interface Noted {
  readonly at: number;
  readonly ms: number;
}

/** How far off expectations are, learned from what was expected of those that have ended and of those that are late already. */
export interface Calibration {
  /** Takes note of what is expected now and of what has ended. Times are epoch ms. */
  observe(at: number, expected: readonly Expected[], ended: readonly { readonly id: string; readonly finishedAt: number }[]): void;
  /** How far the actual time left is from the expected one, as a share of it, at most in {@link WITHIN} of all cases; 0 while too little is known. */
  spread(at: number): number;
}

export function createCalibration(): Calibration {
  const noted = new Map<string, Noted[]>();
  /** Actual ÷ expected, newest last. */
  const checked: number[] = [];
  const ratio = ({ at, ms }: Noted, end: number) => (end - at) / Math.max(1, ms);
  return {
    observe(at, expected, ended) {
      for (const { id, finishedAt } of ended) {
        for (const one of noted.get(id) ?? []) checked.push(ratio(one, finishedAt));
        noted.delete(id);
      }
      checked.splice(0, checked.length - CHECKED);
      for (const { id, ms } of expected) {
        const notes = noted.get(id) ?? [];
        const mark = MARKS[notes.length];
        if (mark !== undefined && ms <= (notes[0]?.ms ?? ms) * mark) noted.set(id, [...notes, { at, ms }]);
      }
      const live = new Set(expected.map(({ id }) => id));
      for (const id of noted.keys()) if (!live.has(id)) noted.delete(id);
    },
    spread(at) {
      // those that end first are the quick ones: one that should have ended by now counts as far as it has come
      const overdue = [...noted.values()].flat().flatMap((one) => (ratio(one, at) > 1 ? [ratio(one, at)] : []));
      const known = [...checked, ...overdue];
      return known.length < ENOUGH_CHECKED ? 0 : distanceOf(known, 1);
    },
  };
}

/**
 * The value that a further one of the same kind stays below with at least this probability: the ⌈(n + 1) · share⌉th smallest of n, the
 * largest when they are too few. To interpolate between neighbours would promise more than so few values can keep.
 */
export function upperQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length, Math.ceil((sorted.length + 1) * share)) - 1]!;
}

/** How far values are from one of them, as a share of it, at most in {@link WITHIN} of all cases. */
export function distanceOf(values: readonly number[], from: number): number {
  return upperQuantile(
    values.map((value) => Math.abs(value - from) / Math.max(1e-9, from)),
    WITHIN,
  );
}
