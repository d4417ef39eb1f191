import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { ACHIEVEMENTS, type AchievementCount } from '#contract/dashboard/achievements.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { lessonsOf, type LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { marketKey } from './published-courses.ts';
import { accountIds, LEARNER } from './sample-people.ts';
import { LEARNERS_PURCHASES } from './sample-sales.ts';
import { addStudies } from './sample-studies.ts';

/** Audit entry of the sample learner's data, so that deleted data is not created again. */
const GIVEN = { actor: 'script:seed', action: 'learner.samples' } as const;
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

interface Learning {
  readonly slug: string;
  /** Days ago on which each lesson was completed, in order; the rest of the course is unread. */
  readonly days: readonly number[];
  /** How far into the next lesson, 0 to 1. */
  readonly position?: number;
  readonly answers: boolean;
  /** By number of the lesson. */
  readonly notes: readonly (readonly [number, string])[];
  /** Flash cards by number of the lesson. */
  readonly cards?: readonly SampleCard[];
}
/** `passage`: where the lesson says it, word for word. */
interface SampleCard {
  readonly lesson: number;
  readonly front: string;
  readonly back: string;
  readonly passage: string;
}

const CELL_CARDS: readonly SampleCard[] = [
  {
    lesson: 4,
    front: 'To which side of a membrane does water move?',
    back: 'To the side where more is dissolved.',
    passage: 'Water moves to the side where more is dissolved.',
  },
  {
    lesson: 4,
    front: 'Why does a plant cell not burst in pure water?',
    back: 'A stiff wall stands around it and pushes back.',
    passage: 'A plant cell in pure water does not burst, since a stiff wall stands around it.',
  },
  {
    lesson: 4,
    front: 'What is the pressure inside a plant cell called?',
    back: 'Turgor.',
    passage: 'The pressure inside is called *turgor*.',
  },
  {
    lesson: 8,
    front: 'What does each chromosome consist of after the DNA was copied?',
    back: 'Of two identical halves, joined at one point.',
    passage: 'Each of the 46 chromosomes now consists of two identical halves, joined at one point.',
  },
  {
    lesson: 8,
    front: 'What does the checkpoint in metaphase wait for?',
    back: 'For every chromosome to be held from both sides.',
    passage: 'As long as a single chromosome is not held from both sides, nothing is pulled.',
  },
];

/** Courses: completed with a certificate, completed and in review, in progress, just begun. The last days make a streak. */
const LEARNINGS: readonly Learning[] = [
  {
    slug: 'a-personal-budget-that-lasts',
    days: [38, 36, 34, 31, 29, 27, 24, 21],
    answers: false,
    notes: [
      [2, 'Once a year: insurance 264, car tax 118, presents about 300. Together 682, so 57 a month into the fund.'],
      [6, 'Compare offers by the annual rate, not by the monthly payment.'],
    ],
  },
  {
    slug: 'the-cell-from-membrane-to-division',
    days: [44, 41, 37, 33, 30, 26, 22, 18],
    answers: true,
    notes: [[4, 'Water goes to the side where more is dissolved. Potato test: done with 0, 5 and 10 grams of salt in a glass.']],
    cards: CELL_CARDS,
  },
  {
    slug: 'statistics-for-everyday-decisions',
    days: [6, 5, 4, 1],
    position: 0.35,
    answers: true,
    notes: [[2, 'Same average, other bus. Ask for the quartiles as well.']],
  },
  { slug: 'reading-the-night-sky', days: [2], position: 0.6, answers: false, notes: [] },
];

/**
 * Gives the sample learner four courses in different states, with answers, due reviews, notes, a certificate and a streak. Runs once.
 * @returns a line for each action
 */
export async function seedSampleLearner(): Promise<string[]> {
  const accountId = (await accountIds([LEARNER])).get(LEARNER);
  if (!accountId) return [];
  const given = await database()('audit_entry')
    .where({ subject: `account:${accountId}`, action: GIVEN.action })
    .first('id');
  if (given) return [];
  for (const learning of LEARNINGS) await transact((trx) => learn(trx, accountId, learning));
  await earn(accountId);
  await addAchievements(accountId);
  await recordAudit({ ...GIVEN, subject: `account:${accountId}` });
  return [`${LEARNER}: ${LEARNINGS.length} courses, from just begun to finished`];
}

