import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { CARD_LIMITS, NEW_CARDS_A_DAY } from '#contract/practice/cards.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

export interface NewCard {
  readonly front: string;
  readonly back: string;
  readonly passage?: string;
  readonly deck?: string;
  /** Of a card that came from a file. */
  readonly guid?: string;
}

interface For {
  readonly accountId: string;
  readonly deck: string;
  readonly lesson?: { readonly courseId: string; readonly lessonId: string };
  /** How many of the same file were added before them; they become due after these. */
  readonly before?: number;
}

/** How many cards an account may still add; others of its additions wait for the transaction. */
export async function cardRoom(trx: Knex.Transaction, accountId: string): Promise<number> {
  await lockName(trx, `flash-cards:${accountId}`);
  const counted = await trx('flash_card').where({ account_id: accountId }).count({ cards: '*' }).first();
  return CARD_LIMITS.cards - Number(counted!.cards);
}

export const noRoom = () =>
  new ProductError('cards.too_many', toSentence('You can have {n} flash cards. Delete some first.', { n: CARD_LIMITS.cards }));

/**
 * Adds cards in the caller's transaction; they become due by so many a day, so that nobody is asked hundreds at once.
 * @throws ProductError cards.too_many
 */
export async function addCards(
  trx: Knex.Transaction,
  { accountId, deck, lesson, before = 0 }: For,
  cards: readonly NewCard[],
): Promise<void> {
  if (cards.length === 0) return;
  if ((await cardRoom(trx, accountId)) < cards.length) throw noRoom();
  const ids = cards.map(() => uuidv7());
  const column = (value: (card: NewCard, at: number) => string | null) => cards.map(value);
  await rowsOf(
    trx,
    sql`insert into flash_card (account_id, id, guid, deck, course_id, lesson_id, front, back, passage, due_at)
        select ${accountId}, id, guid, deck, ${lesson?.courseId ?? null}::uuid, ${lesson?.lessonId ?? null}::uuid, front, back, passage,
               now() + ((place - 1 + ${before}::int) / ${NEW_CARDS_A_DAY}::int) * interval '1 day'
          from unnest(${ids}::uuid[], ${column(({ guid }, at) => guid ?? ids[at]!)}::text[], ${column((card) => card.deck ?? deck)}::text[],
                      ${column(({ front }) => front)}::text[], ${column(({ back }) => back)}::text[],
                      ${column(({ passage }) => passage ?? null)}::text[])
               with ordinality as added (id, guid, deck, front, back, passage, place)`,
  );
}
