import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DueCard } from '#contract/practice/cards.contract.ts';
import type { ReviewCard } from '#contract/practice/practice.contract.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { returnsIn } from './cards/study-card.tsx';
import { ReviewView } from './review-view.tsx';

// recharts measures its container, which jsdom cannot
vi.mock('./forecast-chart.tsx', () => ({ default: () => null }));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const aCard = (n: number): DueCard => ({
  card_id: `c${n}`,
  deck: 'Bees',
  front: `Question ${n}`,
  back: `Answer ${n}`,
  source: { course_id: 'k', lesson_id: 'l', lesson_title: 'The hive', module: 0, lesson: 1, passage: null },
  due_at: inDays(-1),
  reviews: n,
  known: n,
  returns_at: { again: inDays(0), hard: inDays(4), good: inDays(12), easy: inDays(90) },
});
const DAYS = Array.from({ length: 14 }, (_, n) => ({ day: inDays(n).slice(0, 10), due: n < 2 ? n + 1 : 0 }));

let requests: SentRequest[] = [];
/** The answer to an undone rating. */
const UNDONE: Answer = { body: { due_at: inDays(-1) } };
let undoing = UNDONE;
beforeEach(() => void (undoing = UNDONE));

/** Renders a session of two cards. @returns the ratings that were sent, by card */
async function show() {
  requests = stubServer(({ path, method }) => {
    if (method === 'DELETE') return undoing;
    if (method === 'POST') return { body: { due_at: inDays(1) } };
    if (path.includes('forecast')) return { body: { again: 0, questions: 0, flash_cards: 1, waiting: 0, days: DAYS } };
    return { body: { due: 2, next_at: null, waiting: 0, cards: [], flash_cards: [aCard(0), aCard(1)] } };
  });
  await showScreen(<ReviewView userId="u1" scope={{ deck: 'Bees' }} lead="Bees" />);
  await screen.findByText('Question 0');
  return () =>
    requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/')[3], (body as { rating: string }).rating]);
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('shows one card, turns it, and shows with each rating when it returns', async () => {
  const rated = await show();
  expect(screen.queryByText('Answer 0')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  expect(screen.getByText('Answer 0')).toBeTruthy();
  const answers = screen.getByRole('group', { name: 'How well did you know it?' });
  expect([...answers.children].map(({ textContent }) => textContent)).toEqual([
    'Again1in 1 min',
    'Hard2in 4 days',
    'Good3in 12 days',
    'Easy4in 3 months',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Hard/ }));
  await screen.findByText('Question 1');
  expect(screen.getByRole('progressbar', { name: 'Review' }).getAttribute('aria-valuetext')).toBe('Card 2 of 2');
  await waitFor(() => expect(rated()).toEqual([['c0', 'hard']]));
});

it('works with the keyboard alone: Space turns a card and back, a digit rates it once it is turned', async () => {
  const rated = await show();
  press('3');
  expect(screen.getByText('Question 0')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  press(' ');
  expect(screen.queryByText('Answer 0')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  press('3');
  await screen.findByText('Question 1');
  await waitFor(() => expect(rated()).toEqual([['c0', 'good']]));
  press('e');
  expect(await screen.findByRole('dialog', { name: 'Change the card' })).toBeTruthy();
});

it('undoes the last rating with its button or U, and asks the card again', async () => {
  const rated = await show();
  expect(screen.queryByRole('button', { name: 'Undo the last answer' })).toBeNull();
  for (const takeBack of [() => fireEvent.click(screen.getByRole('button', { name: 'Undo the last answer' })), () => press('u')]) {
    fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
    press('1');
    await screen.findByText('Question 1');
    takeBack();
    await screen.findByText('Question 0');
    expect(screen.queryByText('Answer 0')).toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Review' }).getAttribute('aria-valuetext')).toBe('Card 1 of 2');
  }
  expect(rated()).toEqual([
    ['c0', 'again'],
    ['c0', 'again'],
  ]);
});

it('undoes a rating that was already sent, also at the end of the session', async () => {
  await show();
  for (const _ of [0, 1]) {
    fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
    press('3');
  }
  await screen.findByRole('heading', { name: '2 of 2 known at once' });
  press('u');
  await screen.findByText('Question 1');
  const [, latest] = requests.filter(({ method }) => method === 'POST');
  const undone = requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(undone).toEqual([`/api/flash-cards/c1/ratings/${(latest!.body as { rating_id: string }).rating_id}`]);
});

it('stays where it is, and says so, if a rating cannot be undone', async () => {
  await show();
  undoing = problem('cards.rated_again', 'This flash card has been answered again since.');
  fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
  press('3');
  await screen.findByText('Question 1');
  press('u');
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['This flash card has been answered again since.']));
  expect(screen.getByText('Question 1')).toBeTruthy();
});

it('ends with the score, the next due date, and the cards to look at again with their lesson', async () => {
  await show();
  for (const key of ['1', '4']) {
    fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
    press(key);
  }
  expect(await screen.findByRole('heading', { name: '1 of 2 known at once' })).toBe(document.activeElement);
  expect(await screen.findByText('Next: today 1, tomorrow 2')).toBeTruthy();
  const missed = screen.getByRole('region', { name: 'Worth another look' });
  expect(missed.textContent).toBe('Worth another lookQuestion 0Answer 0Read it in “The hive”');
  expect(screen.getByRole('link', { name: /^Read it in/ }).getAttribute('href')).toBe('/courses/k/learn/0/1');
});

it.each([
  [1 / 1_440, 'in 1 min'],
  [10 / 1_440, 'in 10 min'],
  [0.999, 'in 1 day'],
  [27, 'in 27 days'],
  [90, 'in 3 months'],
])('%s days from now is written as %s', (days, words) => {
  expect(returnsIn(inDays(days))).toBe(words);
});

it('shows beside the question how many wait for another day', async () => {
  stubServer(() => ({ body: { due: 14, next_at: null, waiting: 12, cards: [], flash_cards: [aCard(0), aCard(1)] } }));
  await showScreen(<ReviewView userId="u1" />);
  await screen.findByText('Today’s review takes fifteen minutes. 12 more are waiting; the most urgent come first.');
});

it('asks nothing more after fifteen minutes, unless the learner wants to continue', async () => {
  const asked: string[] = [];
  stubServer(({ path }) => {
    asked.push(path);
    const isMore = path.includes('more=true');
    return { body: { due: 12, next_at: null, waiting: isMore ? 0 : 12, cards: [], flash_cards: isMore ? [aCard(0)] : [] } };
  });
  await showScreen(<ReviewView userId="u1" />);
  await screen.findByText('You have reviewed for fifteen minutes today');
  screen.getByText('12 more are waiting; the most urgent come first.');
  fireEvent.click(screen.getByRole('button', { name: 'Review more today' }));
  await screen.findByText('Question 0');
  expect(asked.every((path) => path.includes('time_zone='))).toBe(true);
});

const aQuestion = (kind: 'single' | 'multiple'): ReviewCard => ({
  course_id: 'k',
  course_title: 'Bees',
  cover: null,
  language: 'english',
  lesson_id: 'l',
  lesson_title: 'The hive',
  module: 0,
  lesson: 1,
  question_id: kind,
  kind,
  question: `A ${kind} one`,
  options: [
    { id: 'a', text: 'Wax' },
    { id: 'b', text: 'Honey' },
  ],
  due_at: inDays(-1),
});

it.each([
  ['multiple', 1],
  ['single', 0],
] as const)('a %s question is shown with its course, and mentions several right options %i times', async (kind, times) => {
  stubServer(() => ({ body: { due: 1, next_at: null, waiting: 0, cards: [aQuestion(kind)], flash_cards: [] } }));
  await showScreen(<ReviewView userId="u1" />);
  await screen.findByText(`A ${kind} one`);
  screen.getByText('Bees');
  expect(document.querySelectorAll('[data-cover]')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'The hive' }).getAttribute('href')).toBe('/courses/k/learn/0/1');
  expect(screen.queryAllByText('Select all that apply.')).toHaveLength(times);
});
