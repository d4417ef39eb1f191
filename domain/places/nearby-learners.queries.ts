import { centreOf, gridBandsWithin, distanceKm, snapToGrid, type Cell, type Position } from '#contract/places/grid.ts';
import type { NearbyLearner, MapSettings, Sharing } from '#contract/places/places.contract.ts';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { blockedWith } from '#domain/people/people.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql, raw } from '#domain/platform/sql.ts';
import { mapFileIsThere } from './map-file.ts';
import { sharingOf, type PositionRow } from './share-place.command.ts';

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

/** SQL condition: excludes the reader, users with a block, and users whose profile moderators removed. */
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
  if (!own) throw new ProductError('places.no_consent', 'Let nearby learners find you, and you will see them too.');
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

export interface SearchArea extends Position {
  readonly radius_km: number;
  readonly limit: number;
}

/** Tables with rows on the grid; each has an index that begins with `cell_y, cell_x`. */
type GridTable = 'learner_position' | 'local_event' | 'study_place';

interface CellSearch {
  readonly table: GridTable;
  /** SQL condition on the rows of the table, `p`. */
  readonly where: Sql;
  readonly around: SearchArea;
}

/** The squares around a position that hold the nearest `limit` rows, nearest first, and the number of rows within the radius. */
interface NearestCells {
  readonly total: number;
  readonly ys: readonly number[];
  readonly xs: readonly number[];
}

/**
 * Reads only the index rows that a circle covers, one range per grid row, so that the cost depends on nearby rows and not on the table's
 * size.
 */
export async function nearestCells({ table, where, around }: CellSearch): Promise<NearestCells> {
  const bands = gridBandsWithin(around, around.radius_km);
  // counted within each range, in index order, so that a big city's rows are never returned one by one
  const found = await rowsOf<Cell & { count: number }>(
    database(),
    sql`select band.y, found.x, found.count
          from unnest(${bands.map(({ y }) => y)}::int[], ${bands.map(({ from }) => from)}::int[], ${bands.map(({ to }) => to)}::int[])
               as band (y, x_from, x_to)
         cross join lateral (select p.cell_x as x, count(*)::int as count from ${raw(table)} p
                              where p.cell_y = band.y and p.cell_x between band.x_from and band.x_to and ${where} group by p.cell_x) found`,
  );
  const sorted = found.map((cell) => ({ ...cell, km: kmBetween(around, cell) })).toSorted((a, b) => a.km - b.km || a.y - b.y || a.x - b.x);
  let enough = 0;
  const nearest = sorted.filter(({ count }) => {
    const isWanted = enough < around.limit;
    enough += count;
    return isWanted;
  });
  return { total: found.reduce((sum, { count }) => sum + count, 0), ys: nearest.map(({ y }) => y), xs: nearest.map(({ x }) => x) };
}

/** Returns the distance between the centres of two squares, to 100 m. */
export const kmBetween = (from: Position, cell: Cell): number => Math.round(distanceKm(snapToGrid(from), centreOf(cell)) * 10) / 10;

interface CellRows extends Pick<CellSearch, 'table' | 'where'>, Pick<NearestCells, 'ys' | 'xs'> {
  /** Order within a square, over `p`. */
  readonly order: Sql;
  readonly limit: number;
}

/** Selects the nearest rows of the squares, as `near`, with `place` for their order. */
export const rowsOfCells = ({ table, where, ys, xs, order, limit }: CellRows): Sql =>
  sql`(select p.*, cell.place from unnest(${ys}::int[], ${xs}::int[]) with ordinality as cell (y, x, place)
        cross join lateral (select * from ${raw(table)} p
                             where cell_y = cell.y and cell_x = cell.x and ${where} order by ${order} limit ${limit}) p
        order by cell.place, ${order} limit ${limit}) near`;

/** Returns which features of places a user may use, what they share, and how maps are rendered. */
export async function findPlacesAccess(
  accountId: string,
): Promise<{ location: AgeRefusal | null; sharing: Sharing | null; map: MapSettings }> {
  const [location, row] = await Promise.all([findAgeRefusal(accountId, 'location'), positionOf(accountId)]);
  return { location, sharing: row ? sharingOf(row) : null, map: mapSettings() };
}

const positionOf = (accountId: string): Promise<PositionRow | undefined> =>
  database()('learner_position').where({ account_id: accountId }).first();

/**
 * Returns the map settings: a Google key takes precedence over a map file, and that over our own rendering. A file counts as soon as it
 * exists.
 */
function mapSettings(): MapSettings {
  const { googleKey, attribution } = config().map;
  if (googleKey) return { provider: 'google', key: googleKey, attribution: null };
  return mapFileIsThere() ? { provider: 'tiles', key: null, attribution } : { provider: 'rings', key: null, attribution: null };
}
