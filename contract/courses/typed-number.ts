/** Signs that people type, with the sign that the reader below knows. Full-width signs and special spaces are folded by NFKC. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}/gu, ''],
  // a vulgar fraction may follow a whole number: 1½
  [/[\u00bc-\u00be\u2150-\u215e]/g, ' $&'],
  [/[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b]+/g, '^$&'],
];
const FOLDED_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212\ufe63]/g, '-'],
  [/[\u2044\u2215\u00f7]/g, '/'],
  [/[\u00d7\u22c5\u00b7*]/g, 'x'],
  [/\u066a/g, '%'],
  [/\u060c/g, ','],
  [/[\u066c\u2018\u2019\u02bc\u00b4`_]/g, "'"],
  [/\s+/g, ' '],
];
/** The Arabic decimal separator, which is never one of thousands. */
const DECIMAL = '\u066b';

const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script: each script has its ten digits in one row, from zero. */
function digitOf(char: string): string {
  const code = char.codePointAt(0)!;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

const replaceAll = (text: string, signs: readonly (readonly [RegExp, string])[]): string =>
  signs.reduce((done, [typed, read]) => done.replaceAll(typed, read), text);

const folded = (text: string): string =>
  replaceAll(replaceAll(text, SIGNS).normalize('NFKC'), FOLDED_SIGNS)
    .replaceAll(/\p{Nd}/gu, digitOf)
    .toLowerCase()
    .trim();

/** Removes a unit from either end of an entry. */
function withoutUnit(text: string, unit: string): string {
  if (unit !== '' && text.endsWith(unit)) return text.slice(0, -unit.length).trim();
  if (unit !== '' && text.startsWith(unit)) return text.slice(unit.length).trim();
  return unit === '' ? text.replace(/^\p{Sc} ?| ?\p{Sc}$/u, '') : text;
}

const escaped = (separator: string): string => (separator === '.' ? String.raw`\.` : separator);

/** Returns a whole number in groups of thousands, or of lakh and crore, without its separators; null if it is not grouped so. */
function ungrouped(text: string, separator: string): string | null {
  const sign = escaped(separator);
  const groups = new RegExp(`^\\d{1,3}(?:${sign}\\d{3})+$|^\\d{1,2}(?:${sign}\\d{2})+${sign}\\d{3}$`);
  return groups.test(text) ? text.replaceAll(separator, '') : null;
}

/** Returns the numbers that an unsigned text can mean: `1,234` is one thousand and more in one country, one and a bit in another. */
function readings(text: string): number[] {
  if (/^\d+[.,]?$/.test(text)) return [Number.parseInt(text, 10)];
  const marks = [...new Set(text.replaceAll(/\d/g, ''))];
  if (marks.length === 0 || marks.length > 2 || marks.some((mark) => !`., '${DECIMAL}`.includes(mark))) return [];
  const last = text.at(Math.max(...marks.map((mark) => text.lastIndexOf(mark))))!;
  const [whole, part, ...more] = text.split(last);
  const isDecimal = last !== ' ' && last !== "'" && more.length === 0 && /^\d+$/.test(part!);
  const other = marks.find((mark) => mark !== last);
  if (other !== undefined) {
    const plain = isDecimal && other !== DECIMAL ? ungrouped(whole!, other) : null;
    return plain === null ? [] : [Number(`${plain}.${part}`)];
  }
  const grouped = last === DECIMAL || whole!.startsWith('0') ? null : ungrouped(text, last);
  return [
    ...(isDecimal && /^\d*$/.test(whole!) ? [Number(`${whole || '0'}.${part}`)] : []),
    ...(grouped === null ? [] : [Number(grouped)]),
  ];
}

const FRACTION = /^(?:(\d{1,15}) )?(\d{1,15}) ?\/ ?(\d{1,15})$/;
const POWER = /^(.{1,60}?) ?(?:e|x ?10 ?\^) ?\(?([+-]?\d{1,3})\)?$/;

function unsigned(text: string): number[] {
  const fraction = FRACTION.exec(text);
  if (fraction) {
    const [, whole = '0', above, below] = fraction;
    return Number(below) === 0 ? [] : [Number(whole) + Number(above) / Number(below)];
  }
  const power = POWER.exec(text);
  if (power) return readings(power[1]!).map((value) => value * 10 ** Number(power[2]));
  return readings(text);
}

/**
 * Reads a number as people type it: digits of any script (`٤٫٩٩`), full width, decimal comma or point, thousands by space, point, comma or
 * apostrophe, any minus sign, also after the number, fractions (`1/2`, `1½`), powers of ten (`3e4`, `3 × 10⁴`), per cent, and the unit on
 * either side.
 * @param unit of the answer. A percentage is the number itself if the unit is per cent, a hundredth of it otherwise, and either without a unit
 * @returns every number that it can mean, finite; none if it is no number
 */
export function typedNumbers(entry: string, unit = ''): number[] {
  const expected = folded(unit);
  let text = folded(entry);
  let isNegative = false;
  const takeSign = () => {
    isNegative ||= text.startsWith('-');
    text = text.replace(/^[+-] ?/, '');
  };
  takeSign();
  const isPercent = text.startsWith('%') || text.endsWith('%');
  text = isPercent ? text.replace(/^% ?| ?%$/, '') : withoutUnit(text, expected);
  if (!isNegative) {
    takeSign();
    if (!isNegative && /\d-$/.test(text)) {
      isNegative = true;
      text = text.slice(0, -1);
    }
  }
  const values = unsigned(text).map((value) => (isNegative ? -value : value));
  const hundredths = values.map((value) => value / 100);
  const meant = !isPercent || expected.includes('%') ? values : expected === '' ? [...hundredths, ...values] : hundredths;
  return meant.filter((value) => Number.isFinite(value));
}
