/**
 * The grid of positions (G48): squares of about 500 m. Positions are stored, compared and returned only as squares, so the API has no more
 * precise data. Rows have equal height; each row has its own whole number of columns, so that squares stay square up to the poles and meet
 * at the date line.
 */
export const GRID_METRES = 500;

/** Degrees, as browsers report them. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A square: its row from the equator, its column from 180° west. */
export interface Cell {
  readonly y: number;
  readonly x: number;
}

/** Columns `from` to `to` of one row, inclusive. */
export interface Band {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

const EARTH_KM = 6_371;
const RADIANS = Math.PI / 180;
const ROW_DEGREES = GRID_METRES / 1_000 / (EARTH_KM * RADIANS);
/** The row that ends at the north pole. */
const LAST_ROW = Math.floor(90 / ROW_DEGREES);

const latitudeOf = (y: number): number => (y + 0.5) * ROW_DEGREES;
const columnsOf = (y: number): number => Math.max(1, Math.round((360 / ROW_DEGREES) * Math.max(0, Math.cos(latitudeOf(y) * RADIANS))));
/** Five decimals are about a metre: enough to identify a square's centre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export function cellOf({ latitude, longitude }: Position): Cell {
  // + 0 avoids a row -0
  const y = Math.max(-LAST_ROW - 1, Math.min(LAST_ROW, Math.floor(latitude / ROW_DEGREES))) + 0;
  const columns = columnsOf(y);
  const x = Math.floor(((longitude + 180) / 360) * columns);
  return { y, x: ((x % columns) + columns) % columns };
}

/** Returns the centre of a square. */
export function centreOf({ y, x }: Cell): Position {
  return { latitude: rounded(Math.max(-90, Math.min(90, latitudeOf(y)))), longitude: rounded(((x + 0.5) / columnsOf(y)) * 360 - 180) };
}

/** Returns the centre of the square that contains a position. */
export const snapToGrid = (position: Position): Position => centreOf(cellOf(position));

/** Returns the great-circle distance in kilometres. */
export function distanceKm(one: Position, other: Position): number {
  const rise = Math.sin(((other.latitude - one.latitude) * RADIANS) / 2) ** 2;
  const turn = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2) ** 2;
  const chord = rise + Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS) * turn;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the squares whose centres are within a radius of the centre of a position's square, as one or two bands per row. */
export function gridBandsWithin(position: Position, radiusKm: number): Band[] {
  const centre = snapToGrid(position);
  const { y: row } = cellOf(position);
  const reach = Math.ceil(radiusKm / (EARTH_KM * RADIANS * ROW_DEGREES));
  const bands: Band[] = [];
  for (let y = Math.max(-LAST_ROW - 1, row - reach); y <= Math.min(LAST_ROW, row + reach); y += 1) {
    const degrees = reachInRow(centre, latitudeOf(y), radiusKm);
    if (degrees !== null) bands.push(...bandsOf(y, centre.longitude, degrees));
  }
  return bands;
}

/** Returns how far a circle extends east and west at a latitude, in degrees; null if it does not reach it. */
function reachInRow(centre: Position, latitude: number, radiusKm: number): number | null {
  const left = Math.sin(radiusKm / EARTH_KM / 2) ** 2 - Math.sin(((latitude - centre.latitude) * RADIANS) / 2) ** 2;
  if (left < 0) return null;
  const scale = Math.cos(centre.latitude * RADIANS) * Math.max(0, Math.cos(latitude * RADIANS));
  return left >= scale ? 180 : (2 * Math.asin(Math.sqrt(left / scale))) / RADIANS;
}

function bandsOf(y: number, longitude: number, degrees: number): Band[] {
  const columns = columnsOf(y);
  const columnAt = (at: number) => ((at + 180) / 360) * columns - 0.5;
  const [from, to] = [Math.ceil(columnAt(longitude - degrees)), Math.floor(columnAt(longitude + degrees))];
  if (to < from) return [];
  if (to - from + 1 >= columns) return [{ y, from: 0, to: columns - 1 }];
  // beyond the date line it continues at the other end
  if (from < 0)
    return [
      { y, from: 0, to },
      { y, from: from + columns, to: columns - 1 },
    ].filter((band) => band.to >= band.from);
  if (to >= columns)
    return [
      { y, from, to: columns - 1 },
      { y, from: 0, to: to - columns },
    ].filter((band) => band.to >= band.from);
  return [{ y, from, to }];
}
