import type { importFlashCards } from '#contract/practice/cards.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { addCards } from '../add-cards.command.ts';
import { readCardsFile } from './read-cards-file.ts';

interface Import {
  readonly accountId: string;
  readonly file: SentFile;
  /** For cards whose file names no deck. */
  readonly deck: string;
}

/**
 * Takes in the cards of a file: new ones are added, those that are there are updated and keep when they are due. Repeating it changes nothing.
 * @throws ProductError cards.bad_file; cards.too_many
 */
export async function importCards({ accountId, file, deck }: Import): Promise<AnswerOf<typeof importFlashCards>> {
  const { cards, leftOut, media } = await readCardsFile(await file.bytes(), deck);
  const column = (name: 'guid' | 'deck' | 'front' | 'back') => cards.map((card) => card[name]);
  return transact(async (trx) => {
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
    const there = new Set(known.map(({ guid }) => guid));
    const added = cards.filter(({ guid }) => !there.has(guid));
    await addCards(trx, { accountId, deck }, added);
    const updated = known.filter(({ is_changed: isChanged }) => isChanged).length;
    return { added: added.length, updated, unchanged: known.length - updated, left_out: leftOut, media };
  });
}