async function learn(
  trx: Knex.Transaction,
  accountId: string,
  { slug, days, position = 0, answers, notes, cards = [] }: Learning,
): Promise<void> {
  const { enrol } = await withEngine(import('#domain/market/enrolment.commands.ts'));
  const { readCourseFiles } = await import('../sandbox/answers/course-files.ts');
  const sold = await trx('creator_course')
    .where({ client_key: marketKey(slug), status: 'published' })
    .first('id');
  if (!sold) return; // the creator withdrew the course
  const courseId = (await enrol(trx, { accountId, creatorCourseId: sold.id }))!;
  const lessons = lessonsOf(readCourseFiles(slug).content);
  const began = daysAgo(LEARNERS_PURCHASES[slug] ?? days[0]! + 1);
  await trx('enrolment').where({ account_id: accountId, creator_course_id: sold.id }).update({ created_at: began });
  await trx('course').where({ id: courseId }).update({ created_at: began });
  const read = days.flatMap((day, n) => (lessons[n] ? [{ lesson: lessons[n], at: daysAgo(day) }] : []));
  const isCompleted = read.length === lessons.length;
  const done = read.map(({ lesson, at }) => ({ lessonId: lesson.lesson_id, at }));
  await addStudies(trx, [{ accountId, courseId, marketId: sold.id, lessons: done, isCompleted, lookedIn: null }]);
  if (!isCompleted)
    await trx('reading_place')
      .where({ account_id: accountId, course_id: courseId })
      .update({ lesson_id: lessons[read.length]!.lesson_id, position });
  await addPoints(trx, accountId, courseId, done);
  if (answers) await addAnswers(trx, { accountId, courseId }, read);
  const rows = notes.map(([number, text]) => {
    const { lesson, at } = read[number - 1]!;
    return { account_id: accountId, id: uuidv7(), course_id: courseId, lesson_id: lesson.lesson_id, text, created_at: at, updated_at: at };
  });
  if (rows.length > 0) await trx('lesson_note').insert(rows);
  const deck = readCourseFiles(slug).content.title;
  await addFlashCards(trx, { account_id: accountId, course_id: courseId, deck }, cards, read);
}

/** Adds cards written on the day of their lesson, and known at each review since. */
async function addFlashCards(
  trx: Knex.Transaction,
  of: { readonly account_id: string; readonly course_id: string; readonly deck: string },
  cards: readonly SampleCard[],
  read: readonly { readonly lesson: LessonContent; readonly at: Date }[],
): Promise<void> {
  const { scheduleReview } = await import('#domain/practice/schedule-review.ts');
  for (const { lesson: number, ...sides } of cards) {
    const { lesson, at } = read[number - 1]!;
    const id = uuidv7();
    const ratings: object[] = [];
    let card: ReturnType<typeof scheduleReview> | null = null;
    for (let now = at; now.getTime() < Date.now(); now = card.due) {
      card = scheduleReview(card, 'good', now);
      ratings.push({ account_id: of.account_id, id: uuidv7(), card_id: id, rating: 'good', rated_at: now });
    }
    await trx('flash_card').insert({
      ...of,
      ...sides,
      id,
      guid: id,
      lesson_id: lesson.lesson_id,
      created_at: at,
      due_at: card!.due,
      card: JSON.stringify(card),
      reviews: ratings.length,
    });
    await trx('flash_card_rating').insert(ratings);
  }
}

async function addPoints(
  trx: Knex.Transaction,
  accountId: string,
  courseId: string,
  done: readonly { readonly lessonId: string; readonly at: Date }[],
): Promise<void> {
  await trx('point_entry')
    .insert(
      done.map(({ lessonId, at }) => ({
        account_id: accountId,
        cause: `lesson:${courseId}:${lessonId}`,
        points: POINTS.lesson_completed,
        created_at: at,
      })),
    )
    .onConflict(['account_id', 'cause'])
    .ignore();
}

