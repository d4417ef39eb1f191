import type { Knex } from 'knex';
import { RATE_FROM_PERCENT } from '#contract/market/market.contract.ts';
import { REVIEWS, type Review } from './sample-reviews.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a student has read of a copy, in order. `marketId`: the course in the market. */
export interface Study {
  readonly accountId: string;
  readonly courseId: string;
  readonly marketId: string;
  /** `at`: when it was completed. */
  readonly lessons: readonly { readonly lessonId: string; readonly at: Date }[];
  readonly isCompleted: boolean;
  /** When a student without a completed lesson looked in; null: never. */
  readonly lookedIn: Date | null;
}

const nameOf = (study: Pick<Study, 'accountId' | 'courseId'>) => ({ account_id: study.accountId, course_id: study.courseId });
const minuteOf = (at: number): Date => new Date(Math.floor(at / 60_000) * 60_000);
/** How many minutes a lesson took, with its questions: 6 to 14. */
const minutesOf = (n: number): number => 6 + ((n * 7) % 9);

/** Adds completions, the minutes that were spent on them, and places of reading. */
export async function addStudies(trx: Knex.Transaction, studies: readonly Study[]): Promise<void> {
  const read = studies.filter(({ lessons }) => lessons.length > 0);
  const sessions = read.flatMap((study, s) =>
    study.lessons.map(({ at }, n) => ({ ...nameOf(study), until: at, minutes: minutesOf(s + n) })),
  );
  const looks = studies.flatMap(({ lookedIn, ...study }) => (lookedIn ? [{ ...nameOf(study), until: lookedIn, minutes: 4 }] : []));
  const minutes = [...sessions, ...looks].flatMap(({ until, minutes: count, ...name }) =>
    Array.from({ length: count }, (_, n) => ({ ...name, at: minuteOf(until.getTime() - n * 60_000) })),
  );
  const completions = read.flatMap((study) =>
    study.lessons.map(({ lessonId, at }) => ({ ...nameOf(study), lesson_id: lessonId, completed_at: at })),
  );
  const places = read.map((study) => {
    const last = study.lessons.at(-1)!;
    return { ...nameOf(study), lesson_id: last.lessonId, position: 0, read_at: last.at };
  });
  const whole = read
    .filter(({ isCompleted }) => isCompleted)
    .map((study) => ({ ...nameOf(study), completed_at: study.lessons.at(-1)!.at }));
  await insertMany(trx, 'activity_minute', minutes);
  await insertMany(trx, 'lesson_completion', completions);
  await insertMany(trx, 'reading_place', places);
  await insertMany(trx, 'course_completion', whole);
}

/** Inserts rows of the same columns by one statement; those that are there stay, so a minute belongs to the course that comes first. */
export async function insertMany(trx: Knex.Transaction, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await trx.raw(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, cast(? as jsonb)) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

type Reviewer = Study & { readonly slug: string; readonly courseLessons: number };

/** Who reviews in words has read so many lessons. */
const READ_FOR_WORDS = 4;
const lastRead = ({ lessons }: Study): number => lessons.at(-1)!.at.getTime();

/**
 * Adds ratings of those who have read enough to rate: each course's reviews in words by those who read last, stars of every second one before
 * them, and the answers to the final question of those who finished.
 */
export async function addReviews(trx: Knex.Transaction, studies: readonly Reviewer[]): Promise<void> {
  const readers = studies
    .filter(({ lessons, courseLessons }) => lessons.length > 0 && lessons.length * 100 >= courseLessons * RATE_FROM_PERCENT)
    .toSorted((a, b) => lastRead(b) - lastRead(a));
  const ratings = [...Map.groupBy(readers, ({ slug }) => slug)].flatMap(([slug, ofCourse]) => {
    const words = REVIEWS[slug] ?? [];
    const writers = ofCourse.filter(({ lessons }) => lessons.length >= READ_FOR_WORDS).slice(0, words.length);
    const others = ofCourse.slice(ofCourse.indexOf(writers.at(-1)!) + 1).filter((_, n) => n % 2 === 0);
    return [
      ...writers.map((reader, n) => ratingOf(reader, words[n]!)),
      ...others.map((reader, n) => ratingOf(reader, { stars: (n + slug.length) % 3 === 0 ? 4 : 5, text: '' })),
    ];
  });
  if (ratings.length > 0) await trx('course_rating').insert(ratings);
  const asked = studies
    .filter(({ isCompleted }) => isCompleted)
    .map(({ courseId, lessons }, n) => ({ course_id: courseId, satisfaction: n % 6 === 4 ? 3 : 5, satisfaction_at: lessons.at(-1)!.at }));
  await trx.raw(
    `update enrolment set satisfaction = said.satisfaction, satisfaction_at = said.satisfaction_at
       from jsonb_populate_recordset(null::enrolment, cast(? as jsonb)) said where enrolment.course_id = said.course_id`,
    [JSON.stringify(asked)],
  );
}

function ratingOf(reader: Reviewer, { stars, text, answer }: Review) {
  const at = new Date(Math.min(Date.now() - HOUR_MS, lastRead(reader) + 5 * HOUR_MS));
  return {
    account_id: reader.accountId,
    creator_course_id: reader.marketId,
    stars,
    text,
    answer: answer ?? null,
    answered_at: answer ? new Date(Math.min(Date.now(), at.getTime() + DAY_MS)) : null,
    created_at: at,
    updated_at: at,
  };
}

/** Views of the courses' pages in the last 60 days: some each day, and more on days on which somebody took the course. */
export async function addViews(trx: Knex.Transaction, taken: readonly { readonly marketId: string; readonly at: Date }[]): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS);
  const rows = [...Map.groupBy(taken, ({ marketId }) => marketId)].flatMap(([marketId, ofCourse], c) =>
    Array.from({ length: 60 }, (_, n) => {
      const sold = ofCourse.filter(({ at }) => Math.floor(at.getTime() / DAY_MS) === today - n).length;
      return {
        creator_course_id: marketId,
        day: new Date((today - n) * DAY_MS).toISOString().slice(0, 10),
        views: 1 + ((n * 5 + c * 3) % 4) + sold * 6,
      };
    }),
  );
  await trx('course_view_day').insert(rows).onConflict(['creator_course_id', 'day']).ignore();
}
