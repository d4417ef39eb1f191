import type { VisibleText } from '#frontend/lib/visible-text.ts';

/** A sentence of a text, with its position. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Some voices cut longer texts off in the middle. */
const LONGEST = 280;

/** Splits a text into sentences. A block element ends one, also without a full stop. @param language as in `lang` */
export function sentencesOf({ text }: Pick<VisibleText, 'text'>, language: string | undefined): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  let at = 0;
  for (const block of text.split('\n')) {
    for (const { segment, index } of segmenter.segment(block)) {
      for (const piece of piecesOf(segment, at + index)) if (/[\p{L}\p{N}]/u.test(piece.text)) sentences.push(piece);
    }
    at += block.length + 1;
  }
  return sentences;
}

function piecesOf(segment: string, from: number): Sentence[] {
  const pieces: Sentence[] = [];
  let rest = segment;
  let at = from;
  while (rest.length > LONGEST) {
    const cut = Math.max(rest.lastIndexOf(', ', LONGEST), rest.lastIndexOf('; ', LONGEST)) + 1 || rest.lastIndexOf(' ', LONGEST) || LONGEST;
    pieces.push(trimmed(rest.slice(0, cut), at));
    at += cut;
    rest = rest.slice(cut);
  }
  return [...pieces, trimmed(rest, at)];
}

function trimmed(text: string, start: number): Sentence {
  const lead = text.length - text.trimStart().length;
  const body = text.trim();
  return { text: body, start: start + lead, end: start + lead + body.length };
}

/**
 * The sentence that begins the next paragraph, or the one before: backwards first the begin of the paragraph one is in. Paragraphs are the lines of
 * the text.
 *
 * @param at index of the current sentence; beyond the last one at the end
 */
export function paragraphFrom(text: string, sentences: readonly Sentence[], at: number, by: 1 | -1): number {
  const begins = sentences.flatMap(({ start }, index) => {
    const before = sentences[index - 1];
    return !before || text.slice(before.end, start).includes('\n') ? [index] : [];
  });
  return (by === 1 ? begins.find((index) => index > at) : begins.findLast((index) => index < at)) ?? (by === 1 ? sentences.length : 0);
}
