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
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { inDollars, isSaleOf } from './creator-sales.ts';
import { addDays, bucketsOf, daysOf, sameDaysBefore, todayIn, unitOf, type DayRange } from './day-ranges.ts';

type Query = QueryOf<typeof getRevenue>;
interface MovementsRequest {
  readonly accountId: string;
  readonly query: Query;
  /** The current time, for tests. */
  readonly now?: Date;
}

/**
 * SQL from: the movements of a creator's share. These are the ledger's sales and refunds; a line for each day on which a bank began to
 * dispute a sale, which holds the share back; and a line for each day on which a dispute was decided in the creator's favour. A lost
 * dispute is the ledger's own refund, marked as `lost`. Lines of disputes change no sum.
 */
const movementsOf = (creatorId: string): Sql => sql`(
  select t.id::text as id, t.at, t.change, t.order_id, 0 as held,
         case when t.kind = 'sale' then 'sale' when d.stripe_dispute_id is null then 'refund' else 'lost' end as kind
    from ledger_transaction t left join billing_dispute d on t.idempotency_key = 'sale-refund:' || d.stripe_dispute_id
   where ${isSaleOf(creatorId)}
  union all
  select line.kind || ':' || d.stripe_dispute_id, line.at, 0, sale.order_id,
         line.sign * (select coalesce(sum(part.change), 0) from ledger_transaction part
                       where part.owner_kind = 'user' and part.owner_id = ${creatorId} and part.unit = 'USD' and part.kind in ('sale','sale_refund')
                         and part.order_id = sale.order_id and part.at < line.at) as held, line.kind
    from ledger_transaction sale
    join billing_payment p on p.order_id = sale.order_id::uuid
    join billing_dispute d on d.payment_id = p.id and d.status not like 'warning%'
    cross join lateral (values ('disputed', d.created_at, -1),
                               ('released', case when d.closed and d.status <> 'lost' then d.closed_at end, 1)) line (kind, at, sign)
   where sale.owner_kind = 'user' and sale.owner_id = ${creatorId} and sale.unit = 'USD' and sale.kind = 'sale' and line.at is not null)`;

/** SQL from: movements `t` of a range, with the order `o` and code of each. Days begin and end in the given time zone. */
function fromMovements({ accountId, query: { tz, course, channel } }: MovementsRequest, { from, to }: DayRange): Sql {
  // an invalid id matches nothing
  const ofCourse = course !== undefined && (isUuid(course) ? sql`and o.package_id = ${course.toLowerCase()}` : sql`and false`);
  const byChannel = channel && sql`and used.order_id is ${channel === 'direct' ? empty : sql`not`} null`;
  return sql`from ${movementsOf(accountId)} t
  left join billing_order o on o.id = t.order_id::uuid
  left join market_code_use used on used.order_id = o.id
  left join market_code code on code.id = used.code_id
 where t.at >= (${from}::date::timestamp at time zone ${tz})
   and t.at < ((${to}::date + 1)::timestamp at time zone ${tz}) ${ofCourse || empty} ${byChannel ?? empty}`;
}

/** Returns the requested range. @throws ProductError validation.failed for a range that ends before it begins, or is too long */
function rangeOf({ from, to, tz }: Query, now: Date): DayRange {
  const last = to ?? (from === undefined ? todayIn(tz, now) : addDays(from, 29));
  const range = { from: from ?? addDays(last, -29), to: last };
  const days = daysOf(range);
  if (days >= 1 && days <= LONGEST_RANGE) return range;
  throw new ProductError('validation.failed', undefined, {
    data: { errors: [{ path: 'from', message: `must be up to ${LONGEST_RANGE} days before \`to\`` }] },
  });
}

/**
 * Returns the earnings of a creator's courses, one bar per day or month, and those of the same days before. A bar is the sum, to the cent,
 * of the transactions that `saleMovements` returns for its days.
 * @throws ProductError validation.failed
 */
export async function creatorRevenue({ now = new Date(), ...request }: MovementsRequest): Promise<AnswerOf<typeof getRevenue>> {
  const range = rangeOf(request.query, now);
  const before = sameDaysBefore(range);
  const whole = { from: before.from < range.from ? before.from : range.from, to: range.to };
  const days = await rowsOf<Day>(
    database(),
    sql`select to_char(t.at at time zone ${request.query.tz}, 'YYYY-MM-DD') as day, sum(t.change)::bigint as cents,
               count(*) filter (where t.kind = 'sale')::int as sales, count(*) filter (where t.kind in ('refund', 'lost'))::int as refunds,
               bool_or(o.detail->>'sample' is not null) as is_sample
          ${fromMovements(request, whole)} group by 1`,
  );
  const sum = ({ from, to }: DayRange): RevenueBucket => {
    const inside = days.filter(({ day }) => day >= from && day <= to);
    const total = (part: (day: Day) => number) => inside.reduce((all, one) => all + part(one), 0);
    return {
      from,
      to,
      revenue: inDollars(total((one) => one.cents)),
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
  readonly cents: number;
  readonly sales: number;
  readonly refunds: number;
  readonly is_sample: boolean | null;
}

const COLUMNS = sql`t.id, t.at, t.kind, t.change, t.held, o.package_id, o.detail->>'name' as name, o.amount_cents, code.code`;

/** Lists sales, refunds and disputes of a range, newest first. @throws ProductError validation.failed */
export async function saleMovements({
  now = new Date(),
  ...request
}: MovementsRequest & { query: QueryOf<typeof listSaleMovements> }): Promise<AnswerOf<typeof listSaleMovements>> {
  const movements = fromMovements(request, rangeOf(request.query, now));
  const rows = await rowsOf<Row & { total: number; sum: number }>(
    database(),
    sql`select page.*, whole.total, whole.sum from (select count(*)::int as total, coalesce(sum(t.change), 0)::bigint as sum ${movements}) whole
          left join (select ${COLUMNS} ${movements} order by t.at desc, t.id desc
                      limit ${MOVEMENTS_PER_PAGE} offset ${(request.query.page - 1) * MOVEMENTS_PER_PAGE}) page on true
         order by page.at desc, page.id desc`,
  );
  const { total, sum } = rows[0]!;
  return { movements: rows.filter(({ id }) => id !== null).map(toMovement), total, sum: inDollars(sum) };
}

/** Returns all movements of a range, oldest first, for a download. @throws ProductError validation.failed */
export async function allSaleMovements({ now = new Date(), ...request }: MovementsRequest): Promise<SaleMovement[]> {
  const movements = fromMovements(request, rangeOf(request.query, now));
  return (await rowsOf<Row>(database(), sql`select ${COLUMNS} ${movements} order by t.at, t.id`)).map(toMovement);
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: SaleMovement['kind'];
  readonly change: number;
  readonly held: number;
  readonly package_id: string | null;
  readonly name: string | null;
  readonly amount_cents: number | null;
  readonly code: string | null;
}

const toMovement = (row: Row): SaleMovement => ({
  movement_id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  course: row.package_id === null ? null : { id: row.package_id, title: row.name ?? '' },
  code: row.code,
  paid: row.amount_cents === null ? null : inDollars(row.amount_cents),
  change: inDollars(row.change),
  held: inDollars(Number(row.held)),
});
