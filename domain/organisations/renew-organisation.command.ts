import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { addTerm } from './add-term.command.ts';

/**
 * Renews an organisation whose subscription was paid for another year: moves its end, and fills its pool for that year. Repeating the year
 * changes nothing.
 * @returns whether this call renewed it; false also when the order has no organisation (yet)
 */
export async function renewOrganisation(
  trx: Knex.Transaction,
  { orderId, startsAt, endsAt }: { orderId: string; startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const [last] = await rowsOf<{ id: string; package_id: string }>(
    trx,
    sql`select o.id, t.package_id from organisation_term t join organisation o on o.id = t.organisation_id
      where t.order_id = ${orderId} order by t.starts_at desc limit 1 for update of o`,
  );
  if (!last) return false;
  return addTerm(trx, { orderId, organisationId: last.id, packageId: last.package_id, startsAt, endsAt });
}

/**
 * Ends the years of an order that was refunded, or whose subscription ended early, at `at`, or only the one that began at `startsAt`; those
 * of other orders stay. The ledger revokes the remaining tokens.
 */
export async function endOrganisation(
  trx: Knex.Transaction,
  { orderId, at, startsAt = null }: { orderId: string; at: Date; startsAt?: Date | null },
): Promise<void> {
  const [ended] = await rowsOf<{ organisation_id: string }>(
    trx,
    sql`update organisation_term set ends_at = greatest(${at}::timestamptz, starts_at + interval '1 microsecond')
      where order_id = ${orderId} and ends_at > ${at} and starts_at = coalesce(${startsAt}::timestamptz, starts_at) returning organisation_id`,
  );
  if (!ended) return;
  await rowsOf(
    trx,
    sql`update organisation o set ends_at = (select max(t.ends_at) from organisation_term t where t.organisation_id = o.id) where o.id = ${ended.organisation_id}`,
  );
}
