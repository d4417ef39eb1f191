import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { marketKey, SAMPLE_MARKET, sampleCourseSlugs } from './published-courses.ts';
import { accountIds, CREATOR, LEARNER, makeSamplePeople } from './sample-people.ts';
import { addRatings, addStudies, addViews, insertMany } from './sample-studies.ts';

/** Audit entry of the given sales history of a creator. */
const GIVEN = { actor: 'script:seed', action: 'studio.sample_sales' } as const;
const DAY_MS = 86_400_000;
/** How many days ago the first course was sold. */
const HISTORY = 420;
/** Number of sales and of free enrolments of the creator to sign in as, and of the others. */
const SALES = { most: 96, fewer: 12, free: 8 } as const;
/** Courses that the sample learner has bought, with the number of days ago. */
export const LEARNERS_PURCHASES: Readonly<Record<string, number>> = {
  'the-cell-from-membrane-to-division': 45,
  'reading-the-night-sky': 3,
};

interface SampleCourse {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** What it cost while it was sold; 0 if it never was. */
  readonly price_cents: number;
  readonly lessons: readonly string[];
}

/**
 * Gives the sample courses' creators a sales history with refunds, from before the courses were free, and students who read, complete and rate their courses. Everything is
 * marked: orders have `sample` in their detail, students an address of `SAMPLE_STUDENTS_DOMAIN`, and screens show this. Runs once, and only
 * before a creator's first real sale.
 * @returns a line for each action
 */
export async function seedSampleSales(): Promise<string[]> {
  const { rows } = await database().raw(
    `select id, email from account where email = any(:emails)
        and not exists (select from audit_entry where subject = 'account:' || account.id and action = :action)
        and not exists (select from ledger_transaction where owner_kind = 'user' and owner_id = account.id::text and unit = 'USD')`,
    { emails: SAMPLE_MARKET.map(({ creator }) => creator), action: GIVEN.action },
  );
  if (rows.length === 0) return [];
  const students = await makeSamplePeople();
  const learnerId = (await accountIds([LEARNER])).get(LEARNER);
  for (const { id, email } of rows as { id: string; email: string }[]) {
    await transact(async (trx) => {
      const courses = await soldCourses(trx, id);
      if (courses.length === 0) return;
      const history = historyOf(courses, students, {
        most: email === CREATOR ? SALES.most : SALES.fewer,
        variant: SAMPLE_MARKET.findIndex(({ creator }) => creator === email),
      });
      const sales = learnerId ? withLearner(history, courses, learnerId) : history;
      await publishBefore(trx, courses, sales);
      await sell(trx, id, sales);
      await recordAudit({ ...GIVEN, subject: `account:${id}` }, trx);
    });
  }
  return ['Sales, students and ratings of the sample courses, marked as sample data'];
}

async function soldCourses(trx: Knex.Transaction, creatorId: string): Promise<SampleCourse[]> {
  const slugOf = new Map(sampleCourseSlugs().map((slug) => [marketKey(slug), slug]));
  const { rows } = await trx.raw(
    `select c.id, c.client_key, c.title,
            array(select lesson->>'lesson_id' from jsonb_array_elements(p.content->'modules') module, jsonb_array_elements(module->'lessons') lesson) as lessons
       from creator_course c join publication_version p on p.creator_course_id = c.id and p.number = c.published_version
      where c.account_id = ? and c.status = 'published' and c.client_key = any(?) order by c.title`,
    [creatorId, [...slugOf.keys()]],
  );
  const { readCourseHead } = await import('../sandbox/answers/read-library.ts');
  return rows.map(({ client_key: key, ...course }: Omit<SampleCourse, 'slug' | 'price_cents'> & { client_key: string }) => {
    const slug = slugOf.get(key)!;
    return { ...course, slug, price_cents: readCourseHead(slug).price * 100 };
  });
}

interface SampleSale {
  readonly course: SampleCourse;
  readonly studentId: string;
  readonly at: Date;
  /** When all of the money was refunded; null for most, and for free enrolments. */
  readonly refundedAt: Date | null;
  /** Number of lessons the student has completed. */
  readonly learned: number;
  /** The student shows the creator name and progress. */
  readonly shares: boolean;
}

