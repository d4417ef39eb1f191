import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { REVIEW_SECONDS } from '#contract/courses/study-minutes.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { transact } from '#domain/platform/database.ts';
import { addCards, rateCard, undoRating } from './cards/card.commands.ts';
import { type Due, fillDay, shareOfDay } from './day-share.queries.ts';
import { countDue, forecastReview, listReview } from './practice.queries.ts';

describe('a day of review', () => {
  const due = (questions: number, cards: number): Due[] => [
    ...Array.from({ length: questions }, () => 'question' as const),
    ...Array.from({ length: cards }, () => 'flash_card' as const),
  ];

  it('asks for all due questions while they take no more than fifteen minutes', () =>
    expect(fillDay(due(20, 40), 60, 0)).toEqual({ questions: 20, flashCards: 40, waiting: 0 }));

  it('never asks for more, and says how many wait', () => {
    const { questions, flashCards, waiting } = fillDay(due(30, 100), 130, 0);
    expect(questions * REVIEW_SECONDS.question + flashCards * REVIEW_SECONDS.flash_card).toBeLessThanOrEqual(REVIEW_SECONDS.day);
    expect([questions, flashCards, waiting]).toEqual([30, 15, 85]);
  });

  it('counts reviews since midnight', () => {
    expect(fillDay(due(0, 100), 100, REVIEW_SECONDS.day - 25)).toEqual({ questions: 0, flashCards: 2, waiting: 98 });
    expect(fillDay(due(1, 0), 1, REVIEW_SECONDS.day)).toEqual({ questions: 0, flashCards: 0, waiting: 1 });
  });

  it('lets nothing less urgent come before something more urgent', () =>
    expect(fillDay(['question', 'flash_card'], 2, REVIEW_SECONDS.day - 20)).toEqual({ questions: 0, flashCards: 0, waiting: 2 }));
});

describe('of an account', () => {
  const database = useTestDatabase();
  const NOW = new Date('2026-03-10T12:00:00Z');
  const given = async (cards: number) => {
    const accountId = await givenOwner();
    const sides = Array.from({ length: cards }, (_, at) => ({ front: `Question ${at}?`, back: `Answer ${at}` }));
    await transact((trx) => addCards(trx, { accountId, deck: 'Bees' }, sides));
    for (let at = 0; at < cards; at += 1)
      await database
        .knex('flash_card')
        .where({ account_id: accountId, front: `Question ${at}?` })
        .update({ due_at: new Date(NOW.getTime() - (cards - at) * 60_000) });
    return accountId;
  };

  it('starts with the most urgent; the rest is reported as waiting, and can be requested', async () => {
    const accountId = await given(100);
    const of = { accountId, now: NOW };
    const review = await listReview(of);
    expect(review).toMatchObject({ due: 100, waiting: 10 });
    expect(review.flash_cards[0]!.front).toBe('Question 0?');
    expect(await countDue(accountId, NOW)).toBe(90);
    expect(await forecastReview({ ...of, timeZone: 'UTC' })).toMatchObject({ flash_cards: 100, waiting: 10 });
  });

  it('counts today’s reviews, but not undone ones or yesterday’s', async () => {
    const accountId = await given(92);
    const { flash_cards: cards } = await listReview({ accountId, now: NOW });
    const rate = async (at: number, now: Date) => {
      const rated = { accountId, cardId: cards[at]!.card_id, ratingId: randomUUID(), now };
      await rateCard({ ...rated, rating: 'easy' });
      return rated;
    };
    await rate(0, new Date('2026-03-09T22:30:00Z'));
    const undone = await rate(1, NOW);
    await undoRating(undone);
    for (const at of [2, 3, 4]) await rate(at, NOW);
    const share = (timeZone: string) => shareOfDay({ accountId, timeZone, now: NOW });
    expect(await share('UTC')).toEqual({ questions: 0, flashCards: 87, waiting: 1 });
    // the first rating was given before midnight in UTC, but after it in Athens
    expect(await share('Europe/Athens')).toEqual({ questions: 0, flashCards: 86, waiting: 2 });
  });

  it('asks nothing after fifteen minutes unless more is requested', async () => {
    const accountId = await given(30);
    const ratings = Array.from({ length: 90 }, () => randomUUID());
    const [card] = (await listReview({ accountId, now: NOW })).flash_cards;
    for (const id of ratings)
      await database.knex('flash_card_rating').insert({ account_id: accountId, id, card_id: card!.card_id, rating: 'good', rated_at: NOW });
    expect(await listReview({ accountId, now: NOW })).toMatchObject({ due: 30, waiting: 30, flash_cards: [] });
    expect(await countDue(accountId, NOW)).toBe(0);
    const more = await listReview({ accountId, more: true, now: NOW });
    expect([more.waiting, more.flash_cards.length]).toEqual([0, 20]);
  });
});
