import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { type FlashCard, CARD_LIMITS, NEW_CARDS_A_DAY, type Rating } from '#contract/practice/cards.contract.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { findLiveLesson, liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { scheduleReview } from '../schedule-review.ts';
import { getCard, courseCards } from './cards.queries.ts';
import { FLASH_CARDS_KIND, flashCardsKey, type FlashCardsRequest, cardsMadeBy, shareOf } from './flash-cards.kind.ts';

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
 * Stores a learner's own card. Account and client id are the row's key, so repeating it creates one card.
 * @throws ProductError not_found for a lesson that is not in the live version; cards.too_many
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
        created_at: actTime(),
        due_at: actTime(),
      })
      .onConflict(['account_id', 'id'])
      .ignore();
  });
  return getCard({ accountId, cardId });
}

/** Changes a card's texts and deck. @throws ProductError not_found */
export async function editCard({ accountId, cardId, deck, front, back }: OneCard & Sides): Promise<FlashCard> {
  if (!isUuid(cardId)) throw notFound('card');
  await transact((trx) => trx('flash_card').where({ account_id: accountId, id: cardId }).update({ deck, front, back }));
  return getCard({ accountId, cardId });
}

/** Deletes a card with its ratings. @throws ProductError not_found */
export async function deleteCard({ accountId, cardId }: OneCard): Promise<void> {
  if (!isUuid(cardId)) throw notFound('card');
  await transact(async (trx) => {
    const gone = await trx('flash_card').where({ account_id: accountId, id: cardId }).delete();
    if (gone === 0) throw notFound('card');
  });
}

/** Deletes a deck. @returns number of cards it had @throws ProductError not_found */
export async function deleteDeck({ accountId, deck }: { readonly accountId: string; readonly deck: string }): Promise<number> {
  const gone = await database()('flash_card').where({ account_id: accountId, deck }).delete();
  if (gone === 0) throw notFound('deck');
  return gone;
}

interface NewCard {
  readonly front: string;
  readonly back: string;
  /** Empty or undefined when the answer is in a formula, which pages show without text. */
  readonly passage?: string;
  readonly deck?: string;
  /** For a card that came from a file. */
  readonly guid?: string;
}

interface For {
  readonly accountId: string;
  readonly deck: string;
  readonly lesson?: { readonly courseId: string; readonly lessonId: string };
  /** Number of cards from the same file added before; these become due after them. */
  readonly before?: number;
  /** When the first of them becomes due; absent: now. */
  readonly from?: Date;
}

/** Holds up other additions to an account's cards until the transaction ends. */
export const lockCards = (trx: Knex.Transaction, accountId: string): Promise<void> => lockName(trx, `flash-cards:${accountId}`);

/** Returns how many cards an account may still add. Locks the account's other additions until the transaction ends. */
async function cardRoom(trx: Knex.Transaction, accountId: string): Promise<number> {
  await lockCards(trx, accountId);
  const counted = await trx('flash_card').where({ account_id: accountId }).count({ cards: '*' }).first();
  return CARD_LIMITS.cards - Number(counted!.cards);
}

/** Returns the error cards.too_many, for a full account. */
export const noRoom = () =>
  new ProductError('cards.too_many', toSentence('You can have {n} flash cards. Delete some first.', { n: CARD_LIMITS.cards }));

/**
 * Adds cards in the caller's transaction. Only a limited number per day become due, so that a learner is not asked hundreds at once.
 * @throws ProductError cards.too_many
 */
