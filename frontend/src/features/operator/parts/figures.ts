import { formatSpan, usd } from '#frontend/lib/format.ts';

const MICRO = 1_000_000;

/** Formats micro-dollars as dollars: with cents, and with more digits below a cent. */
export const formatMicro = (micro: number): string =>
  usd(micro / MICRO, { minimumFractionDigits: 2, maximumFractionDigits: Math.abs(micro) < MICRO / 100 ? 4 : 2 });

export const formatSeconds = formatSpan;

/** Placeholder for a value that is not measured or does not apply. */
export const NO_VALUE = '–';

/** The sum of the counts. */
export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
