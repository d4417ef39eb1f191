import { CARDS_A_LESSON, NEW_CARDS_A_DAY, type Rating } from '#contract/practice/cards.contract.ts';
import { REVIEW_SECONDS } from '#contract/courses/study-minutes.ts';
import { dayPart } from '#contract/practice/day-part.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { comingSections } from '#domain/courses/content/coming-sections.queries.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { lessonMinutes } from '#domain/courses/content/lesson-minutes.queries.ts';
import { type Due, fillDay } from '#domain/practice/day-share.queries.ts';
import { hardestOf } from '#domain/practice/hardest-questions.ts';
import { scheduleAnswer, scheduleReview } from '#domain/practice/schedule-review.ts';
import { findInListing } from '../sandbox/answers/course-files.ts';
import { hash32 } from '../sandbox/seeded-random.ts';
import { bound, line } from './figures.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BEGINS = Date.UTC(2026, 0, 5, 18);
/** The learner's midnight before the first day. */
const FIRST_DAY = Date.UTC(2026, 0, 5);
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

/** A learner of the library who comes every day and answers everything right. */
interface Returning {
  readonly name: string;
  /** What is read on a day, counted from 0: a whole lesson, the day's part of one, or nothing. */
  readonly reads: (day: number) => 'lesson' | 'part' | 'nothing';
}
const RETURNING: readonly Returning[] = [
  { name: 'reads a lesson a day and answers everything right', reads: () => 'lesson' },
  { name: 'reads one lesson, and comes back for what the first screen offers', reads: (day) => (day === 0 ? 'lesson' : 'part') },
  { name: 'reads one lesson, and comes back for questions and cards alone', reads: (day) => (day === 0 ? 'lesson' : 'nothing') },
  { name: 'has opened a course and reads none', reads: () => 'nothing' },
];
/** Courses of the library that are read one after the other. */
const READ = [
  'bees-keeping-a-colony-in-garden-or-city',
  'coffee-from-the-plant-to-the-cup',
  'ancient-rome-a-city-that-became-a-world',
  'climate-what-sets-it-and-why-it-is-changing',
];
/** What is worth coming back for, in minutes, and the share of days that must have it. */
const WORTH = { least: 3, most: 8, share: 0.8 };

interface Item {
  readonly kind: Due;
  readonly id: string;
  card: unknown;
  due: number;
}

/**
 * Simulates learners over thirty days, with the product's scheduler and daily limit: what is due, what a day asks for, how many minutes
 * that takes and how many items wait. Answers are seeded. Nothing may be lost, and no day may ask for more than fifteen minutes. Learners of
 * the library who answer everything right have a few minutes on most days, by the rules of today and by those of before.
 */
export async function bench(): Promise<void> {
  for (const learner of LEARNERS) simulate(learner);
  const lessons = READ.flatMap((slug) => lessonsOf(findInListing(slug)!.content));
  for (const learner of RETURNING) {
    line(learner.name, '');
    returning(learner, lessons, 'before');
    const { share } = returning(learner, lessons, 'now');
    bound(`  at least ${WORTH.share * 100} % of days have ${WORTH.least} to ${WORTH.most} minutes of due work`, share >= WORTH.share);
  }
}

/**
 * Counts the days from the second on that have `WORTH` minutes of due work: what the review asks for and, from where one stopped, the sections
 * that fill the day up. Before, nothing was asked again early, cards had to be bought, and where one stopped was a whole lesson.
 */
function returning({ name, reads }: Returning, lessons: readonly LessonContent[], rule: 'before' | 'now'): { share: number } {
  const items: Item[] = [];
  let [at, position] = [0, 0];
  const days: { readonly minutes: number; readonly review: number }[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    let now = BEGINS + day * DAY_MS;
    const due = items.filter((item) => item.due <= now).toSorted((one, other) => one.due - other.due);
    const { questions, flashCards } = fillDay(
      due.map(({ kind }) => kind),
      due.length,
      0,
    );
    const seconds = questions * REVIEW_SECONDS.question + flashCards * REVIEW_SECONDS.flash_card;
    const lesson = lessons[at];
    const ends = lesson ? comingSections(lesson, position) : [];
    const minutesTo = ends.map(({ minutes }) => minutes);
    const part = dayPart(minutesTo, seconds);
    const offered = rule === 'before' ? (lesson ? lessonMinutes(lesson) : 0) : part === undefined ? 0 : minutesTo[part]!;
    days.push({ minutes: seconds / 60 + offered, review: seconds / 60 });
    for (const item of due.slice(0, questions + flashCards)) {
      now += REVIEW_SECONDS[item.kind] * 1_000;
      item.card =
        item.kind === 'question' ? scheduleAnswer(item.card, true, new Date(now)) : scheduleReview(item.card, 'good', new Date(now));
      item.due = (item.card as { readonly due: Date }).due.getTime();
    }
    const read = reads(day);
    if (!lesson || read === 'nothing') continue;
    // what is left of a lesson after its text are its last questions
    position = read === 'part' && part !== undefined ? ends[part]!.position : Infinity;
    if (position < (ends.at(-1)?.position ?? 0)) continue;
    const tomorrow = FIRST_DAY + (day + 1) * DAY_MS;
    items.push(...learned(lesson, now + HOUR_MS / 6, tomorrow, rule, name));
    [at, position] = [at + 1, 0];
  }
  const later = days.slice(1);
  const worth = later.filter(({ minutes }) => minutes >= WORTH.least && minutes <= WORTH.most).length;
  const mean = (of: (day: (typeof later)[number]) => number) => (later.reduce((sum, day) => sum + of(day), 0) / later.length).toFixed(1);
  const reviewed = later.filter(({ review }) => review > 0).length;
  line(
    `  ${rule}: days of ${later.length} with ${WORTH.least} to ${WORTH.most} minutes`,
    `${worth} (${Math.round((worth / later.length) * 100)} %); a mean of ${mean(({ minutes }) => minutes)} minutes, ` +
      `${mean(({ review }) => review)} of them review, which is due on ${reviewed} days; on the second day ${later[0]!.minutes.toFixed(1)}`,
  );
  return { share: worth / later.length };
}

/** Returns the questions and cards of a lesson whose questions were all answered right. @param tomorrow when the next day begins */
function learned(lesson: LessonContent, now: number, tomorrow: number, rule: 'before' | 'now', name: string): Item[] {
  const asked = lesson.quiz.map((item: QuizItem, place) => ({
    item,
    wrong: 0,
    others: { answers: 0, wrong: 0 },
    answeredAt: new Date(now + place),
  }));
  const again = rule === 'now' ? hardestOf(asked) : [];
  const questions = asked.map((one): Item => {
    const card = scheduleAnswer(null, true, new Date(now));
    return {
      kind: 'question',
      id: `${name} ${lesson.lesson_id} ${one.item.id}`,
      card,
      due: again.includes(one) ? Math.min(tomorrow, card.due.getTime()) : card.due.getTime(),
    };
  });
  const cards = Array.from({ length: rule === 'now' ? CARDS_A_LESSON : 0 }, (_, place): Item => ({
    kind: 'flash_card',
    id: `${name} ${lesson.lesson_id} card ${place}`,
    card: null,
    due: tomorrow,
  }));
  return [...questions, ...cards];
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
