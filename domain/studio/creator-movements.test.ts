import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCode } from '#domain/market/market-code.commands.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { creatorShare } from '#domain/billing/ledger/record-sale.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { givenCreatorCourse } from './creator-course.factory.ts';
import { allSaleMovements, creatorRevenue, saleMovements } from './creator-movements.queries.ts';
import { addDays, bucketsOf, sameDaysBefore } from './day-ranges.ts';

const db = useTestDatabase();
const SALES = 2_500;
/** Clock changes in Berlin: back on 25 October 2026 and forward on 29 March; Kathmandu is 5:45 ahead. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'] as const;
let accountId: string;
let courses: string[];

beforeAll(async () => {
  accountId = await givenOwner({ tokens: 0 });
  const buyer = await givenOwner({ tokens: 0 });
  courses = [(await givenCreatorCourse(accountId)).id, (await givenCreatorCourse(accountId)).id];
  await createCode({ accountId, fields: { code: 'SPRING', percent: 20 } });
  const code = await db.knex('market_code').where({ account_id: accountId }).first('id');
  // every third by a code; every seventh is partly refunded later, every eleventh fully
  await db.knex.raw(
    `with sold as (
       insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at, detail)
       select gen_random_uuid(), :buyer, 'course', (cast(:courses as text[]))[1 + n % 2], 1, 500 + n % 501, 'fulfilled',
              timestamptz '2026-11-20 12:00Z' - n * interval '147 minutes', jsonb_build_object('name', 'Bees', 'n', n)
         from generate_series(1, :count) n returning id, fulfilled_at, amount_cents, (detail->>'n')::int as n),
     coded as (insert into market_code_use (order_id, code_id, list_cents) select id, :code, 1000 from sold where n % 3 = 0),
     booked as (
       select id, 'sale' as kind, fulfilled_at as at, floor((amount_cents * 70 + 50) / 100)::int as change, n from sold
       union all
       select id, 'sale_refund', fulfilled_at + interval '3 days 5 hours', -floor((amount_cents * 70 + 50) / 200)::int, n from sold where n % 7 = 0
       union all
       select id, 'sale_refund', fulfilled_at + interval '9 days', -floor((amount_cents * 70 + 50) / 100)::int, n from sold where n % 11 = 0 and n % 7 <> 0)
     insert into ledger_transaction (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, cause, order_id, change, balance_after, at)
     select gen_random_uuid(), kind || ':' || id, '', 'USD', kind, 'user', :accountId, 'Sale', id::text, change, 0, at from booked`,
    { buyer, courses, count: SALES, code: code!.id, accountId },
  );
});

const formats = new Map(ZONES.map((zone) => [zone, new Intl.DateTimeFormat('en-CA', { timeZone: zone })]));
const dayIn = (zone: (typeof ZONES)[number], iso: string) => formats.get(zone)!.format(new Date(iso));
const cents = (dollars: number) => Math.round(dollars * 100);
const anyDay = fc.integer({ min: 0, max: 260 }).map((n) => addDays('2026-03-10', n));

describe(`${SALES} sales with refunds and codes, over both changes of the clocks`, () => {
  it('every bar is the sum of its movements to the cent, in every zone, by course and by channel', async () => {
    const query = fc.record({
      tz: fc.constantFrom(...ZONES),
      from: anyDay,
      length: fc.integer({ min: 0, max: 200 }),
      course: fc.constantFrom(undefined, ...courses),
      channel: fc.constantFrom(undefined, 'direct' as const, 'code' as const),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ length, ...asked }) => {
        const given = { accountId, query: { ...asked, to: addDays(asked.from, length) } };
        const { buckets, total } = await creatorRevenue(given);
        const movements = await allSaleMovements(given);
        const sums = new Map<string, number>();
        for (const { at, change } of movements) {
          const day = dayIn(asked.tz, at);
          const bar = buckets.find(({ from, to }) => day >= from && day <= to)!;
          sums.set(bar.from, (sums.get(bar.from) ?? 0) + cents(change));
        }
        for (const bar of buckets) expect(cents(bar.revenue)).toBe(sums.get(bar.from) ?? 0);
        expect(cents(total.revenue)).toBe(buckets.reduce((sum, bar) => sum + cents(bar.revenue), 0));
        const page = await saleMovements({ ...given, query: { ...given.query, page: 1 } });
        expect([page.total, page.sum]).toEqual([movements.length, total.revenue]);
      }),
      { numRuns: 8 },
    );
  });

  it('courses and channels add up to the total, visible to their creator only', async () => {
    const query = { tz: 'Europe/Berlin', from: '2026-10-01', to: '2026-10-31' };
    const revenue = async (more: object) => cents((await creatorRevenue({ accountId, query: { ...query, ...more } })).total.revenue);
    const whole = await revenue({});
    expect(whole).toBeGreaterThan(creatorShare(500) * 100);
    expect((await revenue({ course: courses[0] })) + (await revenue({ course: courses[1] }))).toBe(whole);
    expect((await revenue({ channel: 'direct' })) + (await revenue({ channel: 'code' }))).toBe(whole);
    const stranger = await givenOwner({ tokens: 0 });
    expect(await allSaleMovements({ accountId: stranger, query })).toEqual([]);
    await expect(creatorRevenue({ accountId, query: { ...query, to: '2026-09-01' } })).rejects.toMatchObject({ code: 'validation.failed' });
  });

  it('the current month appears beside the same days of the month before', () => {
    expect(sameDaysBefore({ from: '2026-11-01', to: '2026-11-21' })).toEqual({ from: '2026-10-01', to: '2026-10-21' });
    expect(sameDaysBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(sameDaysBefore({ from: '2026-03-01', to: '2026-03-30' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(sameDaysBefore({ from: '2026-01-01', to: '2026-12-31' })).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(sameDaysBefore({ from: '2026-11-10', to: '2026-11-16' })).toEqual({ from: '2026-11-03', to: '2026-11-09' });
    expect(bucketsOf({ from: '2026-01-15', to: '2026-06-02' }).map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2026-01-15 2026-01-31',
      '2026-02-01 2026-02-28',
      '2026-03-01 2026-03-31',
      '2026-04-01 2026-04-30',
      '2026-05-01 2026-05-31',
      '2026-06-01 2026-06-02',
    ]);
  });
});
