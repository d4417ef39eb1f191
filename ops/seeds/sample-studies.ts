import type { Knex } from 'knex';
import { RATE_FROM_PERCENT } from '#contract/market/market.contract.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A student's reading of a copy, in order. `marketId`: the course in the market. */
export interface Study {
  readonly accountId: string;
  readonly courseId: string;
  readonly marketId: string;
  /** `at`: when it was completed. */
  readonly lessons: readonly { readonly lessonId: string; readonly at: Date }[];
  readonly isCompleted: boolean;
  /** When a student without a completed lesson opened it; null if never. */
  readonly lookedIn: Date | null;
}

const nameOf = (study: Pick<Study, 'accountId' | 'courseId'>) => ({ account_id: study.accountId, course_id: study.courseId });
const minuteOf = (at: number): Date => new Date(Math.floor(at / 60_000) * 60_000);
/** Returns the minutes for a lesson with its questions: 6 to 14. */
const minutesOf = (n: number): number => 6 + ((n * 7) % 9);

/** Adds completions, the minutes spent on them, and reading positions. */
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

/** Inserts rows with the same columns in one statement; existing rows stay, so a minute belongs to the first course. */
export async function insertMany(trx: Knex.Transaction, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await trx.raw(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, cast(? as jsonb)) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

type Rater = Study & { readonly slug: string; readonly courseLessons: number };

/** Lessons that a student must have read to write a review. */
const READ_FOR_WORDS = 4;
const lastRead = ({ lessons }: Study): number => lessons.at(-1)!.at.getTime();

/**
 * Adds ratings by students who have read enough: each course's written reviews by its latest readers, stars by every second one before
 * them, and answers to the final question by those who finished.
 */
export async function addRatings(trx: Knex.Transaction, studies: readonly Rater[]): Promise<void> {
  const readers = studies
    .filter(({ lessons, courseLessons }) => lessons.length > 0 && lessons.length * 100 >= courseLessons * RATE_FROM_PERCENT)
    .toSorted((a, b) => lastRead(b) - lastRead(a));
  const ratings = [...Map.groupBy(readers, ({ slug }) => slug)].flatMap(([slug, ofCourse]) => {
    const words = RATINGS[slug] ?? [];
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

function ratingOf(reader: Rater, { stars, text, answer }: SampleRating) {
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

/** Adds views of the courses' pages in the last 60 days: some each day, and more on days with an enrolment. */
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

interface SampleRating {
  readonly stars: number;
  readonly text: string;
  /** The creator's answer. */
  readonly answer?: string;
}

/** Reviews of the sample courses, as their readers might write them. */
const RATINGS: Readonly<Record<string, readonly SampleRating[]>> = {
  'photography-light-lens-and-frame': [
    {
      stars: 5,
      text: 'The exercise with five cups in a row taught me more about depth of field than two years of trying. I did it on a Sunday morning and now I set the aperture before I lift the camera.',
    },
    {
      stars: 4,
      text: 'Clear and short. I only have a phone, so lessons 1 to 3 were partly theory for me. From lesson 4, light, everything could be used at once.',
      answer: 'Thank you. With a phone, lesson 5 is the one to repeat: walking closer changes a picture in the same way.',
    },
    { stars: 5, text: 'Three hundred pictures down to eight within an hour. Painful, and right.' },
  ],
  'pricing-for-a-small-business': [
    {
      stars: 5,
      text: 'I raised the price of one product by a tenth, as lesson 7 proposes, one part at a time. Two customers asked why, and nobody left.',
    },
    {
      stars: 5,
      text: 'The table of discounts hangs over my desk. At my margin, ten per cent off means half as many sales again, and I used to give it to anybody who asked.',
      answer: 'That is the best place for it. Write your own margin in the first line.',
    },
    { stars: 3, text: 'Good for somebody who makes things. As a consultant I found my case in lesson 3 and would have liked more of it.' },
  ],
  'reading-the-night-sky': [
    {
      stars: 5,
      text: 'I found Polaris on the first clear evening. My daughter now corrects everybody who says that it is the brightest star.',
    },
    {
      stars: 4,
      text: 'No telescope, no app, just looking. The part on southern skies is short; I read it in Valparaíso and had to turn several examples round myself.',
      answer: 'You are right, the examples are for the north. The Moon lesson holds in the south with left and right exchanged.',
    },
  ],
  'sql-from-first-query-to-window-functions': [
    {
      stars: 5,
      text: 'The lesson on null alone was worth it. I found two reports at work that had silently left out customers without a country.',
    },
    { stars: 5, text: 'Window functions finally make sense, since the running total is built step by step.' },
    {
      stars: 4,
      text: 'Well paced up to lesson 7. The last two are denser; I needed a second evening for each.',
      answer: 'So did most readers. Typing the examples instead of reading them helps with those two.',
    },
  ],
  'statistics-for-everyday-decisions': [
    { stars: 5, text: 'Ten thousand people instead of percentages: I explained a test result to my father with it, and he understood.' },
    {
      stars: 5,
      text: 'The two bus lines with the same average! I had never seen so plainly why an average alone says little.',
    },
    { stars: 4, text: 'I skipped the formulas the first time. The text works without them, and they are easier afterwards.' },
  ],
  'the-cell-from-membrane-to-division': [
    {
      stars: 5,
      text: 'We did the potato sticks at the kitchen table. With a ruler you can find out how salty a potato is inside.',
      answer: 'And it costs less than anything in a laboratory. Try a carrot next: its value is not the same.',
    },
    { stars: 4, text: 'Good before an exam. Mitosis and meiosis side by side is what my textbook lacks.' },
  ],
  'climate-what-sets-it-and-why-it-is-changing': [
    {
      stars: 5,
      text: 'It computes the temperature of a planet from sunlight, and then shows what is missing. Nobody had shown me the account itself.',
    },
    {
      stars: 4,
      text: 'Calm and with figures. Lesson 3 needs to be read slowly.',
      answer: 'It is the hardest of the eight. The rest leans on it.',
    },
  ],
  'the-immune-system-and-vaccines': [
    { stars: 5, text: 'The story of the Faroe Islands stays with me: people who had had measles 65 years before did not get it again.' },
    {
      stars: 5,
      text: 'It says how efficacy is worked out from a trial, and what it does not mean. I could follow each number with a pencil.',
      answer: 'That was the aim of lesson 7. Thank you for taking the pencil.',
    },
  ],
  'tides-how-moon-and-sun-move-the-sea': [
    { stars: 5, text: 'I sail. The rule of twelfths I knew, but not why my harbour ignores it.' },
    { stars: 4, text: 'The second bulge on the far side is explained at last. The lesson with Python can be skipped, as it says.' },
  ],
  'a-personal-budget-that-lasts': [
    { stars: 5, text: 'The bills between: I added up what comes once a year and found out why November was always tight.' },
    { stars: 4, text: 'Nothing is sold here and no app is needed. A page of paper was enough.' },
    { stars: 5, text: 'Twenty minutes a month for two. We have kept it up since spring.' },
  ],
  'music-theory-notes-chords-and-rhythm': [
    { stars: 5, text: 'Six eighths are not three quarters: I have counted both aloud on the way to work for a week.' },
    {
      stars: 4,
      text: 'Works with a piano app. I would have liked to hear the progressions, so I played them.',
      answer: 'Playing them is the exercise, so you did it right.',
    },
  ],
  'sourdough-bread-at-home': [
    {
      stars: 5,
      text: 'The rise of my starter on day three was the false one, as the lesson says. On day twelve it doubled in eight hours. Third loaf: open crumb.',
      answer: 'Patience on the quiet days in between is most of the craft.',
    },
    { stars: 5, text: 'Percentages instead of recipes. Now I bake with the flour I have.' },
  ],
};
