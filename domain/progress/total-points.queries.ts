import { database } from '#domain/platform/database.ts';

/** Returns all points a user was ever awarded. */
export async function totalPoints(accountId: string): Promise<number> {
  const { rows } = await database().raw('select coalesce(sum(points), 0)::int as points from point_entry where account_id = ?', [
    accountId,
  ]);
  return rows[0].points;
}
