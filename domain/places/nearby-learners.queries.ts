import { centreOf } from '#contract/places/grid.ts';
import type { NearbyLearner } from '#contract/places/places.contract.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { blockedWith } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { kmBetween, nearestCells, rowsOfCells, type SearchArea } from './nearest-cells.queries.ts';

interface LearnerRow {
  readonly user_id: string;
  readonly name: string;
  readonly bio: string;
  readonly cell_y: number;
  readonly cell_x: number;
  readonly subjects: string[];
  readonly status: string;
  readonly completed: number;
  readonly points: number;
}

/** Condition: excludes oneself, users with a block, and users whose profile moderators removed. */
const isFound = (reader: string, hidden: readonly string[]): Sql =>
  sql`p.account_id <> all(${hidden}::uuid[]) and ${isShown('profile', sql`p.account_id`, reader)}`;

/**
 * Lists adults within a radius who agreed to be found, nearest first (LOC-07, LOC-10); only for users who agreed themselves.
 * @throws ProductError places.no_consent
 */
export async function nearbyLearners({
  accountId,
  ...around
}: SearchArea & { accountId: string }): Promise<{ nearby_learners: NearbyLearner[]; total: number }> {
  const own = await database()('learner_position').where({ account_id: accountId }).first('subjects');
  if (!own) throw new ProductError('places.no_consent', 'Agree to be found by learners nearby, then you see them too.');
  const hidden = [accountId, ...(await blockedWith(accountId))];
  const where = isFound(accountId, hidden);
  const { total, ys, xs } = await nearestCells({ table: 'learner_position', where, around });
  if (ys.length === 0) return { nearby_learners: [], total };
  const rows = await rowsOf<LearnerRow>(
    database(),
    sql`select near.account_id as user_id, trim(first_name || ' ' || last_name) as name, bio, cell_y, cell_x, subjects, status,
            (select count(*)::int from lesson_completion done where done.account_id = near.account_id) as completed,
            (select coalesce(sum(points), 0)::int from point_entry won where won.account_id = near.account_id) as points
       from ${rowsOfCells({ table: 'learner_position', where, ys, xs, order: sql`p.account_id`, limit: around.limit })}
       join account on account.id = near.account_id
      order by place, near.account_id`,
  );
  const mine = new Set((own.subjects as string[]).map((subject) => subject.toLowerCase()));
  return { nearby_learners: rows.map((row) => learnerOf(row, around, mine)), total };
}

function learnerOf(row: LearnerRow, around: SearchArea, mine: ReadonlySet<string>): NearbyLearner {
  const cell = { y: row.cell_y, x: row.cell_x };
  return {
    user_id: row.user_id,
    name: row.name,
    distance_km: kmBetween(around, cell),
    common_interests: row.subjects.filter((subject) => mine.has(subject.toLowerCase())),
    study_sessions_completed: row.completed,
    reputation_score: row.points,
    ...centreOf(cell),
    bio: row.bio,
    subjects: row.subjects,
    status: row.status,
  };
}