interface Shape {
  /** Number of sales. */
  readonly most: number;
  /** Makes one creator's history differ from another's. From 0. */
  readonly variant: number;
}

/** Generates sales, oldest first: increasing over time, some in a burst, one in twelve refunded; each student takes a course once. */
function historyOf(courses: readonly SampleCourse[], students: readonly string[], { most, variant }: Shape): SampleSale[] {
  const begin = Date.now() - (HISTORY + variant * 5.3) * DAY_MS;
  // two of three; a person's choice is the same for each course
  const sharing = new Set(students.filter((_, s) => s % 3 !== 0));
  const pairs = students.flatMap((studentId, s) => courses.map((course, c) => ({ studentId, course, order: (s * 17 + c * 31) % 101 })));
  const inOrder = pairs.toSorted((a, b) => a.order - b.order || a.studentId.localeCompare(b.studentId));
  const sold = inOrder.filter(({ course }) => course.price_cents > 0).slice(0, most);
  const free = inOrder.filter(({ course }) => course.price_cents === 0).slice(0, SALES.free);
  return [sold, free].flatMap((taken) =>
    taken.map(({ studentId, course }, n) => {
      // the square root makes later sales denser; the hours vary over the day
      const at = new Date(begin + Math.sqrt((n + 1) / (taken.length + 1)) * (HISTORY - 1) * DAY_MS + ((n * 7) % 24) * 3_600_000);
      const isGivenBack = course.price_cents > 0 && n % 12 === 5;
      const refundedAt = isGivenBack ? new Date(at.getTime() + (2 + (n % 9)) * DAY_MS) : null;
      return { course, studentId, at, refundedAt, learned: lessonsOf(course, at, n + variant * 4), shares: sharing.has(studentId) };
    }),
  );
}

/** Returns a lesson every second day, and none in the future; some students stop early and others finish. */
function lessonsOf({ lessons }: SampleCourse, at: Date, n: number): number {
  const passed = Math.floor((Date.now() - at.getTime()) / (2 * DAY_MS)) - 1;
  return Math.max(0, Math.min(lessons.length, ((n * 5) % 11) - 1, passed));
}

/** the sample learner's own reading is added elsewhere */
const withLearner = (sales: readonly SampleSale[], courses: readonly SampleCourse[], learnerId: string): SampleSale[] => [
  ...sales,
  ...courses.flatMap((course) => {
    const days = LEARNERS_PURCHASES[course.slug];
    return days
      ? [{ course, studentId: learnerId, at: new Date(Date.now() - days * DAY_MS), refundedAt: null, learned: 0, shares: false }]
      : [];
  }),
];

/** Backdates publications to a week before the first enrolment, instead of the day of the installation. */
async function publishBefore(trx: Knex.Transaction, courses: readonly SampleCourse[], sales: readonly SampleSale[]): Promise<void> {
  for (const { id } of courses) {
    const first = Math.min(...sales.filter(({ course }) => course.id === id).map(({ at }) => at.getTime()));
    const at = new Date(first - 7 * DAY_MS);
    await trx('creator_course').where({ id }).update({ created_at: at, updated_at: at, published_at: at, renewed_at: at });
    await trx('publication_version').where({ creator_course_id: id }).update({ published_at: at });
  }
}

async function sell(trx: Knex.Transaction, creatorId: string, sales: readonly SampleSale[]): Promise<void> {
  const sold = sales.map((sale) => ({
    ...sale,
    orderId: sale.course.price_cents > 0 ? uuidv7() : null,
    courseId: sale.refundedAt ? null : uuidv7(),
  }));
  await trx('billing_order').insert(sold.flatMap(({ orderId, ...sale }) => (orderId ? [orderOf(orderId, sale)] : [])));
  await enrolAll(trx, sold);
  await book(trx, creatorId, sold);
  const studies = sold.flatMap(({ courseId, course, studentId, at, learned }) =>
    courseId ? [studyOf(courseId, course, studentId, at, learned)] : [],
  );
  await addStudies(trx, studies);
  await addRatings(trx, studies);
  await addViews(
    trx,
    sales.map(({ course, at }) => ({ marketId: course.id, at })),
  );
}

