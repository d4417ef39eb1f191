import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { SAMPLE_STUDENTS_DOMAIN } from '#domain/people/sample-students.queries.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

const CREATOR = 'creator@example.com';
/** Audit entry of the given sales history. */
const GIVEN = { actor: 'script:seed', action: 'studio.sample_sales' } as const;
const DAY_MS = 86_400_000;
/** How many days ago the first course was sold. */
const HISTORY = 420;
const STUDENTS = 36;
const SALES = 96;
const NAMES = 'Amira Bence Chidi Dalia Emil Farah Goran Hana Ivo Jun Kemal Lucia'.split(' ');

interface SampleCourse {
  readonly id: string;
  readonly title: string;
  readonly price_cents: number;
  readonly lessons: readonly string[];
}

/**
 * Gives the sample creator a sales history with refunds, and students with varying progress, so that the figures can be judged. All of it is
 * marked: orders have `sample` in their detail, and screens show that. Once; and only before the first real sale.
 * @returns a line for each thing it did
 */
export async function seedSampleSales(): Promise<string[]> {
  const given = await giveSales();
  await publishBeforeSales();
  return given;
}

/** Courses were published a week before their first sample sale, not on the day of the installation. */
async function publishBeforeSales(): Promise<void> {
  await database().raw(
    `update creator_course course
        set published_at = first.at - interval '7 days', created_at = least(created_at, first.at - interval '7 days')
       from (select package_id, min(created_at) as at from billing_order where detail->>'sample' is not null and kind = 'course' group by 1) first
      where first.package_id = course.id::text and course.published_at > first.at`,
  );
}

async function giveSales(): Promise<string[]> {
  const { rows } = await database().raw(
    `select id from account where email = :email
        and not exists (select from audit_entry where subject = 'account:' || account.id and action = :action)
        and not exists (select from ledger_transaction where owner_kind = 'user' and owner_id = account.id::text and unit = 'USD')`,
    { email: CREATOR, action: GIVEN.action },
  );
  if (rows.length === 0) return [];
  const creatorId: string = rows[0].id;
  const { rows: courses } = await database().raw(
    `select c.id, c.title, c.price_cents,
            array(select lesson->>'lesson_id' from jsonb_array_elements(p.content->'modules') module, jsonb_array_elements(module->'lessons') lesson) as lessons
       from creator_course c join publication_version p on p.creator_course_id = c.id and p.number = c.published_version
      where c.account_id = ? and c.status = 'published' and c.price_cents > 0 order by c.title`,
    [creatorId],
  );
  if (courses.length === 0) return [];
  await transact(async (trx) => {
    const students: string[] = [];
    for (let n = 0; n < STUDENTS; n += 1) {
      const [student] = await trx('account')
        .insert({
          id: uuidv7(),
          email: `sample-student-${n + 1}@${SAMPLE_STUDENTS_DOMAIN}`,
          first_name: NAMES[n % NAMES.length],
          last_name: 'Sample',
          terms_version: 'sample',
          terms_accepted_at: trx.fn.now(),
        })
        .returning('id');
      students.push(student!.id);
    }
    const bookings: Booking[] = [];
    for (const sale of historyOf(courses as SampleCourse[], students)) bookings.push(...(await sell(trx, sale)));
    await book(trx, creatorId, bookings);
    await recordAudit({ ...GIVEN, subject: `account:${creatorId}` }, trx);
  });
  return [`${CREATOR}: a history of sales, marked as sample data`];
}

interface SampleSale {
  readonly course: SampleCourse;
  readonly studentId: string;
  readonly at: Date;
  /** Cents of a refund, and its time; null for most. */
  readonly refund: { readonly cents: number; readonly at: Date } | null;
  /** Number of lessons the student has completed. */
  readonly learned: number;
}

