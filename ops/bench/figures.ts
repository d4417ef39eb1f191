/** Returns the median; of two middle values, the lower. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? NaN;

/** Returns the median with the range: `1,234.5 ms (1,100.0-1,400.0)`. */
export function spread(values: readonly number[], unit: string, digits = 1): string {
  const show = (value: number) => value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${show(median(values))} ${unit} (${show(Math.min(...values))}-${show(Math.max(...values))})`;
}

/** Returns a line of a report, its name padded. */
export const line = (name: string, text: string): void => console.log(`${name.padEnd(46)} ${text}`);

const broken: string[] = [];

/**
 * Checks a bound that does not depend on the machine: a ratio within one run, or a count. `npm run bench` exits with 1 if one does not
 * hold.
 */
export function bound(what: string, isHeld: boolean): void {
  if (isHeld) return;
  broken.push(what);
  line('  DOES NOT HOLD', what);
}

/** Returns the bounds that did not hold so far. */
export const brokenBounds = (): readonly string[] => broken;
