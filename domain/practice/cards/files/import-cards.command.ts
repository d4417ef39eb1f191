import type { Knex } from 'knex';
import * as z from 'zod';
import { CARD_COLUMNS, type importFlashCards, LEFT_OUT_REASONS } from '#contract/practice/cards.contract.ts';
import { tableColumn } from '#contract/platform/table-columns.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { TEXT_ENCODINGS, type TextEncoding } from '#contract/platform/text-encodings.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { batchesIn } from '#domain/platform/restricted/answer-lines.ts';
import type { ChildOf } from '#domain/platform/restricted/child-turns.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { columnsSent } from '#domain/platform/tables/table-columns.ts';
import { openTurns } from '#domain/platform/turns/turns.ts';
import { addCards, noRoom } from '../card.commands.ts';
import { languagesOf } from '#domain/translation/chosen-languages.queries.ts';
import type { FiledCard } from './anki-package.ts';
import type { CardsAsked } from './read-cards-file.task.ts';

type Imported = AnswerOf<typeof importFlashCards>;

interface Import {
  readonly accountId: string;
  readonly file: SentFile;
  /** For cards whose file names no deck. */
  readonly deck: string;
  /** Import nothing, and return only how the file is read. */
  readonly isLook: boolean;
  /** Ends the reading with its request. */
  readonly signal: AbortSignal;
  /** How to read the file. */
  readonly how?: Reading;
}

/** Missing options are detected. */
interface Reading {
  readonly encoding?: TextEncoding | undefined;
  /** Text for `sentColumns` of the contract. */
  readonly columns?: string | undefined;
  readonly hasHead?: boolean | undefined;
}

/** One import per account at a time, and two in total: each holds a database connection, and cards in memory. */
const inTurn = openTurns({ atOnce: 2 });

/**
 * Imports the cards of a file: new cards are added, known ones are updated and keep their due date. Repeating it changes nothing.
 * @throws ProductError cards.bad_file, file.bad_encoding; cards.too_many; limits.rate
 */
export const importCards = (given: Import): Promise<Imported> => inTurn(given.accountId, () => takeIn(given), { signal: given.signal });

async function takeIn({ accountId, file, deck, isLook, signal, how: { columns, ...how } = {} }: Import): Promise<Imported> {
  const placed = columns === undefined ? undefined : columnsSent(CARD_COLUMNS, columns);
  const asked = { deck, ...how, columns: placed, languages: await languagesOf(accountId) };
  const { batches, leftOut, media, reading } = await readCardsFile(await file.bytes(), { asked, turn: { accountId }, signal });
  if (isLook) return { reading, added: 0, updated: 0, unchanged: 0, left_out: 0, reasons: {}, media: 0 };
  return transact(async (trx) => {
    const counts = { added: 0, updated: 0, unchanged: 0 };
    for await (const cards of batches) {
      const known = await updateKnown(trx, accountId, cards);
      const added = cards.filter(({ guid }) => !known.has(guid));
      await addCards(trx, { accountId, deck, before: counts.added }, added);
      const updated = [...known.values()].filter(Boolean).length;
      counts.added += added.length;
      counts.updated += updated;
      counts.unchanged += known.size - updated;
    }
    return { reading, ...counts, left_out: Object.values(leftOut).reduce((sum, cards) => sum + cards, 0), reasons: leftOut, media };
  });
}

/** Updates the cards that the account already has. @returns by guid of each, whether it changed */
async function updateKnown(trx: Knex, accountId: string, cards: readonly FiledCard[]): Promise<Map<string, boolean>> {
  const column = (name: keyof FiledCard) => cards.map((card) => card[name]);
  const known = await rowsOf<{ guid: string; is_changed: boolean }>(
    trx,
    sql`with filed as (
          select * from unnest(${column('guid')}::text[], ${column('deck')}::text[], ${column('front')}::text[], ${column('back')}::text[])
            as filed (guid, deck, front, back)),
        changed as (
          update flash_card card set deck = filed.deck, front = filed.front, back = filed.back from filed
           where card.account_id = ${accountId} and card.guid = filed.guid
             and (card.deck, card.front, card.back) is distinct from (filed.deck, filed.front, filed.back)
          returning card.guid)
        select card.guid, card.guid in (select guid from changed) as is_changed
          from flash_card card join filed using (guid) where card.account_id = ${accountId}`,
  );
  return new Map(known.map(({ guid, is_changed: isChanged }) => [guid, isChanged]));
}

/** 20,000 cards take a second or two. */
const readFile = restricted({
  module: new URL('read-cards-file.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 900_000_000,
  cpuMs: 6_000,
  withinMs: 60_000,
  answerBytes: 120_000_000,
  processes: 1,
  isFresh: true,
});

const cardsSchema = z.array(z.object({ guid: z.string(), deck: z.string(), front: z.string(), back: z.string() }));
const readingSchema = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  is_sure: z.boolean(),
  cards: z.array(z.object({ front: z.string(), back: z.string() })),
  found: z.int(),
  columns: z.array(tableColumn(CARD_COLUMNS)),
  has_known_columns: z.boolean(),
  has_head: z.boolean(),
});
const answerSchema = z.object({
  leftOut: z.partialRecord(z.enum(LEFT_OUT_REASONS), z.int()),
  media: z.int(),
  reading: readingSchema.nullable(),
});
/** Minimum number of cards per statement. */
const LEAST_IN_BATCH = 200;

interface CardsFile extends z.infer<typeof answerSchema> {
  /** Cards in batches, so that writing them does not block others; can be read once. */
  readonly batches: AsyncIterable<FiledCard[]>;
}

/**
 * Reads the cards of an Anki package or a table as text, each once.
 * @throws ProductError cards.too_many for more than an account may have; cards.moodle_quiz; file.bad_encoding; cards.bad_file for anything
 * else; limits.rate
 */
export async function readCardsFile(bytes: Uint8Array, { asked, ...whose }: ChildOf & { asked: CardsAsked }): Promise<CardsFile> {
  try {
    const { value, chunks } = await readFile({ ...whose, value: asked, bytes: [bytes] });
    return { ...answerSchema.parse(value), batches: cardsIn(chunks) };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    if (error.code === 'cards.too_many') throw noRoom();
    const code = (['cards.moodle_quiz', 'file.bad_encoding'] as const).find((one) => one === error.code) ?? 'cards.bad_file';
    throw new ProductError(code, undefined, { cause: error });
  }
}

async function* cardsIn(chunks: readonly Uint8Array[]): AsyncGenerator<FiledCard[]> {
  let held: FiledCard[] = [];
  for await (const batch of batchesIn(chunks)) {
    held.push(...cardsSchema.parse(batch));
    if (held.length < LEAST_IN_BATCH) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}
