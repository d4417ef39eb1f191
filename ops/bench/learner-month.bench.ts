import { CARDS_A_LESSON, NEW_CARDS_A_DAY, type Rating } from '#contract/practice/cards.contract.ts';
import { REVIEW_SECONDS } from '#contract/courses/study-minutes.ts';
import { type Due, fillDay } from '#domain/practice/day-share.queries.ts';
import { scheduleAnswer, scheduleReview } from '#domain/practice/schedule-review.ts';
import { hash32 } from '../sandbox/seeded-random.ts';
import { bound, line } from './figures.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const BEGINS = Date.UTC(2026, 0, 5, 18);
const QUESTIONS_A_LESSON = 4;
/** Shares of ratings: for a first answer in a lesson, and for a review. */
const FIRST: readonly (readonly [Rating, number])[] = [
  ['again', 0.25],
  ['good', 1],
];
const REVIEWED: readonly (readonly [Rating, number])[] = [
  ['again', 0.12],
  ['hard', 0.27],
  ['good', 0.87],
  ['easy', 1],
];

interface Learner {
  readonly name: string;
  /** Number of lessons read on a day, counted from 0. */
  readonly lessons: (day: number) => number;
  /** Number of cards imported from a file on the first day. */
  readonly imported: number;
}
const LEARNERS: readonly Learner[] = [
  { name: 'steady: a lesson a day', lessons: () => 1, imported: 0 },
  { name: 'eager: four lessons a day for two weeks, and a deck of 400 cards', lessons: (day) => (day < 14 ? 4 : 0), imported: 400 },
];

interface Item {
  readonly kind: Due;
  readonly id: string;
  card: unknown;
  due: number;
}

/**
 * Simulates a learner over thirty days, with the product's scheduler and daily limit: what is due, what a day asks for, how many minutes
 * that takes and how many items wait. Answers are seeded. Nothing may be lost, and no day may ask for more than fifteen minutes.
 */
export async function bench(): Promise<void> {
  for (const learner of LEARNERS) simulate(learner);
}

function simulate({ name, lessons, imported }: Learner): void {
  line(name, '');
  console.log('  day  lessons  came due  asked  minutes  waiting  longest wait');
  const items: Item[] = Array.from({ length: imported }, (_, at) => ({
    kind: 'flash_card',
    id: `file ${at}`,
    card: null,
    due: BEGINS + Math.floor(at / NEW_CARDS_A_DAY) * DAY_MS,
  }));
  let times = 0;
  const answer = (item: Item, shares: typeof FIRST, at: number) => {
    const drawn = hash32(`${name} ${item.id} ${(times += 1)}`) / 4294967296;
    const rating = shares.find(([, upTo]) => drawn < upTo)![0];
    item.card =
      item.kind === 'question'
        ? scheduleAnswer(item.card, rating !== 'again', new Date(at))
        : scheduleReview(item.card, rating, new Date(at));
    item.due = (item.card as { readonly due: Date }).due.getTime();
  };
  let longestDay = 0;
  let silent = 0;
  for (let day = 0; day < DAYS; day += 1) {
    let now = BEGINS + day * DAY_MS;
    for (let lesson = 0; lesson < lessons(day); lesson += 1) {
      for (let at = 0; at < QUESTIONS_A_LESSON; at += 1) {
        const item: Item = { kind: 'question', id: `question ${day} ${lesson} ${at}`, card: null, due: now };
        answer(item, FIRST, now);
        items.push(item);
      }
      for (let at = 0; at < CARDS_A_LESSON; at += 1)
        items.push({ kind: 'flash_card', id: `card ${day} ${lesson} ${at}`, card: null, due: now });
    }
    const dueAt = () => items.filter(({ due }) => due <= now).toSorted((one, other) => one.due - other.due);
    const due = dueAt().length;
    let [seconds, asked] = [0, 0];
    for (;;) {
      const all = dueAt();
      const share = fillDay(
        all.map(({ kind }) => kind),
        all.length,
        seconds,
      );
      if (share.questions + share.flashCards === 0) break;
      const item = all[0]!;
      seconds += REVIEW_SECONDS[item.kind];
      now += REVIEW_SECONDS[item.kind] * 1_000;
      answer(item, REVIEWED, now);
      asked += 1;
    }
    const left = dueAt();
    const { waiting } = fillDay(
      left.map(({ kind }) => kind),
      left.length,
      seconds,
    );
    if (waiting !== left.length) silent += 1;
    longestDay = Math.max(longestDay, seconds);
    const wait = left.length === 0 ? 0 : Math.floor((now - left[0]!.due) / DAY_MS);
    const figures = [day + 1, lessons(day), due, asked, (seconds / 60).toFixed(1), waiting, `${wait} days`];
    console.log(`  ${figures.map((figure, at) => String(figure).padStart([3, 7, 8, 5, 7, 7, 12][at]!)).join('  ')}`);
  }
  const end = BEGINS + DAYS * DAY_MS;
  const reviewed = items.filter(({ card }) => card !== null).length;
  line('  items', `${items.length}, ${reviewed} seen, ${items.filter(({ due }) => due <= end).length} due on the next day`);
  bound('no day asks for more than fifteen minutes', longestDay <= REVIEW_SECONDS.day);
  bound('what a day leaves is said to be waiting', silent === 0);
  bound(
    'nothing is lost: everything was asked, and comes back on a day',
    reviewed === items.length && items.every(({ due }) => due < Infinity),
  );
}
