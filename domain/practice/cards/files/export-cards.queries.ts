import { Readable } from 'node:stream';
import type { CardFormat } from '#contract/practice/cards.contract.ts';
import { csvHead, csvRows } from '#domain/platform/csv.ts';
import { database } from '#domain/platform/database.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import { restricted } from '#domain/platform/restricted/restricted-process.ts';
import type { FiledCard } from './anki-package.ts';

interface Wanted {
  readonly accountId: string;
  readonly format: CardFormat;
  /** Undefined for all decks. */
  readonly deck?: string | undefined;
  readonly now?: Date;
  /** Ends the writing with its request. */
  readonly signal: AbortSignal;
}

/** The largest collection of an account, with the longest cards, takes four seconds. */
const writePackage = restricted({
  module: new URL('write-cards-package.task.ts', import.meta.url),
  heapMb: 768,
  memoryBytes: 1_500_000_000,
  cpuMs: 30_000,
  withinMs: 120_000,
  answerBytes: 250_000_000,
  processes: 1,
  isFresh: false,
});

/** Rows per page: even with the longest cards, a page takes some milliseconds, and other requests run in between. */
const PAGE = 100;

/** Doubles a leading apostrophe, because a single one, the guard against spreadsheet formulas, is removed when the file is imported. */
const guarded = (text: string): string => (text.startsWith("'") ? `'${text}` : text);

/** Reads an account's cards page by page, in the order in which they were added. */
async function* cardsOf({ accountId, deck }: Wanted): AsyncGenerator<FiledCard[]> {
  const found = await database()('flash_card')
    .where({ account_id: accountId, ...(deck !== undefined && { deck }) })
    .orderBy(['created_at', 'id'])
    .select('id');
  for (let at = 0; at < found.length; at += PAGE) {
    const ids = found.slice(at, at + PAGE).map(({ id }) => id);
    yield await database()('flash_card')
      .where({ account_id: accountId })
      .whereIn('id', ids)
      .orderBy(['created_at', 'id'])
      .select('guid', 'deck', 'front', 'back');
  }
}

async function* asCsv(wanted: Wanted): AsyncGenerator<Uint8Array> {
  yield csvHead(['id', 'deck', 'front', 'back']);
  for await (const cards of cardsOf(wanted))
    yield csvRows(cards.map(({ guid, deck, front, back }) => [guid, deck, front, back].map(guarded)));
}

async function* asLines(wanted: Wanted): AsyncGenerator<Uint8Array> {
  for await (const cards of cardsOf(wanted)) yield Buffer.concat([...linesOf(cards)]);
}

/**
 * Returns an account's cards as a file, in the order in which they were added: a table is streamed, a package is written by a restricted
 * process.
 * @throws ProductError limits.rate
 */
export async function exportCards(wanted: Wanted): Promise<AsyncIterable<Uint8Array>> {
  const { accountId, format, signal, now = new Date() } = wanted;
  if (format === 'csv') return asCsv(wanted);
  return Readable.from((await writePackage({ turn: { accountId }, signal, value: now.toISOString(), bytes: asLines(wanted) })).chunks);
}
