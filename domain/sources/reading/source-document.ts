import type { ErrorCode } from '#contract/platform/errors.ts';
import type { Piece } from '#domain/platform/rich-text/tree-text.ts';

/** A paragraph, list entry, row or heading of a document, in reading order. */
export interface Block {
  /** 0 for text, 1 to 6 for a heading of that level. */
  readonly level: number;
  readonly text: string;
  /** From 1; null for formats without pages. */
  readonly page: number | null;
}

/** The contents of a file. */
export interface SourceDocument {
  /** From the document's metadata, or null. */
  readonly title: string | null;
  readonly pages: number | null;
  /** Number of hidden slides, which are not read. */
  readonly hiddenSlides?: number;
  readonly blocks: readonly Block[];
}

/** Why a file could not be read. */
export type ReadingCode = Extract<
  ErrorCode,
  'source.unreadable' | 'source.encrypted' | 'source.no_text' | 'source.too_much' | 'source.too_slow'
>;

/** A file that cannot be read, with the reason for its owner. */
export class Unreadable extends Error {
  readonly code: ReadingCode;

  constructor(code: ReadingCode, detail: string) {
    super(detail);
    this.name = 'Unreadable';
    this.code = code;
  }
}

/** Limits on the total unpacked size of a file, and on its text. */
export const UNPACKED_BYTES = 120_000_000;
const CHARACTERS = 5_000_000;
const BLOCKS = 200_000;
const MOST_PAGES = 5_000;

/**
 * Invisible characters: controls, direction marks, the tag alphabet. They can hide prompt injections in a text. The joiners of Persian and
 * Hindi are not included.
 */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Normalises a text for storing: removes invisible characters, collapses spaces, keeps line breaks. */
export const tidyText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Normalises a text in which white space has a meaning. */
const tidySet = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** Collects blocks, and fails when a file has too many. */
export class Blocks {
  readonly list: Block[] = [];
  #characters = 0;

  /** Adds a block. @throws Unreadable source.too_much */
  add(text: string, { level = 0, page = null, isSet = false }: { level?: number; page?: number | null; isSet?: boolean } = {}): void {
    const tidy = isSet ? tidySet(text) : tidyText(text);
    if (!tidy) return;
    this.#characters += tidy.length;
    if (this.#characters > CHARACTERS || this.list.length >= BLOCKS || (page ?? 0) > MOST_PAGES)
      throw new Unreadable('source.too_much', 'more text than is read');
    this.list.push({ level, text: tidy, page });
  }
  /** Adds the blocks of a tree. @throws Unreadable source.too_much */
  addPieces(pieces: Iterable<Piece>, page: number | null = null): void {
    for (const { text, level, isSet } of pieces) this.add(text, { level, page, isSet });
  }
}
