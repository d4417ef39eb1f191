import { gridBandsWithin, centreOf, distanceKm, snapToGrid, type Cell, type Position } from '#contract/places/grid.ts';
import { database } from '#domain/platform/database.ts';
import { raw, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

export interface SearchArea extends Position {
  readonly radius_km: number;
  readonly limit: number;
}

/** Tables with rows on the grid; each has an index that begins with `cell_y, cell_x`. */
type GridTable = 'learner_position' | 'local_event' | 'study_place';

interface CellSearch {
  readonly table: GridTable;
  /** Condition on the rows; the table is `p`. */
  readonly where: Sql;
  readonly around: SearchArea;
}

/** The squares around a position that hold the nearest `limit` rows, nearest first, and the number of rows within the radius. */
export interface NearestCells {
  readonly total: number;
  readonly ys: readonly number[];
  readonly xs: readonly number[];
}

/** Reads only the index rows that a circle covers, one range per grid row: the cost depends on what is near, never on the table's size. */
export async function nearestCells({ table, where, around }: CellSearch): Promise<NearestCells> {
  const bands = gridBandsWithin(around, around.radius_km);
  // counted within each range, in the order of the index: a big city's rows never leave it one by one
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
  /** Within a square, of `p`. */
  readonly order: Sql;
  readonly limit: number;
}

/** Selects the nearest rows of the squares, as `near`, with `place` for their order. */
export const rowsOfCells = ({ table, where, ys, xs, order, limit }: CellRows): Sql =>
  sql`(select p.*, cell.place from unnest(${ys}::int[], ${xs}::int[]) with ordinality as cell (y, x, place)
        cross join lateral (select * from ${raw(table)} p
                             where cell_y = cell.y and cell_x = cell.x and ${where} order by ${order} limit ${limit}) p
        order by cell.place, ${order} limit ${limit}) near`;
