import type { Block, SourceDocument } from './reading/source-document.ts';

/** A stretch of a source that a lesson can be written from and quote. */
export interface CutPassage {
  readonly number: number;
  readonly page: number | null;
  /** Headings it stands below, outermost first. */
  readonly headings: readonly string[];
  /** In characters of the whole text. */
  readonly startsAt: number;
  readonly body: string;
}

/** In words: a passage is full with `full`, never longer than `most`; below a new heading a new one begins once there are `least`. */
const SIZE = { least: 60, full: 150, most: 250, characters: 3_000 };
const HEADING_CHARACTERS = 200;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Words as a reader counts them: two signs of a script without spaces make about one. */
export function countWords(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return (text.replaceAll(DENSE, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0) + Math.round(dense / 2);
}

/** Cuts a document into passages of about 150 to 250 words, at its headings and paragraphs; a longer paragraph between its sentences. */
export function cutPassages({ blocks }: SourceDocument): CutPassage[] {
  const passages: CutPassage[] = [];
  const headings: { level: number; text: string }[] = [];
  let at = 0;
  let open: { page: number | null; headings: string[]; startsAt: number; parts: string[]; words: number; characters: number } | null = null;
  const flush = (): void => {
    if (!open) return;
    const { page, headings: under, startsAt, parts } = open;
    passages.push({ number: passages.length + 1, page, headings: under, startsAt, body: parts.join('\n\n') });
    open = null;
  };
  for (const block of blocks) {
    if (block.level > 0) {
      if (open && open.words >= SIZE.least) flush();
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      headings.push({ level: block.level, text: block.text.replaceAll(/\s+/g, ' ').slice(0, HEADING_CHARACTERS) });
    }
    for (const piece of piecesOf(block)) {
      const words = countWords(piece);
      if (open && (open.words + words > SIZE.most || open.characters + piece.length > SIZE.characters)) flush();
      open ??= { page: block.page, headings: headings.map(({ text }) => text), startsAt: at, parts: [], words: 0, characters: 0 };
      open.parts.push(piece);
      open.words += words;
      open.characters += piece.length;
      at += piece.length + 2;
      if (open.words >= SIZE.full && block.level === 0) flush();
    }
  }
  flush();
  return passages;
}

/** A block in pieces that fit into a passage. */
function piecesOf({ text }: Block): string[] {
  if (fits(text)) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of sentencesOf(text).flatMap(wordsWhereLong)) {
    if (piece !== '' && !fits(piece + sentence)) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += sentence;
  }
  return [...pieces, piece.trim()].filter(Boolean);
}

const fits = (text: string): boolean => text.length <= SIZE.characters && countWords(text) <= SIZE.most;

const sentencesOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment);

/** A sentence that is too long for a passage is cut between words, and one without any anywhere. */
function wordsWhereLong(sentence: string): string[] {
  return fits(sentence) ? [sentence] : (sentence.match(/\S{1,200}\s*/gu) ?? []);
}
