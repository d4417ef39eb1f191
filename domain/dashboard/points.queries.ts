import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** SQL expression: all points that a user was ever awarded. */
export const pointsOf = (accountId: string): Sql =>
  sql`(select coalesce(sum(points), 0)::int from point_entry where account_id = ${accountId})`;

/** Returns all points a user was ever awarded. */
export async function totalPoints(accountId: string): Promise<number> {
  const [total] = await rowsOf<{ points: number }>(database(), sql`select ${pointsOf(accountId)} as points`);
  return total!.points;
}