/** Answers each lesson's questions on its day, a few wrongly, and repeats them when they are due; every fourth is due today. */
async function addAnswers(
  trx: Knex.Transaction,
  { accountId, courseId }: { accountId: string; courseId: string },
  read: readonly { readonly lesson: LessonContent; readonly at: Date }[],
): Promise<void> {
  const { scheduleReview } = await import('#domain/practice/schedule-review.ts');
  const asked = read.flatMap(({ lesson, at }) => lesson.quiz.filter((item) => item.kind !== 'short').map((item) => ({ lesson, at, item })));
  const answers: object[] = [];
  const cards: object[] = [];
  for (const [n, { lesson, at, item }] of asked.entries()) {
    const of = { account_id: accountId, course_id: courseId, lesson_id: lesson.lesson_id, question_id: item.id };
    const waits = n % 4 === 1;
    let card: ReturnType<typeof scheduleReview> | null = null;
    let now = at;
    for (let time = 0; now.getTime() < Date.now() - DAY_MS && !(waits && time === 3); time += 1) {
      const wrong = time === 0 && n % 5 === 2 ? optionsOf(item).find(({ id }) => !rightIdsOf(item).includes(id)) : undefined;
      const isRight = wrong === undefined;
      const chosen = isRight ? rightIdsOf(item) : [wrong.id];
      answers.push({ ...of, id: uuidv7(), chosen_ids: chosen, is_right: isRight, answered_at: now });
      card = scheduleReview(card, isRight ? 'good' : 'again', now);
      now = card.due;
    }
    if (card) cards.push({ ...of, due_at: card.due, card: JSON.stringify(card) });
  }
  await trx('question_answer').insert(answers).onConflict().ignore();
  await trx('review_card').insert(cards).onConflict().ignore();
}

/** Adds the completed course's certificate, a goal, and half an hour of reading on each of the last days. */
async function earn(accountId: string): Promise<void> {
  const { issueCertificate } = await withEngine(import('#domain/practice/certificates/issue-certificate.command.ts'));
  const { setWeeklyGoal } = await withEngine(import('#domain/dashboard/activity.commands.ts'));
  const [finished, , middle] = await Promise.all(
    LEARNINGS.map(({ slug }) =>
      database()('enrolment as own')
        .join('creator_course as sold', 'sold.id', 'own.creator_course_id')
        .where({ 'own.account_id': accountId, 'sold.client_key': marketKey(slug) })
        .first('own.course_id'),
    ),
  );
  if (finished) {
    const { id, completed_at: at } = await issueCertificate({ accountId, courseId: finished.course_id, holderName: 'Lena Learner' });
    await database()('certificate').where({ id }).update({ issued_at: at });
  }
  if (middle)
    await database().raw(
      `insert into activity_minute (account_id, course_id, at)
       select :accountId, :courseId, date_trunc('minute', now()) - day * interval '1 day' - (90 + minute) * interval '1 minute'
         from generate_series(0, 6) day, generate_series(0, 14 + (day * 5) % 17) minute on conflict do nothing`,
      { accountId, courseId: middle.course_id },
    );
  await setWeeklyGoal({ accountId, minutes: 150 });
}

/** Awards the learner's achievements as of the day on which each was reached, not of the day on which somebody first looks. */
async function addAchievements(accountId: string): Promise<void> {
  const moments = (table: string, column: string): Promise<Date[]> =>
    database()(table).where({ account_id: accountId }).orderBy(column).pluck(column);
  const [lessons, courses, notes, minutes] = await Promise.all([
    moments('lesson_completion', 'completed_at'),
    moments('course_completion', 'completed_at'),
    moments('lesson_note', 'created_at'),
    moments('activity_minute', 'at'),
  ]);
  const reached: Partial<Record<AchievementCount, readonly Date[]>> = { lessons, courses, notes, minutes, streak: longestStreak(minutes) };
  const awards = ACHIEVEMENTS.flatMap(({ id, counts, target, points }) => {
    const at = reached[counts]?.[target - 1];
    return at ? [{ id, points, at }] : [];
  });
  await transact(async (trx) => {
    await trx('achievement').insert(awards.map(({ id, at }) => ({ account_id: accountId, achievement: id, awarded_at: at })));
    await trx('point_entry').insert(
      awards.map(({ id, points, at }) => ({ account_id: accountId, cause: `achievement:${id}`, points, created_at: at })),
    );
  });
}

/** Returns the first minute of each day of the longest streak. @param minutes in order */
function longestStreak(minutes: readonly Date[]): Date[] {
  const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
  let longest: Date[] = [];
  let current: Date[] = [];
  for (const at of minutes) {
    const last = current.at(-1);
    if (last && dayOf(last) === dayOf(at)) continue;
    current = last && dayOf(last) === dayOf(at) - 1 ? [...current, at] : [at];
    if (current.length > longest.length) longest = current;
  }
  return longest;
}
