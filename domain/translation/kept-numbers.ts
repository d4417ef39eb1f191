/** Finds the numbers of a text in its translation, although languages write them differently: `1,250.5`, `1.250,5`, `1 250,5`, `١٢٥٠٫٥`. */

/** Groups of three separated by spaces, or digits with separators. */
const RUN = "\\p{Nd}{1,3}(?:[ \\u00a0\\u2009\\u202f]\\p{Nd}{3}(?!\\p{Nd}))+(?:[.,٫]\\p{Nd}+)?|\\p{Nd}+(?:[.,'’٬٫]\\p{Nd}+)*";
const RUNS = new RegExp(RUN, 'gu');
/** Numbers that languages word differently, and that need not be kept: ordinals, decades, hours, `5 million`. */
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}_/]|\\p{N}[.,'’٬٫])(?:${RUN})(?![\\p{L}\\p{N}_/]|[.,'’٬٫]\\p{Nd})(?!\\s*(?:[ap]\\.?m\\b|o['’]clock|million|billion|thousand|hundred|dozen|century))`,
  'giu',
);
const BLANK = /[ \u00a0\u2009\u202f]/;

/** Words for a thousand and more, which shorten a number by its zeros, and numerals that are no digits. */
const WORDED = /[万萬億亿千百]|[만억천]|लाख|करोड़|हज़ार|tausend|mille\b|\bmil\b|тысяч|ألف|آلاف/iu;
const WORDED_FROM = 1_000;
const NUMERALS = /[一二三四五六七八九十百]/u;
/** In many languages, smaller numbers are written as words. */
const NUMERALS_TO = 12;
const HAN_NUMERALS_TO = 100;

/** Returns the value of a digit in any script: ten digits begin at a multiple of 16, or six after one. */
function valueOf(digit: string): number {
  let zero = digit.codePointAt(0)!;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero -= 1;
  return digit.codePointAt(0)! - zero;
}

const partsOf = (run: string): string[] => run.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit))).match(/[0-9]+/g)!;
const isGrouped = (parts: readonly string[]): boolean => parts.slice(1).every((part) => part.length === 3);

/** Returns the possible values of a number: `1.250` has two, `12.50` is not 1250. */
function readingsOf(run: string): number[] {
  const parts = partsOf(run);
  const whole = Number(parts.join(''));
  const decimal = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`);
  if (parts.length === 1) return [whole];
  if (new Set(run.match(/\P{Nd}/gu)).size > 1) return [decimal];
  if (parts.length > 2) return [whole];
  return isGrouped(parts) ? [whole, decimal] : [decimal];
}

/** Returns the separate values in a number: hours and minutes, days and months, or two numbers with a space between them. */
function piecesOf(run: string): number[] {
  const parts = partsOf(run);
  return BLANK.test(run) || (parts.length > 1 && !isGrouped(parts)) ? parts.map(Number) : [];
}

/**
 * Tells whether a translation has lost or changed a number of its text with at least two digits.
 * @param isShort whether the text has only a few words, so that the translation may use numerals
 */
export function losesNumbers({ source, text }: { readonly source: string; readonly text: string }, isShort: boolean): boolean {
  const kept = new Set((text.match(RUNS) ?? []).flatMap((run) => [...readingsOf(run), ...piecesOf(run)]));
  return (source.match(NUMBER) ?? []).some((number) => {
    const readings = readingsOf(number);
    const pieces = piecesOf(number);
    const most = Math.max(...readings);
    if (partsOf(number).join('').length < 2 || readings.some((one) => kept.has(one))) return false;
    if (pieces.length > 0 && pieces.every((piece) => kept.has(piece))) return false;
    if (most >= WORDED_FROM && WORDED.test(text)) return false;
    return !(isShort && most <= (NUMERALS.test(text) ? HAN_NUMERALS_TO : NUMERALS_TO));
  });
}
