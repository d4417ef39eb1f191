import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { makeFlashCards } from '#contract/practice/cards.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { CourseCardsSection } from '#frontend/features/practice/cards/course-cards-section.tsx';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import NewPriceDialog from './new-price-dialog.tsx';

const LESSONS = [0, 1, 2].map((n) => ({ lesson_id: `l${n}`, title: `Lesson ${n}`, cards: 0, is_free: false }));
const CARDS = { deck: 'Bees', lessons: LESSONS, task_id: null, progress: 0, problem: null };
const refusal = (needed: number, available: number) =>
  problem('price.changed', `The price is now ${needed} tokens instead of ${available}. Nothing was started.`, {
    needed,
    available,
  });

/**
 * Renders the cards of a course whose order gets these answers, one after the other, and the question about the price.
 * @returns the accepted prices and keys
 */
async function order(...answers: Answer[]) {
  const sent = stubServer(({ method }) => (method === 'GET' ? partly(CARDS) : answers.shift()!));
  await showScreen(
    <>
      <CourseCardsSection userId="u1" courseId="c1" isTranslation={false} />
      <NewPriceDialog />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Create flash cards' }));
  const posts = () => sent.filter(({ method }) => method === 'POST');
  return {
    prices: () => posts().map(({ headers }) => headers.get('max-price')),
    keys: () => new Set(posts().map(({ headers }) => headers.get('idempotency-key'))),
    isAlone: () => sent.length,
  };
}

describe('an order that costs more than the screen has shown', () => {
  it('is started for at most the shown price', async () => {
    const { prices } = await order(partly({ task_id: 't1' }, 202));
    await waitFor(() => expect(prices()).toEqual(['0.3']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is confirmed by the user, and started for the new price as the same order', async () => {
    const { prices, keys } = await order(refusal(0.45, 0.3), refusal(0.6, 0.45), partly({ task_id: 't1' }, 202));
    await screen.findByRole('dialog', { name: 'The price has changed' });
    screen.getByText('The price is now 0.45 tokens instead of 0.30. Nothing has been started.');
    fireEvent.click(screen.getByRole('button', { name: 'Pay 0.45 tokens' }));
    // the price may change once more in the meantime
    fireEvent.click(await screen.findByRole('button', { name: 'Pay 0.60 tokens' }));
    await waitFor(() => expect(prices()).toEqual(['0.3', '0.45', '0.6']));
    expect(keys().size).toBe(1);
    await dialogClosed();
  });

  it('is not started if the user declines, and the page’s price is read again', async () => {
    const { prices, isAlone } = await order(refusal(0.45, 0.3));
    await screen.findByRole('dialog');
    const before = isAlone();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await dialogClosed();
    expect(prices()).toEqual(['0.3']);
    await waitFor(() => expect(isAlone()).toBeGreaterThan(before));
  });
});

describe('an order that was expected to be free', () => {
  it('says that the plan does not cover it, and what it costs', async () => {
    stubServer(() => refusal(31, 0));
    await showScreen(<NewPriceDialog />);
    const asked = call(makeFlashCards, { params: { course_id: 'c1' }, body: {}, acceptedPrice: 0 }).catch((error: unknown) => error);
    await screen.findByRole('dialog', { name: 'It costs 31 tokens' });
    screen.getByText('Your plan does not cover it. Nothing has been started.');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const error = await asked;
    // a user who declines is not short of tokens
    expect(error).toMatchObject({ code: 'price.changed', shortfall: null });
    expect(error).toBeInstanceOf(ApiError);
  });
});

it('a page that cannot ask declines', async () => {
  stubServer(() => refusal(31, 0));
  await expect(call(makeFlashCards, { params: { course_id: 'c1' }, body: {}, acceptedPrice: 0 })).rejects.toMatchObject({
    code: 'price.changed',
  });
});
