import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { creatorAnalytics } from './creator-analytics.queries.ts';
import { givenCreatorCourse } from './creator-course.factory.ts';
import { getCreatorCourse, listCreatorCourses } from './creator-course.queries.ts';
import { creatorStats } from './creator-stats.queries.ts';

const db = useTestDatabase();
const COURSES = 50;
const SALES = 2_000;
const COURSES_OF_OTHERS = 300;
const SALES_OF_OTHERS = 12_000;
let accountId: string;
let courseId: string;

/** Inserts orders of these courses in turn, each with its sale of 10.00, one per hour. */
async function givenManySales(creatorId: string, courseIds: string[], count: number): Promise<void> {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => givenOwner({ tokens: 0 })));
  await db.knex.raw(
    `with sold as (
       insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at)
       select gen_random_uuid(), (cast(:buyers as uuid[]))[1 + n % 20], 'course', (cast(:courseIds as text[]))[1 + n % cast(:courses as int)], 1, 1000, 'fulfilled',
              now() - n * interval '1 hour'
         from generate_series(1, :count) n returning id, account_id, package_id, fulfilled_at),
     owned as (
       insert into enrolment (account_id, creator_course_id, version, order_id)
       select distinct on (account_id, package_id) account_id, package_id::uuid, 1, null::uuid from sold)
     insert into ledger_transaction (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, cause, order_id, change, balance_after, at)
     select gen_random_uuid(), 'sale:' || id, '', 'USD', 'sale', 'user', :creatorId, 'Sale', id::text, 700, 0, fulfilled_at from sold`,
    { buyers, courseIds, courses: courseIds.length, count, creatorId },
  );
}

beforeAll(async () => {
  accountId = await givenOwner({ tokens: 0 });
  const courseIds: string[] = [];
  for (let n = 0; n < COURSES; n += 1) courseIds.push((await givenCreatorCourse(accountId)).id);
  courseId = courseIds[0]!;
  await givenManySales(accountId, courseIds, SALES);
  const other = await givenOwner({ tokens: 0 });
  const { rows } = await db.knex.raw(
    `insert into creator_course (id, account_id, title, description) select gen_random_uuid(), ?, 'Bread', 'Four loaves' from generate_series(1, ?) returning id`,
    [other, COURSES_OF_OTHERS],
  );
  await givenManySales(
    other,
    rows.map(({ id }: { id: string }) => id),
    SALES_OF_OTHERS,
  );
  await settle();
});

/** Vacuums, as autovacuum does in time. Must be repeated while any transaction has an older snapshot. */
async function settle(): Promise<void> {
  await db.knex.raw('vacuum analyze creator_course, billing_order, ledger_transaction');
  const { rows } = await db.knex.raw(
    `select from pg_class where relname in ('billing_order','ledger_transaction') and relallvisible < relpages * 0.9`,
  );
  if (rows.length > 0) await settle();
}

/** Marks what is measured: another file of this process may have left a timer that asks the database meanwhile. */
const measured = new AsyncLocalStorage<true>();

/** Returns the blocks and tables that the statements of `work` read and scan, and the number of statements. */
async function costOf(work: () => Promise<unknown>): Promise<{ statements: number; blocks: number; scanned: string[] }> {
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings: unknown[] }) => measured.getStore() && asked.push(query);
  db.knex.on('query', note);
  await measured.run(true, work);
  db.knex.off('query', note);
  let blocks = 0;
  const scanned: string[] = [];
  for (const { sql, bindings } of asked) {
    const { rows } = await db.knex.raw(`explain (analyze, buffers, format json) ${sql.replaceAll(/\$\d+/g, '?')}`, bindings as never);
    const walk = (node: { 'Node Type': string; 'Relation Name'?: string; Plans?: never[] }) => {
      if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name']!);
      node.Plans?.forEach(walk);
    };
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    walk(plan);
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return { statements: asked.length, blocks, scanned };
}

/** Tables that are empty in this test, so that scanning them is fine. */
const EMPTY = ['course_view_day', 'enrolment', 'course_completion', 'activity_minute', 'lesson_completion', 'course_rating'];

describe(`a creator with ${SALES} sales, among ${SALES_OF_OTHERS} of others`, () => {
  it.each([
    ['CRE-03 the figures', 1, () => creatorStats({ accountId })],
    ['CRE-11 the trend of three years', 2, () => creatorAnalytics({ accountId, months: 36 })],
    ['CRE-08 a page of the list', 1, () => listCreatorCourses({ accountId, status: 'draft', limit: COURSES })],
    ['CRE-10 one course', 1, () => getCreatorCourse({ accountId, courseId })],
  ] as const)('%s is read by indexes, in %i statements at most', async (_, most, work) => {
    const { statements, blocks, scanned } = await costOf(work);
    // a creator's courses are few pages either way
    expect([statements, scanned.filter((table) => table !== 'creator_course' && !EMPTY.includes(table))]).toEqual([most, []]);
    expect(blocks).toBeLessThan(SALES / 2);
  });

  it('CRE-10 and they are right', async () => {
    const { courses } = await listCreatorCourses({ accountId, status: 'all', limit: COURSES });
    expect(new Set(courses.map(({ students, revenue }) => `${students} ${revenue}`))).toEqual(new Set(['2 280']));
    expect(await creatorStats({ accountId })).toMatchObject({ total_revenue: 14_000, total_students: 20 });
  });
});
