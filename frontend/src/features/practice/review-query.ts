import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { rateFlashCard, undoFlashCardRating } from '#contract/practice/cards.contract.ts';
import { answerQuestion, listReview, reviewForecast, type ReviewScope } from '#contract/practice/practice.contract.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { call } from '#frontend/lib/api-client.ts';
import { readWaiting } from '#frontend/lib/outbox/outbox.ts';
import { practiceKey } from './use-answer.ts';

/**
 * A session: the questions and flash cards that are due, of everything, a course or a deck. It does not change while they are answered.
 * @param more whether to continue after the day's fifteen minutes
 */
export const review = (userId: string, scope: ReviewScope = {}, more = false) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'review', scope, more],
    queryFn: async ({ signal }) =>
      withoutWaiting(
        await call(listReview, { query: { ...scope, time_zone: ownTimeZone(), more: more ? ('true' as const) : undefined }, signal }),
      ),
    staleTime: Infinity,
  });

/** The number of reviews on each of the next days, in this device's time zone; it changes with every answer. */
export const forecast = (userId: string, scope: ReviewScope = {}) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', 'forecast', scope],
    queryFn: ({ signal }) => call(reviewForecast, { query: { ...scope, time_zone: ownTimeZone() }, signal }),
  });

/** The number of questions and cards due today, which decreases with every answer. 0 while unknown. */
export function useDueCount(userId: string): number {
  const { data } = useQuery({
    queryKey: [...practiceKey(userId), 'answers', 'due'],
    queryFn: async ({ signal }) => {
      const { due, waiting } = await withoutWaiting(await call(listReview, { query: { time_zone: ownTimeZone() }, signal }));
      return due - waiting;
    },
  });
  return data ?? 0;
}

/** Says how many reviews are left after a day's fifteen minutes. */
export const waitingWords = (waiting: number): string =>
  t('{n, plural, one {# more is waiting; the most urgent come first.} other {# more are waiting; the most urgent come first.}}', {
    n: waiting,
  });

type Review = AnswerOf<typeof listReview>;

/** Takes out what has been answered on this device and waits there, so that it is not asked again before it is due. */
async function withoutWaiting(review: Review): Promise<Review> {
  const [rated, answered] = await Promise.all([readWaiting(rateFlashCard.name), readWaiting(answerQuestion.name)]);
  if (rated.length === 0 && answered.length === 0) return review;
  const undone = new Set((await readWaiting(undoFlashCardRating.name)).map(({ address }) => address.split('/').at(-1)));
  const cards = new Set(
    rated
      .filter(({ body }) => !undone.has((body as { readonly rating_id: string }).rating_id))
      .map(({ address }) => address.split('/').at(-2)),
  );
  const keyOf = (question: { readonly course_id: string; readonly lesson_id: string; readonly question_id: string }) =>
    [question.course_id, question.lesson_id, question.question_id].join();
  const questions = new Set(answered.map(({ body }) => keyOf(body as Parameters<typeof keyOf>[0])));
  const left = {
    cards: review.cards.filter((question) => !questions.has(keyOf(question))),
    flash_cards: review.flash_cards.filter(({ card_id }) => !cards.has(card_id)),
  };
  const gone = review.cards.length + review.flash_cards.length - left.cards.length - left.flash_cards.length;
  return { ...review, ...left, due: Math.max(0, review.due - gone) };
}
