import type { ScriptTurn } from './write-script.command.ts';

/** A part takes less than half a minute, so that what is heard can be checked by any service that transcribes. */
const MOST_CHARACTERS = 360;

/** What is spoken by one call: some sentences of one voice. */
export interface SpokenPart {
  readonly voice: 'first' | 'second';
  readonly text: string;
  /** The last part of what a voice says without a pause. */
  readonly endsTurn: boolean;
}

/** Splits a script into parts of at most 360 characters, at ends of sentences where there are any, else between words. */
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
    if (last !== undefined && last.length + 1 + piece.length <= MOST_CHARACTERS) parts[parts.length - 1] = `${last} ${piece}`;
    else parts.push(piece);
    return parts;
  }, []);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Cuts a sentence that is too long between words. */
function inPieces(sentence: string): string[] {
  if (sentence.length <= MOST_CHARACTERS) return [sentence];
  const pieces = [''];
  for (const { segment } of graphemes.segment(sentence)) {
    if (pieces.at(-1)!.length + segment.length > MOST_CHARACTERS) pieces.push('');
    pieces[pieces.length - 1] += segment.slice(0, MOST_CHARACTERS);
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
