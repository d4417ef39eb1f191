import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LONGEST_TREND } from '#contract/studio/creator-figures.contract.ts';
import { creatorShare } from '#domain/billing/ledger/record-sale.command.ts';
import { givenCompleted, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { creatorAnalytics, creatorStats, growthRate, creatorEngagement } from './creator-figures.queries.ts';
import { givenCreatorCourse, givenSale, givenSaleRefund } from './creator-course.factory.ts';
import { getCreatorCourse } from './creator-course.queries.ts';

const db = useTestDatabase();
const NOW = new Date('2026-03-31T23:30:00Z');
let creatorId: string;
let courseId: string;
// months are in UTC, whatever the database's time zone
beforeAll(async () => {
  await db.knex.raw(`do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Pacific/Auckland'); end $$`);
  await db.knex.destroy();
  db.knex.initialize();
});
beforeEach(async () => {
  creatorId = await givenOwner({ tokens: 0 });
  courseId = (await givenCreatorCourse(creatorId)).id;
});

const sell = (cents: number, at: string, buyerId?: string) =>
  givenSale({ creatorId, courseId, cents, at: new Date(at), ...(buyerId && { buyerId }) });
const refund = (orderId: string, cents: number, at: string) => givenSaleRefund({ orderId, cents, at: new Date(at) });
const stats = () => creatorStats({ accountId: creatorId, now: NOW });
const analytics = (months: number) => creatorAnalytics({ accountId: creatorId, months, now: NOW });

describe('a creator’s earnings', () => {
  it('CRE-03 CRE-11 CRE-12 of a creator without sales are 0 everywhere, marked as not measured', async () => {
    expect(await stats()).toEqual({
      total_revenue: 0,
      monthly_revenue: 0,
      last_month_revenue: 0,
      total_students: 0,
      total_enrolments: 0,
      active_courses: 0,
      draft_courses: 1,
      course_views: 0,
      avg_rating: 0,
      completion_rate: 0,
      growth_rate: 0,
      has_samples: false,
    });
    expect(await analytics(3)).toEqual({
      months: ['2026-01', '2026-02', '2026-03'],
      revenue_trend: [0, 0, 0],
      student_growth: [0, 0, 0],
      engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
      measured_sessions: 0,
      measured_answers: 0,
      measured_students: 0,
    });
  });

  it('CRE-28 A10 are 70 % of the payments, rounded half up, and nothing of anybody else’s', async () => {
    await sell(1_001, '2026-03-05T12:00:00Z');
    const other = await givenOwner({ tokens: 0 });
    await givenSale({ creatorId: other, courseId: (await givenCreatorCourse(other)).id, cents: 9_000, at: NOW });
    expect(await stats()).toMatchObject({ total_revenue: 7.01, monthly_revenue: 7.01, total_students: 1 });
  });

  it('CRE-03 CRE-11 count in the UTC month in which they happened, to its last moment', async () => {
    expect((await db.knex.raw('show timezone')).rows).toEqual([{ TimeZone: 'Pacific/Auckland' }]);
    await sell(1_000, '2026-01-31T23:59:59.999Z');
    await sell(2_000, '2026-02-01T00:00:00.000Z');
    await sell(3_000, '2026-02-28T23:59:59.999Z');
    await sell(4_000, '2026-03-01T00:00:00.000Z');
    await sell(5_000, '2026-03-31T23:00:00.000Z');
    expect(await analytics(3)).toMatchObject({ revenue_trend: [7, 35, 63], student_growth: [1, 2, 2] });
    expect(await stats()).toMatchObject({ total_revenue: 105, monthly_revenue: 63, last_month_revenue: 35, growth_rate: 80 });
  });

  it('CRE-11 lose a refund in the month of the refund: no past month changes', async () => {
    const orderId = await sell(1_000, '2026-01-10T12:00:00Z');
    await sell(2_000, '2026-01-20T12:00:00Z');
    const before = await analytics(3);
    await refund(orderId, 400, '2026-02-01T00:00:00Z');
    await refund(orderId, 600, '2026-03-02T12:00:00Z');
    expect(before.revenue_trend).toEqual([21, 0, 0]);
    expect((await analytics(3)).revenue_trend).toEqual([21, -2.8, -4.2]);
    expect(await stats()).toMatchObject({ total_revenue: 14, monthly_revenue: -4.2, last_month_revenue: -2.8, growth_rate: 0 });
  });

  it('CRE-11 cover every month, also across a year and from a day that earlier months do not have', async () => {
    const { months } = await creatorAnalytics({ accountId: creatorId, months: 14, now: new Date('2026-03-31T23:30:00Z') });
    expect([months[0], months[1], months[2], months.at(-2), months.at(-1), months.length]).toEqual([
      '2025-02',
      '2025-03',
      '2025-04',
      '2026-02',
      '2026-03',
      14,
    ]);
  });

  it('CRE-03 CRE-07 grow against the same days of the last month, not all of it', async () => {
    await sell(1_000, '2026-02-10T23:59:00Z');
    await sell(9_000, '2026-02-11T00:00:00Z');
    await sell(880, '2026-03-02T12:00:00Z');
    expect(await creatorStats({ accountId: creatorId, now: new Date('2026-03-10T08:00:00Z') })).toMatchObject({
      monthly_revenue: 6.16,
      last_month_revenue: 7,
      growth_rate: -12,
    });
  });

  it('CRE-03 counts published courses and drafts', async () => {
    await givenCreatorCourse(creatorId);
    await db.knex('creator_course').where({ id: courseId }).update({ status: 'published' });
    expect(await stats()).toMatchObject({ active_courses: 1, draft_courses: 1 });
  });
});

describe('students', () => {
  it('CRE-03 CRE-05 CRE-06 CRE-10 include those of free courses, with one count in market, overview, trend and list', async () => {
    for (const month of ['2026-01', '2026-02', '2026-02'])
      await db.knex('enrolment').insert({
        account_id: await givenOwner({ tokens: 0 }),
        creator_course_id: courseId,
        version: 1,
        created_at: `${month}-10T12:00:00Z`,
      });
    await sell(1_000, '2026-03-11T12:00:00Z');
    expect(await stats()).toMatchObject({ total_students: 4 });
    expect((await analytics(3)).student_growth).toEqual([1, 2, 1]);
    expect(await getCreatorCourse({ accountId: creatorId, courseId })).toMatchObject({ students: 4 });
    expect(await db.knex('creator_course').where({ id: courseId }).first('students')).toEqual({ students: 4 });
  });

  it('CRE-03 CRE-11 are people, in the month of their first purchase, whatever else they buy', async () => {
    const ben = await givenOwner({ tokens: 0 });
    const second = (await givenCreatorCourse(creatorId)).id;
    await sell(1_000, '2026-01-10T12:00:00Z', ben);
    await givenSale({ creatorId, courseId: second, cents: 500, buyerId: ben, at: new Date('2026-02-10T12:00:00Z') });
    await sell(1_000, '2026-02-11T12:00:00Z');
    expect(await stats(), 'two people, of whom one has two courses').toMatchObject({ total_students: 2, total_enrolments: 3 });
    expect((await analytics(3)).student_growth).toEqual([1, 1, 0]);
  });

  it('CRE-03 CRE-11 exclude those with a full refund, but not those with a partial one', async () => {
    const ben = await givenOwner({ tokens: 0 });
    await refund(await sell(1_000, '2026-01-10T12:00:00Z', ben), 1_000, '2026-01-12T12:00:00Z');
    await refund(await sell(1, '2026-01-10T12:00:00Z'), 1, '2026-02-12T12:00:00Z');
    expect([(await stats()).total_students, (await analytics(3)).student_growth]).toEqual([0, [0, 0, 0]]);
    await refund(await sell(1_000, '2026-02-10T12:00:00Z'), 999, '2026-02-12T12:00:00Z');
    await sell(1_000, '2026-03-10T12:00:00Z', ben);
    expect([(await stats()).total_students, (await analytics(3)).student_growth]).toEqual([2, [0, 1, 1]]);
  });
});

it.each([
  [110, 100, 10],
  [100, 110, -9.1],
  [200, 300, -33.3],
  [1, 3, -66.7],
  [100, 100, 0],
  [100_000, 100_001, 0],
  [0, 500, -100],
  [-500, 500, -200],
  [500, 0, 0],
  [500, -500, 0],
])('CRE-03 growth from %d to %d cents backwards is %d percent', (current, last, percent) => {
  expect(Object.is(growthRate(current, last), percent)).toBe(true);
});

describe('over random sales and refunds around the ends of months', () => {
  /** A time within a second of the start of one of the months that a trend can show. */
  const moment = fc
    .tuple(fc.integer({ min: 1, max: LONGEST_TREND - 1 }), fc.integer({ min: -1_000, max: 1_000 }))
    .map(([ago, ms]) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 1 - ago) + ms));
  const sale = fc.record({
    cents: fc.integer({ min: 1, max: 999_999 }),
    at: moment,
    buyer: fc.integer({ min: 0, max: 2 }),
    course: fc.integer({ min: 0, max: 1 }),
    // parts per thousand of the remaining amount
    refunds: fc.array(fc.record({ part: fc.integer({ min: 1, max: 1_000 }), at: moment }), { maxLength: 3 }),
  });

  it('CRE-03 CRE-11 CRE-28 the trend adds up to the total revenue, and the growth to the students', async () => {
    const buyers = await Promise.all([0, 1, 2].map(() => givenOwner({ tokens: 0 })));
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 8 }), async (sales) => {
        const creator = await givenOwner({ tokens: 0 });
        const courses = [(await givenCreatorCourse(creator)).id, (await givenCreatorCourse(creator)).id];
        const byMonth = new Map<string, number>();
        const book = (at: Date, cents: number) =>
          byMonth.set(at.toISOString().slice(0, 7), (byMonth.get(at.toISOString().slice(0, 7)) ?? 0) + cents);
        const owned = new Map<string, boolean>();
        for (const { cents, at, buyer, course, refunds } of sales) {
          const orderId = await givenSale({ creatorId: creator, courseId: courses[course]!, cents, buyerId: buyers[buyer]!, at });
          book(at, creatorShare(cents));
          let left = cents;
          for (const { part, at: when } of refunds) {
            const back = Math.ceil((left * part) / 1_000);
            if (back === 0) continue;
            await givenSaleRefund({ orderId, cents: back, at: when });
            book(when, creatorShare(left - back) - creatorShare(left));
            left -= back;
          }
          // a course can be bought again only after a refund, so the last purchase decides
          owned.set(`${buyer} ${course}`, left > 0);
        }
        const figures = await creatorStats({ accountId: creator, now: NOW });
        const trend = await creatorAnalytics({ accountId: creator, months: LONGEST_TREND, now: NOW });
        const cents = trend.revenue_trend.map((dollars) => Math.round(dollars * 100));
        expect(cents).toEqual(trend.months.map((month) => byMonth.get(month) ?? 0));
        expect(cents.reduce((sum, each) => sum + each, 0)).toBe(Math.round(figures.total_revenue * 100));
        expect(Math.round(figures.monthly_revenue * 100)).toBe(cents.at(-1));
        expect(trend.student_growth.reduce((sum, each) => sum + each, 0)).toBe(figures.total_students);
        const students = [...owned].filter(([, isOwned]) => isOwned).map(([key]) => key.split(' ')[0]);
        expect(figures.total_students).toBe(new Set(students).size);
        const { rows } = await db.knex.raw(
          `select coalesce(sum(balance), 0)::bigint as payable from ledger_account where owner_id = ? and unit = 'USD' and kind = 'payable'`,
          [creator],
        );
        expect(Math.round(figures.total_revenue * 100)).toBe(rows[0].payable);
      }),
      { numRuns: 15, seed: 20261124, endOnFailure: true },
    );
  });
});

