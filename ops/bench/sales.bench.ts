import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { getRevenue } from '#contract/studio/creator-movements.contract.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { listCreatorCourses, listEarners } from '#domain/studio/creator-course.queries.ts';
import { creatorAnalytics } from '#domain/studio/creator-analytics.queries.ts';
import { allSaleMovements, creatorRevenue } from '#domain/studio/creator-movements.queries.ts';
import { creatorStats } from '#domain/studio/creator-stats.queries.ts';
import { onBenchStore } from './bench-store.ts';
import { measureDrawnCharts } from './charts/drawn-charts.ts';
import { line } from './figures.ts';

const SALES = 100_000;
/** Shares no divisor with the number of buyers: whoever buys again buys another course. */
const COURSES = 499;
const ROUNDS = 10;

/**
 * The studio for a creator with 100,000 sales of 499 courses in 24 months, a tenth of them refunded: its lists of courses, the data of its charts,
 * whether their bars add up, and how long they take to be drawn in a browser.
 */
export async function bench(): Promise<void> {
  await measureData();
  await measureDrawnCharts(givenSales);
}

const measureData = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    const accountId = randomUUID();
    const person = { first_name: 'Ada', last_name: 'Bench', password_hash: '', terms_version: '1', terms_accepted_at: new Date() };
    await knex('account').insert({ id: accountId, email: 'bench@example.com', ...person });
    await givenSales(knex, accountId);
    const day = (monthsAgo: number) => new Date(Date.now() - monthsAgo * 30.4 * 86_400_000).toISOString().slice(0, 10);
    const query = getRevenue.query.parse({ from: day(23), to: day(0), tz: 'Europe/Berlin' }) as QueryOf<typeof getRevenue>;
    const asked: Record<string, () => Promise<unknown>> = {
      'baseline: sales counted once': () => knex.raw(`select count(*), sum(length(md5(id::text))) from ledger_transaction`),
      'cards of the overview': () => creatorStats({ accountId }),
      'courses that earned most': () => listEarners({ accountId }),
      'first page of all courses': () => listCreatorCourses({ accountId, status: 'all', limit: 20 }),
      'charts of 24 months': () => creatorAnalytics({ accountId, months: 24 }),
      'revenue of 24 months, with the same before': () => creatorRevenue({ accountId, query }),
    };
    for (const [name, ask] of Object.entries(asked)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begin = performance.now();
        await ask();
        times.push(performance.now() - begin);
      }
      times.sort((a, b) => a - b);
      line(name, `${times[ROUNDS / 2]!.toFixed(0)} ms, at most ${times.at(-1)!.toFixed(0)} (target ≤ 1,000)`);
    }
    const { buckets, total } = await creatorRevenue({ accountId, query });
    const movements = await allSaleMovements({ accountId, query });
    const cents = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0);
    const off = [cents(buckets.map(({ revenue }) => revenue)), cents([total.revenue])].map(
      (sum) => sum - cents(movements.map(({ change }) => change)),
    );
    line(`${movements.length} movements in ${buckets.length} bars`, `cents off: ${off.join(', ')}`);
  });

/** Inserts published courses of a creator and their sales in 24 months. */
async function givenSales(knex: Knex, creator: string): Promise<void> {
  await knex.raw(
    `insert into creator_course (id, account_id, title, description, status, students)
     select gen_random_uuid(), :creator, 'Bees ' || n, 'A year', 'published', :students from generate_series(1, cast(:courses as int)) n`,
    { creator, courses: COURSES, students: Math.round(SALES / COURSES) },
  );
  await knex.raw(
    `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
     select gen_random_uuid(), 'buyer' || n || '@example.com', 'Bo', 'Buyer', '1', now() from generate_series(1, 5000) n`,
  );
  // in parts: a statement may take ten seconds
  for (let from = 1; from <= SALES; from += 2_000)
    await knex.raw(
      `with buyer as (select id, row_number() over (order by id) as n from account where email like 'buyer%'),
       course as (select id, row_number() over (order by id) as n from creator_course where account_id = :creator),
       sold as (
         insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at, detail)
         select gen_random_uuid(), buyer.id, 'course', course.id::text, 1, 500 + n.n % 501, 'fulfilled', now() - n.n * interval '10 minutes',
                jsonb_build_object('name', 'Bees', 'n', n.n)
           from generate_series(cast(:from as int), :from + 1999) n (n) join buyer on buyer.n = 1 + n.n % 5000
                join course on course.n = 1 + n.n % :courses
         returning id, fulfilled_at, amount_cents, (detail->>'n')::int as n),
       booked as (
         select id, 'sale' as kind, fulfilled_at as at, floor((amount_cents * 70 + 50) / 100)::int as change from sold
         union all
         select id, 'sale_refund', fulfilled_at + interval '3 days', -floor((amount_cents * 70 + 50) / 100)::int from sold where n % 10 = 0)
       insert into ledger_transaction (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, cause, order_id, change, balance_after, at)
       select gen_random_uuid(), kind || ':' || id, '', 'USD', kind, 'user', :creator, 'Sale', id::text, change, 0, at from booked`,
      { from, creator, courses: COURSES },
    );
  await knex.raw('vacuum analyze');
}
