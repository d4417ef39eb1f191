import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  chooseLibraryCards,
  courseFlashCards,
  createFlashCard,
  deleteDeck,
  deleteFlashCard,
  editFlashCard,
  listDecks,
  listFlashCards,
  makeFlashCards,
  rateFlashCard,
  undoFlashCardRating,
  type FlashCard,
  type Rating,
} from '#contract/practice/cards.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { practiceKey } from '../use-answer.ts';

const POLL_MS = 2_000;
const cardsKey = (userId: string) => ['flash-cards', userId] as const;
const first = undefined as string | undefined;

/** The cards of a deck, or all, newest first, page by page. */
export const cardPages = (userId: string, { deck, q }: { readonly deck: string | undefined; readonly q: string }) =>
  infiniteQueryOptions({
    queryKey: [...cardsKey(userId), 'list', deck, q],
    queryFn: ({ pageParam, signal }) => call(listFlashCards, { query: { deck, q: q || undefined, after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (rows) => rows,
  });

export const decksOf = (userId: string) =>
  queryOptions({ queryKey: [...cardsKey(userId), 'decks'], queryFn: ({ signal }) => call(listDecks, { signal }) });

/** The user's cards from a course; polled while some are being written. */
export const courseCards = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: [...cardsKey(userId), 'course', courseId],
    queryFn: ({ signal }) => call(courseFlashCards, { params: { course_id: courseId }, signal }),
    refetchInterval: ({ state }) => (state.data?.task_id ? POLL_MS : false),
  });

export interface CardText {
  readonly deck: string;
  readonly front: string;
  readonly back: string;
}

/** Refreshes everything that shows cards or the number of due ones. */
export function useCardsChanged(userId: string) {
  const cache = useQueryClient();
  return async () => {
    for (const queryKey of [cardsKey(userId), [...practiceKey(userId), 'answers'], ['dashboard', userId]])
      await cache.invalidateQueries({ queryKey });
  };
}

/** Actions on the user's cards: write, change or delete one, or delete a deck. Reports failures. */
export function useCardActions(userId: string) {
  const onSettled = useCardsChanged(userId);
  const failed = t('The card could not be saved.');
  const options = { onSettled, onError: (error: Error) => toast('error', errorText(error, failed)) };
  const create = useAction({
    mutationFn: ({ cardId, ...body }: CardText & { readonly cardId: string }) =>
      act(createFlashCard, { body: { card_id: cardId, ...body } }, { lane: laneOf(cardId) }),
    ...options,
  });
  const edit = useAction({
    mutationFn: ({ cardId, ...body }: CardText & { readonly cardId: string }) =>
      act(editFlashCard, { params: { card_id: cardId }, body }, { lane: laneOf(cardId) }),
    ...options,
  });
  const remove = useAction({
    mutationFn: ({ card_id }: FlashCard) => act(deleteFlashCard, { params: { card_id } }, { lane: laneOf(card_id) }),
    ...options,
  });
  const removeDeck = useAction({
    mutationFn: (deck: string) => call(deleteDeck, { params: { deck }, fallback: failed }),
    ...options,
  });
  return { create, edit, remove, removeDeck };
}

/** What is done to a card reaches the server in its order. */
const laneOf = (cardId: string): string => `card:${cardId}`;

/** Stores a rating with its own id, so that it does not count twice; without a connection, it waits on this device. */
export function useRating(userId: string) {
  const cache = useQueryClient();
  const failed = t('Your answer could not be stored.');
  return useAction({
    mutationFn: ({ cardId, ratingId, rating }: { readonly cardId: string; readonly ratingId: string; readonly rating: Rating }) =>
      act(rateFlashCard, { params: { card_id: cardId }, body: { rating_id: ratingId, rating } }, { lane: laneOf(cardId) }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [...practiceKey(userId), 'answers'] });
      void cache.invalidateQueries({ queryKey: cardsKey(userId) });
    },
  });
}

interface Undone {
  readonly cardId: string;
  readonly ratingId: string;
  /** The request of the rating, which may still be on its way. */
  readonly rated: Promise<unknown>;
}

/** Undoes the latest rating of a card. A rating that never reached the server has changed nothing there. */
export function useUndoRating(userId: string) {
  const cache = useQueryClient();
  const failed = t('Your answer could not be undone.');
  return useAction({
    mutationFn: async ({ cardId, ratingId, rated }: Undone) => {
      await rated;
      return act(undoFlashCardRating, { params: { card_id: cardId, rating_id: ratingId } }, { lane: laneOf(cardId) });
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [...practiceKey(userId), 'answers'] });
      void cache.invalidateQueries({ queryKey: cardsKey(userId) });
    },
  });
}

/** Keeps or declines the library's cards of a lesson. */
export function useLibraryCards(userId: string, courseId: string) {
  const onSettled = useCardsChanged(userId);
  const failed = t('The flash cards of this lesson could not be changed.');
  return useAction({
    mutationFn: ({ lessonId, keep }: { readonly lessonId: string; readonly keep: boolean }) =>
      call(chooseLibraryCards, { params: { course_id: courseId, lesson_id: lessonId }, body: { keep }, fallback: failed }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled,
  });
}

interface CardOrder {
  /** The displayed price. */
  readonly price: number;
  /** If absent, all lessons without cards. */
  readonly lessons?: readonly string[];
}

/** Has cards written for the lessons of a course that have none. */
export function useMakeCards(userId: string, courseId: string) {
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  const failed = t('The flash cards could not be ordered. Please try again.');
  return useAction({
    mutationFn: ({ price: acceptedPrice, lessons }: CardOrder) =>
      sendOnce([courseId, ...(lessons ?? [])], (headers) =>
        call(makeFlashCards, {
          params: { course_id: courseId },
          body: lessons ? { lessons: [...lessons] } : {},
          headers,
          acceptedPrice,
          fallback: failed,
        }),
      ),
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: async () => {
      for (const queryKey of [cardsKey(userId), billingKey(userId)]) await cache.invalidateQueries({ queryKey });
    },
  });
}