describe('CRE-12 how students study', () => {
  it('CRE-03 CRE-10 is measured from the minutes of at least five students, and the courses they completed', async () => {
    const creator = await givenOwner({ tokens: 0 });
    const { id } = await givenCreatorCourse(creator);
    const study = async (minutes: readonly string[], completes: boolean, stars: number) => {
      const accountId = await givenOwner({ tokens: 0 });
      const courseId = await givenCourse(accountId);
      await db.knex('enrolment').insert({ account_id: accountId, creator_course_id: id, course_id: courseId, version: 1 });
      await db
        .knex('activity_minute')
        .insert(minutes.map((at) => ({ account_id: accountId, course_id: courseId, at: `2026-11-20T${at}:00Z` })));
      if (completes) await givenCompleted(courseId);
      await db.knex('course_rating').insert({ account_id: accountId, creator_course_id: id, stars });
    };
    // two sessions; the others have one of a minute
    await study(['10:00', '10:20', '12:00'], true, 5);
    for (const stars of [4, 4, 3]) await study(['09:00'], false, stars);
    expect(await creatorEngagement(creator)).toMatchObject({ measured_sessions: 0, measured_students: 0 });
    await study(['09:00'], true, 5);
    expect(await creatorEngagement(creator)).toEqual({
      engagement_metrics: { avg_session_time: '1 min', bounce_rate: '60%', completion_rate: '40%', student_satisfaction: '80%' },
      measured_sessions: 6,
      measured_answers: 5,
      measured_students: 5,
    });
    expect(await creatorStats({ accountId: creator })).toMatchObject({ completion_rate: 40 });
    expect(await getCreatorCourse({ accountId: creator, courseId: id })).toMatchObject({ completion_rate: 40 });
    // the answer to the final question takes precedence over the stars
    const [somebody] = await db.knex('course_rating').where({ creator_course_id: id, stars: 3 }).pluck('account_id');
    await db.knex('enrolment').where({ account_id: somebody }).update({ satisfaction: 5, satisfaction_at: new Date() });
    expect((await creatorEngagement(creator)).engagement_metrics.student_satisfaction).toBe('100%');
  });
});
