/** Number of past estimates that are checked, and the minimum for a statement about most of them. */
const CHECKED = 90;
const ENOUGH_CHECKED = 9;
/** Share of runs that should end within their estimated range. */
const WITHIN = 0.8;
/** A run's estimate is recorded for checking when this share of the initially expected time is left; later estimates count as well. */
const MARKS = [1, 0.5] as const;

/** A run with its expected remaining ms. */
export interface Expected {
  readonly id: string;
  readonly ms: number;
}

interface Noted {
  readonly at: number;
  readonly ms: number;
}

/** The error of past estimates, learned from ended runs and from those that are already late. */
export interface Calibration {
  /** Records current estimates, and runs that have ended. Times are epoch ms. */
  observe(at: number, expected: readonly Expected[], ended: readonly { readonly id: string; readonly finishedAt: number }[]): void;
  /**
   * Returns the relative deviation from the expected remaining time that {@link WITHIN} of all cases stay below; 0 while too little is
   * known.
   */
  deviation(at: number): number;
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
    deviation(at) {
      // those that end first are the fast ones: an overdue one counts with the time it has taken so far
      const overdue = [...noted.values()].flat().flatMap((one) => (ratio(one, at) > 1 ? [ratio(one, at)] : []));
      const known = [...checked, ...overdue];
      return known.length < ENOUGH_CHECKED ? 0 : distanceOf(known, 1);
    },
  };
}

/**
 * Returns the value that another sample stays below with at least this probability: the ⌈(n + 1) · share⌉th smallest of n, the largest when
 * there are too few. Interpolating would promise more than so few values justify.
 */
export function upperQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length, Math.ceil((sorted.length + 1) * share)) - 1]!;
}

/** Returns the relative distance from one value that {@link WITHIN} of all values stay below. */
export function distanceOf(values: readonly number[], from: number): number {
  return upperQuantile(
    values.map((value) => Math.abs(value - from) / Math.max(1e-9, from)),
    WITHIN,
  );
}
