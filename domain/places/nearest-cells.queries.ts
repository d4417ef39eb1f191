import { gridBandsWithin, centreOf, distanceKm, snapToGrid, type Cell, type Position } from '#contract/places/grid.ts';
import { database } from '#domain/platform/database.ts';

export interface SearchArea extends Position {
  readonly radius_km: number;
  readonly limit: number;
}

/** Tables with rows on the grid; each has an index that begins with `cell_y, cell_x`. */
type GridTable = 'learner_position' | 'local_event' | 'study_place';

interface CellSearch {
  readonly table: GridTable;
  /** Condition on the rows, in SQL; the table is `p`. */
  readonly where: string;
  readonly bindings: Readonly<Record<string, string | readonly string[]>>;
  readonly around: SearchArea;
}

/** The squares around a position that hold the nearest `limit` rows, nearest first, and the number of rows within the radius. */
export interface NearestCells {
  readonly total: number;
  readonly ys: readonly number[];
  readonly xs: readonly number[];
}

/** Reads only the index rows that a circle covers, one range per grid row: the cost depends on what is near, never on the table's size. */
export async function nearestCells({ table, where, bindings, around }: CellSearch): Promise<NearestCells> {
  const bands = gridBandsWithin(around, around.radius_km);
  // counted within each range, in the order of the index: a big city's rows never leave it one by one
  const { rows } = await database().raw(
    `select band.y, found.x, found.count
       from unnest(:bandYs::int[], :bandFroms::int[], :bandTos::int[]) as band (y, x_from, x_to)
      cross join lateral (select p.cell_x as x, count(*)::int as count from ${table} p
                           where p.cell_y = band.y and p.cell_x between band.x_from and band.x_to and ${where} group by p.cell_x) found`,
    {
      ...bindings,
      bandYs: bands.map(({ y }) => y),
      bandFroms: bands.map(({ from }) => from),
      bandTos: bands.map(({ to }) => to),
    },
  );
  const found: (Cell & { count: number })[] = rows;
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

/** Returns SQL for the nearest `:limit` rows of the squares, as `near`, with `place` for their order. @param order within a square, of `p` */
export const rowsOfCells = (table: GridTable, where: string, order: string): string =>
  `(select p.*, cell.place from unnest(:ys::int[], :xs::int[]) with ordinality as cell (y, x, place)
     cross join lateral (select * from ${table} p where cell_y = cell.y and cell_x = cell.x and ${where} order by ${order} limit :limit) p
     order by cell.place, ${order} limit :limit) near`;
