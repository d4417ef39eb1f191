import { toAsciiDigits } from './format.ts';

/** A point before the cents and commas between the thousands, or the reverse; spaces and apostrophes only between thousands. */
const GROUPED = /^([-+]?\d{1,3})((?:[,\u066c\s'’]\d{3})+)([.\u066b]\d*)?$/;
const GROUPED_BY_POINTS = /^([-+]?\d{1,3})((?:[.\s'’]\d{3})+),(\d{1,2})$/;

/**
 * Converts a typed number to machine notation: Arabic digits, decimal comma, thousands separators. `1,250` has thousands, `1,25` has cents,
 * `1.250` is a decimal as in English. Other text stays unchanged.
 */
export function normaliseDecimal(typed: string): string {
  const text = toAsciiDigits(typed.trim());
  const grouped = GROUPED.exec(text);
  if (grouped) return `${grouped[1]}${grouped[2]!.replace(/\D/g, '')}${(grouped[3] ?? '').replace('\u066b', '.')}`;
  const pointed = GROUPED_BY_POINTS.exec(text);
  if (pointed) return `${pointed[1]}${pointed[2]!.replace(/\D/g, '')}.${pointed[3]}`;
  return text.replace(/^([-+]?\d*)(?:,(\d{1,2})|\u066b(\d+))$/, '$1.$2$3');
}

/** Normalises typed dollars: removes the sign or the currency name, before or after. */
export const normaliseDollars = (typed: string): string =>
  normaliseDecimal(toAsciiDigits(typed).replace(/^\s*(?:US ?\$|USD|\$)\s*(?=[-+.\d])|(?<=[.\d])\s*(?:US ?\$|USD|\$)\s*$/gi, ''));
