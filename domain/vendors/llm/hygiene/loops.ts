import { tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';

const SENTENCE = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/**
 * A model in a loop does not stop before its tokens end, and says little else: of what stands between the first and the last of the same parts, at most the
 * share `distinct` is said once. Between the lines of a refrain, or of what each day of a plan ends with, most is new.
 */
const REPEATED = { sentence: { words: 5, times: 6, distinct: 0.4 }, section: { words: 12, times: 3, distinct: 0.5 } } as const;
/** Sentences among which the same ones are counted: a text of many sections may say 'Write it down' in each. */
const WINDOW = 40;
/** Sections among which the same ones are counted: more than a lesson has. */
const SECTIONS = 60;
/**
 * Headings and paragraphs, with the blank lines between taken out line by line: a pattern would go over a run of them again for each. A section that comes
 * again may follow without one.
 */
const sectionsOf = (prose: string): string[] =>
  prose
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (/^#{1,6}\s/.test(line) ? `\n${line}\n` : line))
    .join('\n')
    .split(/\n{2,}/);

/** Tells whether so many of `window` parts in a row are the same, with little else between them. */
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

/** Words; signs of scripts that write none apart. */
const UNIT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
/** So many words in a row, in so many turns, are no refrain; of numbers alone, a matrix may consist. */
const RUN = { words: 40, turns: 12, longest: 40 } as const;
/** A clause that comes five times with nothing between is no chorus either. */
const LONG_RUN = { from: 10, turns: 5 } as const;
/** Turns of at least three words that only a number tells apart: 'Step 1: do it. Step 2: do it.' What is counted has a second one: 'week 3: 5 km'. */
const NUMBERED = { turns: 30, words: 3 } as const;
/** Letters, syllables and signs; a form has rows of dots, and genes have runs of letters, which are shorter. */
const RUN_OF_ONE_SIGN = /([\p{L}!?])\1{99}|(\p{L}{2,4}?)\2{99}|(\p{Extended_Pictographic}\ufe0f?\s?)\3{99}|([.…·])\4{299}/u;
/** The same line of code, so many times in a row; a row of data has no words. */
const RUN_OF_LINES = /^(?=[^\n]*\p{L}{2})([^\n]{10,200})\n(?:\1\n){58}\1$/mu;

/**
 * Tells whether a word, or up to `RUN.longest` of them, come again and again with nothing between: 'the the the', an item of a list.
 * @param turnsOf how often so many units have to come
 * @param counts tells of a turn whether it does
 */
function hasRun(units: readonly string[], turnsOf: (length: number) => number, counts: (turn: readonly string[]) => boolean): boolean {
  // numbers are compared in a tenth of the time of words
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

/** Tells of a run in which every turn is the same, and of one that only counts its turns. */
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
 * Tells whether a text says the same again and again: a word or a few, a sentence, or a section. Counted where it happens: a loop at the end of a long lesson is a
 * small share of its words.
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
