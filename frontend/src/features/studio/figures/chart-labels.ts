/** Width of a character of the charts' type, as a part of its size. */
const CHARACTER = 0.6;
/** Room between two labels, in characters. */
const GAP = 1;

interface Room {
  /** Width of one month, px. */
  readonly slot: number;
  /** Size of the type, px. */
  readonly type: number;
}

const widthOf = (characters: number, type: number): number => (characters + GAP) * CHARACTER * type;

/** Every how manyth month has its name below, so that none covers another. */
export const nameStep = (names: readonly string[], { slot, type }: Room): number =>
  Math.max(1, Math.ceil(widthOf(Math.max(...names.map(({ length }) => length)), type) / slot));

/** How far the name of the last month may stand out beyond its bar, px: half of what is wider than it. */
export const overhang = (names: readonly string[], { slot, type }: Room): number =>
  Math.max(0, (Math.max(...names.map(({ length }) => length)) * CHARACTER * type - slot) / 2);

/**
 * Which values stand at their bars: all that are not 0 where there is room for all, else the last one and the largest, if they do not cover
 * each other.
 */
export function labelledMonths(values: readonly number[], texts: readonly string[], { slot, type }: Room): ReadonlySet<number> {
  const some = values.flatMap((value, index) => (value === 0 ? [] : [index]));
  const widest = widthOf(Math.max(0, ...some.map((index) => texts[index]!.length)), type);
  if (widest <= slot) return new Set(some);
  const last = some.at(-1);
  if (last === undefined) return new Set();
  const largest = some.reduce((best, index) => (values[index]! > values[best]! ? index : best), last);
  return new Set((last - largest) * slot >= widest ? [largest, last] : [largest]);
}

/** Lines a chart has from its lowest value to its highest, about. */
const LINES = 5;
const ROUND = [1, 2, 2.5, 5, 10];

/**
 * Where the lines of a chart stand: round values, 0 among them, from below the lowest to above the highest.
 * @param isWhole of people, of whom there is no half
 */
export function scaleOf(values: readonly number[], isWhole: boolean): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = Math.max((high - low) / LINES, isWhole ? 1 : 0.01);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ROUND.map((factor) => factor * unit).find((each) => each >= rough && (!isWhole || Number.isInteger(each)))!;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step * 100) / 100);
}
