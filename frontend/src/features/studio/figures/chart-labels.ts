/** Font size of the charts in rem, so that it follows the reader's font size. */
export const TYPE_REM = 0.8125;
/** Width of a character in rem; the value axis has room for its longest label. */
const CHARACTER_REM = 0.5;

/** Corners of a bar, px. */
export const ROUND_TOP: [number, number, number, number] = [5, 5, 0, 0];
/** The reader's font size, px. */
export const pageTypePx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** The width that the labels of a value axis need, in px. */
export const axisWidthOf = (labels: readonly string[], rem: number): number =>
  Math.max(...labels.map(({ length }) => length)) * CHARACTER_REM * rem + 8;

/** Width of a character of the charts' font, as a fraction of its size. */
const CHARACTER = 0.6;
/** Space between two labels, in characters. */
const GAP = 1;

interface Room {
  /** Width of one month, px. */
  readonly slot: number;
  /** Font size, px. */
  readonly type: number;
}

const widthOf = (characters: number, type: number): number => (characters + GAP) * CHARACTER * type;

/** The interval, in months, at which labels do not overlap. */
export const labelInterval = (names: readonly string[], { slot, type }: Room): number =>
  Math.max(1, Math.ceil(widthOf(Math.max(...names.map(({ length }) => length)), type) / slot));

/** How far the last month's label may extend beyond its bar, in px: half of the excess width. */
export const overhang = (names: readonly string[], { slot, type }: Room): number =>
  Math.max(0, (Math.max(...names.map(({ length }) => length)) * CHARACTER * type - slot) / 2);

/** How far the labels above the bars at `shown` extend beyond the last bar, in px. */
export const valueOverhang = (texts: readonly string[], shown: ReadonlySet<number>, room: Room): number =>
  Math.max(0, ...[...shown].map((index) => overhang([texts[index]!], room) - (texts.length - 1 - index) * room.slot));

/** Which bars get a label: all that are not 0 if there is room, else the last and the largest, unless they overlap. */
export function labelledMonths(values: readonly number[], texts: readonly string[], { slot, type }: Room): ReadonlySet<number> {
  const some = values.flatMap((value, index) => (value === 0 ? [] : [index]));
  const widest = widthOf(Math.max(0, ...some.map((index) => texts[index]!.length)), type);
  if (widest <= slot) return new Set(some);
  const last = some.at(-1);
  if (last === undefined) return new Set();
  const largest = some.reduce((best, index) => (values[index]! > values[best]! ? index : best), last);
  return new Set((last - largest) * slot >= widest ? [largest, last] : [largest]);
}

/** Approximate number of grid lines between the lowest and the highest value. */
const LINES = 5;
const ROUND = [1, 2, 2.5, 5, 10];

/**
 * Positions of a chart's grid lines: round values including 0, from below the lowest to above the highest.
 * @param isWhole for counts of people, which have no fractions
 */
export function scaleOf(values: readonly number[], isWhole: boolean): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = Math.max((high - low) / LINES, isWhole ? 1 : 0.01);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ROUND.map((factor) => factor * unit).find((each) => each >= rough && (!isWhole || Number.isInteger(each)))!;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step * 100) / 100);
}