export async function addCards(
  trx: Knex.Transaction,
  { accountId, deck, lesson, before = 0, from }: For,
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
               coalesce(${from ?? null}::timestamptz, now()) + ((place - 1 + ${before}::int) / ${NEW_CARDS_A_DAY}::int) * interval '1 day'
          from unnest(${ids}::uuid[], ${column(({ guid }, at) => guid ?? ids[at]!)}::text[], ${column((card) => card.deck ?? deck)}::text[],
                      ${column(({ front }) => front)}::text[], ${column(({ back }) => back)}::text[],
                      ${column(({ passage }) => passage || null)}::text[])
               with ordinality as added (id, guid, deck, front, back, passage, place)`,
  );
}

interface Rated {
  readonly accountId: string;
  readonly cardId: string;
  /** Generated by the client, so that the same rating sent again counts once. */
  readonly ratingId: string;
  readonly rating: Rating;
  readonly now?: Date;
}

/** Stores how well a card was known. @returns when it is due again @throws ProductError not_found */
export async function rateCard({ accountId, cardId, ratingId, rating, now = actTime() }: Rated): Promise<Date> {
  if (!isUuid(cardId)) throw notFound('card');
  return transact(async (trx) => {
    const key = { account_id: accountId, id: cardId };
    // serialises the ratings of a card
    const row = await trx('flash_card').where(key).forUpdate().first('card', 'due_at');
    if (!row) throw notFound('card');
    const added = await rowsOf(
      trx,
      sql`insert into flash_card_rating (account_id, id, card_id, rating, rated_at, card_before, due_before, reviews_before)
          select account_id, ${ratingId}, id, ${rating}, ${now}, card, due_at, reviews from flash_card where account_id = ${accountId} and id = ${cardId}
          on conflict (account_id, id) do nothing returning id`,
    );
    if (added.length === 0) return row.due_at;
    const next = (await scheduleAmong(trx, { accountId, cardId, ratingId, rating, now })) ?? scheduleReview(row.card, rating, now);
    await trx('flash_card')
      .where(key)
      .update({ card: JSON.stringify(next), due_at: next.due })
      .increment('reviews', 1);
    return next.due;
  });
}

/**
 * Puts a rating that arrives after later ones in its place: they are scheduled again after it, each from the state that it leaves.
 * @returns the state after the last of them; null when no rating is later, or what was before them is unknown
 */
async function scheduleAmong(trx: Knex.Transaction, given: Required<Rated>): Promise<ReturnType<typeof scheduleReview> | null> {
  const { accountId, cardId, ratingId, rating, now } = given;
  const later = await trx('flash_card_rating')
    .where({ account_id: accountId, card_id: cardId, undone_at: null })
    .whereNot({ id: ratingId })
    .where('rated_at', '>', now)
    .orderBy('rated_at')
    .orderBy('id')
    .select('id', 'rating', 'rated_at', 'card_before', 'due_before', 'reviews_before');
  const [first] = later;
  if (!first || first.reviews_before === null) return null;
  const ratings = [{ id: ratingId, rating, rated_at: now }, ...later];
  let before = { card: first.card_before, due: first.due_before!, reviews: first.reviews_before };
  let next: ReturnType<typeof scheduleReview> | null = null;
  for (const one of ratings) {
    await trx('flash_card_rating')
      .where({ account_id: accountId, id: one.id })
      .update({
        card_before: before.card === null ? null : JSON.stringify(before.card),
        due_before: before.due,
        reviews_before: before.reviews,
      });
    next = scheduleReview(before.card, one.rating, one.rated_at);
    // the state as stored has dates as texts
    before = { card: JSON.parse(JSON.stringify(next)) as unknown, due: next.due, reviews: before.reviews + 1 };
  }
  return next;
}

/**
 * Undoes the latest rating of a card, which becomes exactly as it was before, to the microsecond. Repeating it changes nothing, and sending
 * the rating again has no effect.
 * @returns when the card is due
 * @throws ProductError not_found; cards.rated_again after another rating of the card
 */
export async function undoRating({ accountId, cardId, ratingId, now = actTime() }: Omit<Rated, 'rating'>): Promise<Date> {
  if (!isUuid(cardId) || !isUuid(ratingId)) throw notFound('rating');
  return transact(async (trx) => {
    const key = { account_id: accountId, id: cardId };
    const row = await trx('flash_card').where(key).forUpdate().first('due_at', 'reviews');
    const rated = trx('flash_card_rating').where({ account_id: accountId, card_id: cardId, id: ratingId });
    const undone = row && (await rated.first('reviews_before', 'undone_at'));
    if (!row || !undone || undone.reviews_before === null) throw notFound('rating');
    if (undone.undone_at !== null) return row.due_at;
    // by count, not by time: clocks of processes may differ, and two ratings may have the same time
    if (row.reviews !== undone.reviews_before + 1) throw new ProductError('cards.rated_again');
    const [restored] = await rowsOf<{ due_at: Date }>(
      trx,
      sql`with undone as (
            update flash_card_rating set undone_at = ${now} where account_id = ${accountId} and id = ${ratingId} returning card_before, due_before)
          update flash_card set card = undone.card_before, due_at = undone.due_before, reviews = reviews - 1
            from undone where flash_card.account_id = ${accountId} and flash_card.id = ${cardId} returning due_at`,
    );
    return restored!.due_at;
  });
}

export interface NewCards {
  readonly accountId: string;
  readonly courseId: string;
  /** Ids of lessons; undefined for all. */
  readonly lessons: readonly string[] | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Orders flash cards for those lessons of a learner's course that have none yet. Until that is done, every order for the course returns the
 * same run. Lessons whose cards the library has are left out (`orderCards`).
 * @returns id of its run, or null when nothing is to be written
 * @throws ProductError not_found; tokens.insufficient; spend.user_cap, spend.install_cap; queue.full
 */
export async function startCards({ accountId, lessons: named, requestId, idempotencyKey, ...of }: NewCards): Promise<string | null> {
  const { courseId, title } = await liveContents({ accountId, ...of });
  const fingerprint = [FLASH_CARDS_KIND, courseId, named ?? null];
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint });
  if (earlier) return earlier;
  const { lessons, task_id: running } = await courseCards({ accountId, courseId });
  if (named?.some((id) => !lessons.some(({ lesson_id: one }) => one === id))) throw notFound('lesson');
  if (running) return running;
  const wanted = lessons.filter(({ lesson_id: id, cards, is_free: isFree }) => cards === 0 && !isFree && (!named || named.includes(id)));
  if (wanted.length === 0) return null;
  await deliverLessons({ accountId, courseId, lessonIds: wanted.map(({ lesson_id: id }) => id) });
  const request: FlashCardsRequest = { course_id: courseId, lessons: wanted.map(({ lesson_id: id }) => id) };
  const { runId } = await acceptRun({
    kind: FLASH_CARDS_KIND,
    accountId,
    request,
    subject: title,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: flashCardsKey(courseId),
  });
  return runId;
}

/** Ends the run: cards that were made are charged, the rest is released. @throws StepLost */
export async function closeCards({ step }: Work<FlashCardsRequest>): Promise<void> {
  await completeStep(step, {
    output: {},
    event: { name: 'cards.ready', message: toSentence('The flash cards can be reviewed.') },
    async also(trx) {
      const made = await cardsMadeBy(trx, step.runId);
      await completeRun(trx, { runId: step.runId, result: made, share: shareOf(made, step.request) });
    },
  });
}
