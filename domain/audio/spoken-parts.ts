import type { ScriptTurn } from './write-script.command.ts';

/** A part takes less than half a minute, so that any service that transcribes can say when its words are heard. */
const MOST_LETTERS = 360;
/** Signs that are said as a syllable or more take as long as so many letters. */
const LETTERS_A_SIGN = 3;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const lettersOf = (text: string): number => text.length + (LETTERS_A_SIGN - 1) * (text.match(SIGNS)?.length ?? 0);

/** What is spoken by one call: some sentences of one voice. */
export interface SpokenPart {
  readonly voice: 'first' | 'second';
  readonly text: string;
  /** The last part of what a voice says without a pause. */
  readonly endsTurn: boolean;
}

/** Splits a script into parts of less than half a minute, at ends of sentences where there are any, else between words. */
export function partsOfScript(turns: readonly ScriptTurn[]): SpokenPart[] {
  return turns.flatMap(({ voice, text }) => {
    const parts = joined(sentencesOf(text).flatMap(inPieces));
    return parts.map((part, n) => ({ voice, text: part, endsTurn: n === parts.length - 1 }));
  });
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const sentencesOf = (text: string): string[] => [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);

/** Puts short neighbours together. */
const joined = (pieces: readonly string[]): string[] =>
  pieces.reduce<string[]>((parts, piece) => {
    const last = parts.at(-1);
    if (last !== undefined && lettersOf(last) + 1 + lettersOf(piece) <= MOST_LETTERS) parts[parts.length - 1] = `${last} ${piece}`;
    else parts.push(piece);
    return parts;
  }, []);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Cuts a sentence that is too long between words. */
function inPieces(sentence: string): string[] {
  if (lettersOf(sentence) <= MOST_LETTERS) return [sentence];
  const pieces = [''];
  for (const { segment } of graphemes.segment(sentence)) {
    if (lettersOf(pieces.at(-1)!) + lettersOf(segment) > MOST_LETTERS) pieces.push('');
    pieces[pieces.length - 1] += segment.slice(0, MOST_LETTERS);
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

/** Splits a text into the words that a transcript shows: at blanks; in scripts without blanks by the words of the language. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap((piece) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(piece) ? segmentsOf(piece) : [piece],
    )
    .filter(Boolean);
}

/** Words with the punctuation that follows them. */
const segmentsOf = (piece: string): string[] =>
  [...graphemes.segment(piece)].reduce<string[]>((words, { segment, isWordLike }) => {
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
    return words;
  }, []);