const orderOf = (id: string, { course, studentId, at, refundedAt }: SampleSale) => ({
  id,
  account_id: studentId,
  kind: 'course',
  package_id: course.id,
  catalogue_version: 1,
  amount_cents: course.price_cents,
  status: refundedAt ? 'refunded' : 'fulfilled',
  detail: JSON.stringify({ name: course.title, mode: 'payment', sample: 'yes' }),
  created_at: at,
  fulfilled_at: at,
});

type Sold = SampleSale & { readonly orderId: string | null; readonly courseId: string | null };

/** Gives the students their copies on the days of the sales, as `enrol` does today; refunded students get none. */
async function enrolAll(trx: Knex.Transaction, sold: readonly Sold[]): Promise<void> {
  const rows = sold.map(({ course, studentId, at, refundedAt, orderId, courseId, shares }) => ({
    creator_course_id: course.id,
    account_id: studentId,
    created_at: at,
    refunded_at: refundedAt,
    order_id: orderId,
    course_id: courseId,
    version: 1,
    paid_cents: orderId ? course.price_cents : 0,
    shares_progress: shares,
  }));
  const given = { rows: JSON.stringify(rows) };
  await trx.raw(
    `insert into course (id, account_id, title, description, difficulty, duration, age_group, module_count, lesson_count, duration_minutes,
                         quality_level, outline, enrolled_from, has_final_test, created_at)
     select own.course_id, own.account_id, source.title, source.description, source.difficulty, source.duration, source.age_group, source.module_count,
            source.lesson_count, source.duration_minutes, source.quality_level, source.outline, sold.id, sold.has_final_test, own.created_at
       from jsonb_populate_recordset(null::enrolment, cast(:rows as jsonb)) own
       join creator_course sold on sold.id = own.creator_course_id join course source on source.id = sold.published_course_id
      where own.course_id is not null`,
    given,
  );
  await trx.raw(
    `insert into course_version (course_id, number, content, kind, created_at)
     select own.course_id, 1, published.content, 'enrolled', own.created_at
       from jsonb_populate_recordset(null::enrolment, cast(:rows as jsonb)) own
       join publication_version published on published.creator_course_id = own.creator_course_id and published.number = own.version
      where own.course_id is not null`,
    given,
  );
  await insertMany(trx, 'enrolment', rows);
}

const isOld = (at: Date): boolean => Date.now() - at.getTime() > 7 * DAY_MS;

function studyOf(courseId: string, course: SampleCourse, accountId: string, at: Date, learned: number) {
  const done = course.lessons.slice(0, learned);
  return {
    accountId,
    courseId,
    marketId: course.id,
    lessons: done.map((lessonId, n) => ({ lessonId, at: new Date(at.getTime() + (n + 1) * 2 * DAY_MS) })),
    isCompleted: done.length === course.lessons.length,
    lookedIn: done.length === 0 && isOld(at) ? new Date(at.getTime() + DAY_MS) : null,
    slug: course.slug,
    courseLessons: course.lessons.length,
  };
}

/** Books in chronological order, because each ledger balance continues the previous one. */
async function book(trx: Knex.Transaction, creatorId: string, sold: readonly Sold[]): Promise<void> {
  const { recordSale, recordSaleRefund } = await withEngine(import('#domain/billing/ledger/record-sale.command.ts'));
  const bookings = sold.flatMap(({ orderId, course, at, refundedAt }) => {
    if (!orderId) return [];
    const { title, price_cents: cents } = course;
    const sale = () => recordSale(trx, { orderId, creatorId, priceCents: cents, cause: toSentence('Sale: {title}', { title }), at });
    if (!refundedAt) return [{ at, post: sale }];
    const refund = () => recordSaleRefund(trx, { orderId, refundId: `sample-${orderId}`, cents, at: refundedAt });
    return [
      { at, post: sale },
      { at: refundedAt, post: refund },
    ];
  });
  for (const { post } of bookings.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await post();
}
