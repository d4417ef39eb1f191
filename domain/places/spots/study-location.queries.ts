import { centreOf, type Position } from '#contract/places/grid.ts';
import { LOCATION_DEFAULTS, type StudyLocation } from '#contract/places/places.contract.ts';
import { kmBetween, nearestCells, rowsOfCells, type SearchArea } from '#domain/places/nearest-cells.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { raw, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface PlaceRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly cell_y: number;
  readonly cell_x: number;
  readonly type: string;
  readonly hours: string;
  readonly amenities: string[];
  readonly is_sample: boolean;
  readonly is_mine: boolean;
  readonly rating: number | null;
  readonly rating_count: number;
  readonly my_rating: number | null;
}

/** Condition: held places are visible only to their author. */
const SHOWN = isShown('place', sql`p.id`, raw(':me')).sql;
const READ = `near.id, near.name, near.description, near.address, near.cell_y, near.cell_x, near.type, near.hours, near.amenities, near.is_sample,
  near.account_id is not distinct from :me as is_mine, rated.rating, rated.rating_count, rated.my_rating`;
const RATED = `cross join lateral (
  select round(avg(stars), 1)::float8 as rating, count(*)::int as rating_count, max(stars) filter (where account_id = :me)::int as my_rating
    from study_place_rating where place_id = near.id) rated`;

/** Lists study places within a radius, nearest first (LOC-09). */
export async function studyLocations({
  accountId,
  ...around
}: SearchArea & { accountId: string }): Promise<{ study_locations: StudyLocation[]; total: number }> {
  const { total, ys, xs } = await nearestCells({ table: 'study_place', where: SHOWN, bindings: { me: accountId }, around });
  if (ys.length === 0) return { study_locations: [], total };
  const { rows } = await database().raw(
    `select ${READ} from ${rowsOfCells('study_place', SHOWN, 'p.id')} ${RATED} order by place, near.id`,
    {
      me: accountId,
      ys,
      xs,
      limit: around.limit,
    },
  );
  return { study_locations: (rows as PlaceRow[]).map((row) => locationOf(row, around)), total };
}

/** Returns one of them. @throws ProductError not_found */
export async function studyLocation({ accountId, locationId }: { accountId: string; locationId: string }): Promise<StudyLocation> {
  if (!isUuid(locationId)) throw notFound('place');
  const { rows } = await database().raw(
    `select ${READ} from study_place near ${RATED} where near.id = :id and ${isShown('place', sql`near.id`, raw(':me')).sql}`,
    {
      me: accountId,
      id: locationId,
    },
  );
  if (!rows[0]) throw notFound('place');
  return locationOf(rows[0], null);
}

function locationOf(row: PlaceRow, around: Position | null): StudyLocation {
  const cell = { y: row.cell_y, x: row.cell_x };
  const { latitude: lat, longitude: lng } = centreOf(cell);
  return {
    location_id: row.id,
    name: row.name,
    description: row.description,
    address: row.address,
    coordinates: { lat, lng },
    type: row.type,
    hours: row.hours || LOCATION_DEFAULTS.hours,
    amenities: row.amenities,
    rating: row.rating,
    rating_count: row.rating_count,
    my_rating: row.my_rating,
    distance_km: around && kmBetween(around, cell),
    is_mine: row.is_mine,
    is_sample: row.is_sample,
  };
}
