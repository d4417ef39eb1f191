import type { Knex } from 'knex';
import type { importFlashCards } from '#contract/practice/cards.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { openTurns } from '#domain/platform/turns/turns.ts';
import { addCards } from '../add-cards.command.ts';
import type { FiledCard } from './anki-package.ts';
import { readCardsFile } from './read-cards-file.ts';

type Imported = AnswerOf<typeof importFlashCards>;

interface Import {
  readonly accountId: string;
  readonly file: SentFile;
  /** For cards whose file names no deck. */
  readonly deck: string;
}

/** One import of an account at a time, and two of all: each has a connection to the database, and cards in memory. */
const inTurn = openTurns({ atOnce: 2 });

/**
 * Takes in the cards of a file: new ones are added, those that are there are updated and keep when they are due. Repeating it changes nothing.
 * @throws ProductError cards.bad_file; cards.too_many; limits.rate
 */
export const importCards = (given: Import): Promise<Imported> => inTurn(given.accountId, () => takeIn(given));

async function takeIn({ accountId, file, deck }: Import): Promise<Imported> {
  const { batches, leftOut, media } = await readCardsFile(await file.bytes(), { deck, turn: { accountId } });
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
    return { ...counts, left_out: Object.values(leftOut).reduce((sum, cards) => sum + cards, 0), reasons: leftOut, media };
  });
}

/** Updates those that are there. @returns which these are, and whether they were other ones */
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
