import { formatSpan, usd } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';

const MICRO = 1_000_000;

/** Formats micro-dollars as dollars: with cents, and with more digits below a cent. */
export const formatMicro = (micro: number): string =>
  usd(micro / MICRO, { minimumFractionDigits: 2, maximumFractionDigits: Math.abs(micro) < MICRO / 100 ? 4 : 2 });

/** Formats a share of 1. */
export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(textLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

export const formatSeconds = formatSpan;

/** Placeholder for a value that is not measured or does not apply. */
export const NO_VALUE = '–';

/** All of them together. */
export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
