import { formatDuration, usd } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';

const MICRO = 1_000_000;

/** Formats micro-dollars as dollars: with cents, and with more digits below ten cents. */
export const formatMicro = (micro: number): string =>
  usd(micro / MICRO, { minimumFractionDigits: 2, maximumFractionDigits: Math.abs(micro) < MICRO / 10 ? 4 : 2 });

/** Short times with a decimal: `0.4 s`; longer ones in the common format. */
export const formatSeconds = (seconds: number): string =>
  seconds < 10
    ? new Intl.NumberFormat(textLocale(), { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 }).format(
        seconds,
      )
    : formatDuration(seconds);

/** Placeholder for a value that is not measured or does not apply. */
export const NOTHING = '–';
