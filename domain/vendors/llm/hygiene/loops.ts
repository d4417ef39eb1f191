import { tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';

const SENTENCE = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/**
 * A looping model does not stop before its tokens run out, and says little else. Between the first and the last of the repeated parts, at
 * most the share `distinct` occurs only once. Between a song's refrains, or the closing lines of a plan's days, most text is new.
 */
const REPEATED = { sentence: { words: 5, times: 6, distinct: 0.4 }, section: { words: 12, times: 3, distinct: 0.5 } } as const;
/** Number of sentences among which repeats are counted: a text of many sections may say 'Write it down' in each. */
const WINDOW = 40;
/** Number of sections among which repeats are counted: more than a lesson has. */
const SECTIONS = 60;
/**
 * Splits a text into headings and paragraphs. Blank lines between them are removed line by line: a pattern would rescan a run of them for
 * each. A repeated section may follow without one.
 */
const sectionsOf = (prose: string): string[] =>
  prose
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (/^#{1,6}\s/.test(line) ? `\n${line}\n` : line))
    .join('\n')
    .split(/\n{2,}/);

/** Tells whether, of `window` parts in a row, that many are the same with little else between them. */
function comesOften(
  parts: readonly string[],
  { words, times, distinct }: { words: number; times: number; distinct: number },
  window: number,
): boolean {
  const tokens = parts.map((part) => tokensOf(part)).filter((found) => found.length > 0);
  const all = tokens.map((found) => found.join(' '));
  const said = all.map((part, at) => (tokens[at]!.length >= words ? part : null));
  const last = new Map<string, number[]>();
  return said.some((part, at) => {
    if (part === null) return false;
    const places = [...(last.get(part) ?? []), at].slice(-times);
    last.set(part, places);
    if (places.length < times || at - places[0]! >= window) return false;
    const span = all.slice(places[0], at + 1);
    return new Set(span).size <= span.length * distinct;
  });
}

/** Words; single signs in scripts without spaces. */
const UNIT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
/** A run of this many words and turns is no refrain; a run of numbers alone may be a matrix. */
const RUN = { words: 40, turns: 12, longest: 40 } as const;
/** A clause that comes five times in a row is no chorus either. */
const LONG_RUN = { from: 10, turns: 5 } as const;
/**
 * Turns of at least three words that differ only in a number: 'Step 1: do it. Step 2: do it.' A real count has a second number: 'week 3: 5
 * km'.
 */
const NUMBERED = { turns: 30, words: 3 } as const;
/** Letters, syllables and signs. Forms have rows of dots, and genes runs of letters, but shorter ones. */
const RUN_OF_ONE_SIGN = /([\p{L}!?])\1{99}|(\p{L}{2,4}?)\2{99}|(\p{Extended_Pictographic}\ufe0f?\s?)\3{99}|([.…·])\4{299}/u;
/** Repeats of one line of code in a row; a row of data has no words. */
const RUN_OF_LINES = /^(?=[^\n]*\p{L}{2})([^\n]{10,200})\n(?:\1\n){58}\1$/mu;

/**
 * Tells whether a word, or a phrase of up to `RUN.longest` words, repeats with nothing between: 'the the the', an item of a list.
 * @param turnsOf returns how many repeats a phrase of so many units needs
 * @param counts tells whether a turn counts
 */
function hasRun(units: readonly string[], turnsOf: (length: number) => number, counts: (turn: readonly string[]) => boolean): boolean {
  // comparing numbers takes a tenth of the time of comparing words
  const known = new Map<string, number>();
  const ids = Int32Array.from(units, (unit) => known.get(unit) ?? (known.set(unit, known.size), known.size - 1));
  for (let length = 1; length <= RUN.longest; length += 1) {
    const least = Math.max(RUN.words, turnsOf(length) * length);
    let same = length;
    for (let at = length; at < units.length; at += 1) {
      same = ids[at] === ids[at - length] ? same + 1 : length;
      if (same < least) continue;
      if (counts(units.slice(at - length + 1, at + 1))) return true;
      same = length;
    }
  }
  return false;
}

/** Tells whether all turns of a run are the same, or differ only in a running number. */
function comesInTurns(prose: string): boolean {
  const units = prose.match(UNIT) ?? [];
  const isWord = (unit: string) => /\p{L}/u.test(unit);
  if (
    hasRun(
      units,
      (length) => (length < LONG_RUN.from ? RUN.turns : LONG_RUN.turns),
      (turn) => turn.some(isWord),
    )
  )
    return true;
  const counted = units.map((unit) => (/^\p{N}+$/u.test(unit) ? '0' : unit));
  const isCounted = (turn: readonly string[]) => turn.length > NUMBERED.words && turn.filter((unit) => unit === '0').length === 1;
  return hasRun(counted, () => NUMBERED.turns, isCounted);
}

/**
 * Tells whether a text says the same again and again: a word or a few, a sentence, or a section. Repeats are judged locally: a loop at the
 * end of a long lesson is a small share of its words.
 */
export function isLooping(markdown: string): boolean {
  const prose = withoutCode(markdown);
  return (
    RUN_OF_ONE_SIGN.test(prose) ||
    RUN_OF_LINES.test(markdown) ||
    comesInTurns(prose) ||
    comesOften(prose.match(SENTENCE) ?? [], REPEATED.sentence, WINDOW) ||
    comesOften(sectionsOf(prose), REPEATED.section, SECTIONS)
  );
}
