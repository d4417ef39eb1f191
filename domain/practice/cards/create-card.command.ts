import type { FlashCard } from '#contract/practice/cards.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { cardRoom, noRoom } from './add-cards.command.ts';
import { getCard } from './cards.queries.ts';

interface OneCard {
  readonly accountId: string;
  readonly cardId: string;
}
interface Sides {
  readonly deck: string;
  readonly front: string;
  readonly back: string;
}

/**
 * Stores a card of a learner's own. The account and the client's id are the row's key, so repeating it creates one.
 * @throws ProductError not_found for a lesson the live version does not have; cards.too_many
 */
export async function createCard(
  given: OneCard & Sides & { readonly lesson: { readonly courseId: string; readonly lessonId: string } | null },
): Promise<FlashCard> {
  const { accountId, cardId, deck, front, back, lesson } = given;
  await transact(async (trx) => {
    const found = lesson && (await findLiveLesson({ accountId, ...lesson }, trx));
    const room = await cardRoom(trx, accountId);
    if (room < 1 && !(await trx('flash_card').where({ account_id: accountId, id: cardId }).first('id'))) throw noRoom();
    await trx('flash_card')
      .insert({
        account_id: accountId,
        id: cardId,
        guid: cardId,
        deck,
        front,
        back,
        course_id: found?.courseId ?? null,
        lesson_id: found?.lessonId ?? null,
      })
      .onConflict(['account_id', 'id'])
      .ignore();
  });
  return getCard({ accountId, cardId });
}

/** Changes the texts and the deck of a card. @throws ProductError not_found */
export async function editCard({ accountId, cardId, deck, front, back }: OneCard & Sides): Promise<FlashCard> {
  if (!isUuid(cardId)) throw notFound('card');
  await database()('flash_card').where({ account_id: accountId, id: cardId }).update({ deck, front, back });
  return getCard({ accountId, cardId });
}

/** Deletes a card with its ratings. @throws ProductError not_found */
export async function deleteCard({ accountId, cardId }: OneCard): Promise<void> {
  if (!isUuid(cardId)) throw notFound('card');
  const gone = await database()('flash_card').where({ account_id: accountId, id: cardId }).delete();
  if (gone === 0) throw notFound('card');
}

/** Deletes a deck. @returns how many cards it had @throws ProductError not_found */
export async function deleteDeck({ accountId, deck }: { readonly accountId: string; readonly deck: string }): Promise<number> {
  const gone = await database()('flash_card').where({ account_id: accountId, deck }).delete();
  if (gone === 0) throw notFound('deck');
  return gone;
}
