import { centreOf, type Position } from '#contract/places/grid.ts';
import { LOCATION_DEFAULTS, type StudyLocation } from '#contract/places/places.contract.ts';
import { kmBetween, nearestCells, rowsOfCells, type SearchArea } from '#domain/places/nearby-learners.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { StudyPlace } from './study-place.model.ts';
import { isUuid } from '#domain/platform/uuid.ts';

type PlaceRow = Pick<
  StudyPlace,
  'id' | 'name' | 'description' | 'address' | 'cell_y' | 'cell_x' | 'type' | 'hours' | 'amenities' | 'is_sample'
> & {
  readonly is_mine: boolean;
  readonly rating: number | null;
  readonly rating_count: number;
  readonly my_rating: number | null;
};

/** SQL condition: held places are visible only to their author. */
const isPlaceShown = (reader: string): Sql => isShown('place', sql`p.id`, reader);
/** Selects places, as `near`, for a reader. */
const selectPlaces = (
  reader: string,
  near: Sql,
): Sql => sql`select near.id, near.name, near.description, near.address, near.cell_y, near.cell_x, near.type, near.hours, near.amenities, near.is_sample,
  near.account_id is not distinct from ${reader} as is_mine, rated.rating, rated.rating_count, rated.my_rating
  from ${near} cross join lateral (
  select round(avg(stars), 1)::float8 as rating, count(*)::int as rating_count, max(stars) filter (where account_id = ${reader})::int as my_rating
    from study_place_rating where place_id = near.id) rated`;

/** Lists study places within a radius, nearest first (LOC-09). */
export async function studyLocations({
  accountId,
  ...around
}: SearchArea & { accountId: string }): Promise<{ study_locations: StudyLocation[]; total: number }> {
  const where = isPlaceShown(accountId);
  const { total, ys, xs } = await nearestCells({ table: 'study_place', where, around });
  if (ys.length === 0) return { study_locations: [], total };
  const near = rowsOfCells({ table: 'study_place', where, ys, xs, order: sql`p.id`, limit: around.limit });
  const rows = await rowsOf<PlaceRow>(database(), sql`${selectPlaces(accountId, near)} order by place, near.id`);
  return { study_locations: rows.map((row) => locationOf(row, around)), total };
}

/** Returns one study place. @throws ProductError not_found */
export async function studyLocation({ accountId, locationId }: { accountId: string; locationId: string }): Promise<StudyLocation> {
  if (!isUuid(locationId)) throw notFound('place');
  const [row] = await rowsOf<PlaceRow>(
    database(),
    sql`${selectPlaces(accountId, sql`study_place near`)} where near.id = ${locationId} and ${isShown('place', sql`near.id`, accountId)}`,
  );
  if (!row) throw notFound('place');
  return locationOf(row, null);
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
