import type { AnswerOf, QueryOf } from '#contract/platform/endpoint.ts';
import {
  LONGEST_RANGE,
  MOVEMENTS_PER_PAGE,
  type getRevenue,
  type listSaleMovements,
  type RevenueBucket,
  type SaleMovement,
} from '#contract/studio/creator-movements.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { inDollars, SALES } from './creator-sales.ts';
import { addDays, bucketsOf, daysOf, sameDaysBefore, todayIn, unitOf, type DayRange } from './day-ranges.ts';

type Query = QueryOf<typeof getRevenue>;
interface Asked {
  readonly accountId: string;
  readonly query: Query;
  /** For tests: the current time. */
  readonly now?: Date;
}

/** Ledger transactions `t` of a range with the order `o` and code of each. Days begin and end in the given time zone. */
const MOVED = `from ledger_transaction t
  left join billing_order o on o.id = t.order_id::uuid
  left join market_code_use used on used.order_id = o.id
  left join market_code code on code.id = used.code_id
 where ${SALES} and t.at >= (:from::date::timestamp at time zone :tz) and t.at < ((:to::date + 1)::timestamp at time zone :tz)
   and (:course::text is null or o.package_id = :course)
   and (:channel::text is null or (used.order_id is null) = (:channel = 'direct'))`;

/** Returns the requested range. @throws ProductError validation.failed for one that ends before it begins, or is too long */
function rangeOf({ from, to, tz }: Query, now: Date): DayRange {
  const last = to ?? (from === undefined ? todayIn(tz, now) : addDays(from, 29));
  const range = { from: from ?? addDays(last, -29), to: last };
  const days = daysOf(range);
  if (days >= 1 && days <= LONGEST_RANGE) return range;
  throw new ProductError('validation.failed', undefined, {
    data: { errors: [{ path: 'from', message: `must be up to ${LONGEST_RANGE} days before \`to\`` }] },
  });
}

const bindingsOf = ({ accountId, query }: Asked, range: DayRange) => {
  const { tz, course, channel } = query;
  // an invalid id matches nothing
  const named = course === undefined ? null : isUuid(course) ? course.toLowerCase() : '';
  return { accountId, ...range, tz, course: named, channel: channel ?? null };
};

/**
 * Returns the earnings of a creator's courses, one bar per day or month, and of the same days before. A bar is the sum of the transactions
 * that `saleMovements` returns for its days, to the cent.
 * @throws ProductError validation.failed
 */
export async function creatorRevenue({ now = new Date(), ...asked }: Asked): Promise<AnswerOf<typeof getRevenue>> {
  const range = rangeOf(asked.query, now);
  const before = sameDaysBefore(range);
  const whole = { from: before.from < range.from ? before.from : range.from, to: range.to };
  const { rows } = await database().raw(
    `select to_char(t.at at time zone :tz, 'YYYY-MM-DD') as day, sum(t.change)::bigint as cents,
            count(*) filter (where t.kind = 'sale')::int as sales, count(*) filter (where t.kind = 'sale_refund')::int as refunds,
            bool_or(o.detail->>'sample' is not null) as is_sample
       ${MOVED} group by 1`,
    bindingsOf(asked, whole),
  );
  const days = rows as Day[];
  const sum = ({ from, to }: DayRange): RevenueBucket => {
    const inside = days.filter(({ day }) => day >= from && day <= to);
    const total = (part: (day: Day) => number) => inside.reduce((all, one) => all + part(one), 0);
    return {
      from,
      to,
      revenue: inDollars(total((one) => Number(one.cents))),
      sales: total((one) => one.sales),
      refunds: total((one) => one.refunds),
    };
  };
  return {
    unit: unitOf(range),
    buckets: bucketsOf(range).map(sum),
    total: sum(range),
    before: sum(before),
    has_samples: days.some(({ is_sample }) => is_sample),
  };
}

interface Day {
  readonly day: string;
  readonly cents: number | string;
  readonly sales: number;
  readonly refunds: number;
  readonly is_sample: boolean | null;
}

const COLUMNS = `t.id, t.at, t.kind, t.change, o.package_id, o.detail->>'name' as name, o.amount_cents, code.code`;

/** Lists sales and refunds of a range, newest first. @throws ProductError validation.failed */
export async function saleMovements({
  now = new Date(),
  ...asked
}: Asked & { query: QueryOf<typeof listSaleMovements> }): Promise<AnswerOf<typeof listSaleMovements>> {
  const bindings = bindingsOf(asked, rangeOf(asked.query, now));
  const { rows } = await database().raw(
    `select page.*, whole.total, whole.sum from (select count(*)::int as total, coalesce(sum(t.change), 0)::bigint as sum ${MOVED}) whole
       left join (select ${COLUMNS} ${MOVED} order by t.at desc, t.id desc limit :limit offset :offset) page on true
      order by page.at desc, page.id desc`,
    { ...bindings, limit: MOVEMENTS_PER_PAGE, offset: (asked.query.page - 1) * MOVEMENTS_PER_PAGE },
  );
  return {
    movements: (rows as Row[]).filter(({ id }) => id !== null).map(toMovement),
    total: rows[0].total,
    sum: inDollars(Number(rows[0].sum)),
  };
}

/** Returns all of them, oldest first, for a download. @throws ProductError validation.failed */
export async function allSaleMovements({ now = new Date(), ...asked }: Asked): Promise<SaleMovement[]> {
  const { rows } = await database().raw(`select ${COLUMNS} ${MOVED} order by t.at, t.id`, bindingsOf(asked, rangeOf(asked.query, now)));
  return rows.map(toMovement);
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly change: number | string;
  readonly package_id: string | null;
  readonly name: string | null;
  readonly amount_cents: number | null;
  readonly code: string | null;
}

const toMovement = (row: Row): SaleMovement => ({
  movement_id: row.id,
  at: row.at.toISOString(),
  kind: row.kind === 'sale' ? 'sale' : 'refund',
  course: row.package_id === null ? null : { id: row.package_id, title: row.name ?? '' },
  code: row.code,
  paid: row.amount_cents === null ? null : inDollars(row.amount_cents),
  change: inDollars(Number(row.change)),
});
