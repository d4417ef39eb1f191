import { ageAllows } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { isSampleStudent } from '#domain/people/people.queries.ts';
import { totalPoints } from '#domain/dashboard/points.queries.ts';

const SHOWN = 100;

/** Returns the users who opted in and are old enough to be listed, most points first, and the reader's own rank. */
export async function readLeaderboard(viewerId: string) {
  const [leaderboard, [own], points] = await Promise.all([
    rowsOf<{ place: number; name: string; points: number; mine: boolean; is_sample: boolean }>(
      database(),
      sql`select rank() over (order by points desc)::int as place, name, points, mine, is_sample
         from (select entry.display_name as name, entry.account_id = ${viewerId} as mine, ${isSampleStudent(sql`account`)} as is_sample, entry.created_at, entry.account_id,
                      (select coalesce(sum(points), 0)::int from point_entry where account_id = entry.account_id) as points
                 from leaderboard_entry entry join account on account.id = entry.account_id
                where ${ageAllows('leaderboard', sql`account`)} and account.deletion_due_at is null
                  and ${isShown('profile', sql`'leaderboard:' || entry.account_id`, viewerId)}) entries
        order by points desc, created_at, account_id limit ${SHOWN}`,
    ),
    rowsOf<{ display_name: string | null; allowed: boolean }>(
      database(),
      sql`select display_name, ${ageAllows('leaderboard', sql`account`)} as allowed
            from account left join leaderboard_entry entry on entry.account_id = account.id
           where account.id = ${viewerId}`,
    ),
    totalPoints(viewerId),
  ]);
  return { leaderboard, me: { ...own!, points } };
}