/** Generates sales: increasing over time, some in a burst, one in twelve refunded; each student buys a course once. Oldest first. */
function historyOf(courses: readonly SampleCourse[], students: readonly string[]): SampleSale[] {
  const begin = Date.now() - HISTORY * DAY_MS;
  const pairs = students.flatMap((studentId, s) => courses.map((course, c) => ({ studentId, course, order: (s * 17 + c * 31) % 101 })));
  return pairs
    .toSorted((a, b) => a.order - b.order || a.studentId.localeCompare(b.studentId))
    .slice(0, SALES)
    .map(({ studentId, course }, n) => {
      // the square root makes later sales denser; the hours vary over the day
      const at = new Date(begin + Math.sqrt((n + 1) / (SALES + 1)) * (HISTORY - 1) * DAY_MS + ((n * 7) % 24) * 3_600_000);
      const isGivenBack = n % 12 === 5;
      return {
        course,
        studentId,
        at,
        refund: isGivenBack ? { cents: course.price_cents, at: new Date(at.getTime() + (2 + (n % 9)) * DAY_MS) } : null,
        learned: Math.max(0, Math.min(course.lessons.length, ((n * 5) % 11) - 1, lessonsSince(at))),
      };
    });
}

/** A lesson every second day, and none in the future. */
const lessonsSince = (at: Date): number => Math.floor((Date.now() - at.getTime()) / (2 * DAY_MS)) - 1;

interface Booking {
  readonly kind: 'sale' | 'refund';
  readonly orderId: string;
  readonly title: string;
  readonly cents: number;
  readonly at: Date;
}

/** Books in chronological order, because each ledger balance continues the previous one. */
async function book(trx: Trx, creatorId: string, bookings: readonly Booking[]): Promise<void> {
  const { recordSale, recordSaleRefund } = await import('#domain/billing/ledger/record-sale.command.ts');
  for (const { kind, orderId, title, cents, at } of bookings.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (kind === 'sale')
      await recordSale(trx, { orderId, creatorId, priceCents: cents, cause: toSentence('Sale: {title}', { title }), at });
    else await recordSaleRefund(trx, { orderId, refundId: `sample-${orderId}`, cents, at });
  }
}

type Trx = Parameters<Parameters<typeof transact>[0]>[0];

/** Adds the order, and the student's progress in the course. @returns its bookings */
async function sell(trx: Trx, { course, studentId, at, refund, learned }: SampleSale): Promise<Booking[]> {
  const { enrol } = await import('#domain/market/enrol.command.ts');
  const orderId = uuidv7();
  await trx('billing_order').insert({
    id: orderId,
    account_id: studentId,
    kind: 'course',
    package_id: course.id,
    catalogue_version: 1,
    amount_cents: course.price_cents,
    status: refund ? 'refunded' : 'fulfilled',
    detail: JSON.stringify({ name: course.title, mode: 'payment', sample: 'yes' }),
    created_at: at,
    fulfilled_at: at,
  });
  const copyId = (await enrol(trx, { accountId: studentId, creatorCourseId: course.id, orderId, paidCents: course.price_cents }))!;
  await trx('enrolment').where({ order_id: orderId }).update({ created_at: at });
  const sold: Booking = { kind: 'sale', orderId, title: course.title, cents: course.price_cents, at };
  if (refund) {
    await trx('enrolment').where({ order_id: orderId }).update({ refunded_at: refund.at, course_id: null });
    await trx('course').where({ id: copyId }).delete();
    return [sold, { ...sold, kind: 'refund', ...refund }];
  }
  const done = course.lessons.slice(0, learned);
  if (done.length === 0) return [sold];
  await trx('lesson_completion').insert(
    done.map((lesson_id, n) => ({
      account_id: studentId,
      course_id: copyId,
      lesson_id,
      completed_at: new Date(at.getTime() + (n + 1) * 2 * DAY_MS),
    })),
  );
  await trx('reading_place').insert({
    account_id: studentId,
    course_id: copyId,
    lesson_id: done.at(-1),
    position: 0,
    read_at: new Date(at.getTime() + (done.length + 1) * 2 * DAY_MS),
  });
  if (done.length === course.lessons.length) await trx('course_completion').insert({ account_id: studentId, course_id: copyId });
  return [sold];
}
