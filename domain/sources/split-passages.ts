import type { Block, SourceDocument } from './reading/source-document.ts';

/** A passage of a source that a lesson can use and quote. */
export interface SplitPassage {
  readonly number: number;
  readonly page: number | null;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** Offset in the whole text, in characters. */
  readonly startsAt: number;
  readonly body: string;
  readonly words: number;
}

/** In words: a passage is complete at `full` and never longer than `most`; a heading begins a new one once it has `least`. */
const SIZE = { least: 60, full: 150, most: 250, characters: 3_000 };
const HEADING_CHARACTERS = 200;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Counts words as a reader would: in scripts without spaces, about two characters count as one word. */
export function countWords(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  const others = text.replaceAll(DENSE, ' ').match(/\S+/gu) ?? [];
  return others.filter((word) => /[\p{L}\p{N}]/u.test(word)).length + Math.round(dense / 2);
}

/** Splits a document into passages of about 150 to 250 words, at headings and paragraphs; longer paragraphs are split at sentence ends. */
export function splitPassages({ blocks }: SourceDocument): SplitPassage[] {
  const passages: SplitPassage[] = [];
  const headings: { level: number; text: string }[] = [];
  let at = 0;
  let open: { page: number | null; headings: string[]; startsAt: number; parts: string[]; words: number; characters: number } | null = null;
  const flush = (): void => {
    if (!open) return;
    const { page, headings: under, startsAt, parts, words } = open;
    passages.push({ number: passages.length + 1, page, headings: under, startsAt, body: parts.join('\n\n'), words });
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

/** Splits a block into pieces that fit into a passage. */
function piecesOf({ text }: Block): string[] {
  if (fits(text)) return [text];
  const pieces: string[] = [];
  let piece = '';
  let words = 0;
  for (const sentence of sentencesOf(text).flatMap(wordsWhereLong)) {
    const more = countWords(sentence);
    if (piece !== '' && (piece.length + sentence.length > SIZE.characters || words + more > SIZE.most)) {
      pieces.push(piece.trim());
      piece = '';
      words = 0;
    }
    piece += sentence;
    words += more;
  }
  return [...pieces, piece.trim()].filter(Boolean);
}

const fits = (text: string): boolean => text.length <= SIZE.characters && countWords(text) <= SIZE.most;

const sentencesOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment);

/** Splits a sentence that is too long for a passage between words, or anywhere if it has no spaces. */
function wordsWhereLong(sentence: string): string[] {
  return fits(sentence) ? [sentence] : (sentence.match(/\S{1,200}\s*/gu) ?? []);
}
