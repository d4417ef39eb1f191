import type { ScriptTurn } from './script.commands.ts';

/** Maximum length of a part: less than half a minute, so that every transcribing service can determine its word times. */
const MOST_LETTERS = 360;
/** Number of letters that a character standing for a syllable or more counts as. */
const LETTERS_A_SIGN = 3;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const lettersOf = (text: string): number => text.length + (LETTERS_A_SIGN - 1) * (text.match(SIGNS)?.length ?? 0);

/** The text spoken by one call: some sentences of one voice. */
export interface SpokenPart {
  readonly voice: 'first' | 'second';
  /** With the space that follows it in the script, if any. */
  readonly text: string;
  /** Whether it is the last part of a turn. */
  readonly endsTurn: boolean;
  /** Whether it ends with a question to the listener. */
  readonly asks: boolean;
}

/** Splits a script into parts of less than half a minute, at sentence ends if possible, otherwise between words. */
export function partsOfScript(turns: readonly ScriptTurn[]): SpokenPart[] {
  return turns.flatMap(({ voice, text, asks = false }) => {
    const parts = joined(sentencesOf(text).flatMap(inPieces)).filter((part) => part.trim() !== '');
    return parts.map((part, n) => ({ voice, text: part, endsTurn: n === parts.length - 1, asks: asks && n === parts.length - 1 }));
  });
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const sentencesOf = (text: string): string[] => [...sentences.segment(text)].map(({ segment }) => segment);

/** Joins short neighbours. */
const joined = (pieces: readonly string[]): string[] =>
  pieces.reduce<string[]>((parts, piece) => {
    const last = parts.at(-1);
    if (last !== undefined && lettersOf(`${last}${piece}`.trim()) <= MOST_LETTERS) parts[parts.length - 1] = last + piece;
    else parts.push(piece);
    return parts;
  }, []);

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a sentence that is too long between words. */
function inPieces(sentence: string): string[] {
  if (lettersOf(sentence.trim()) <= MOST_LETTERS) return [sentence];
  const pieces = [''];
  for (const { segment } of words.segment(sentence)) {
    if (segment.trim() !== '' && lettersOf(pieces.at(-1)!) + lettersOf(segment) > MOST_LETTERS) pieces.push('');
    pieces[pieces.length - 1] += segment.slice(0, MOST_LETTERS);
  }
  return pieces;
}

/** Scripts written without spaces between words. */
export const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A word of a transcript, as written. */
export interface WrittenWord {
  readonly text: string;
  /** Whether no space follows it. */
  readonly glued: boolean;
}

/** Splits a text into the words that a transcript shows: at spaces, and in scripts without spaces by the language's words. */
export const wordsOf = (text: string): WrittenWord[] =>
  [...text.matchAll(/(\S+)(\s*)/g)].flatMap(([, piece, blank]) => {
    const parts = WITHOUT_BLANKS.test(piece!) ? segmentsOf(piece!) : [piece!];
    return parts.map((part, n) => ({ text: part, glued: n < parts.length - 1 || blank === '' }));
  });

const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Splits a text into words, with the punctuation that follows them and the brackets and quotation marks that open before them. */
const segmentsOf = (piece: string): string[] =>
  [...words.segment(piece)].reduce<string[]>((parts, { segment, isWordLike }) => {
    const last = parts.at(-1);
    const isOwn = last !== undefined && (isWordLike || OPENING.test(segment)) && !OPENING.test(last);
    if (last === undefined || isOwn) parts.push(segment);
    else parts[parts.length - 1] += segment;
    return parts;
  }, []);
