import { zxyToTileId } from 'pmtiles';

const EXTENT = 4096;
const ZOOM = 12;
const HEADER_BYTES = 127;

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]);
const field = (number: number, bytes: readonly number[]) => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
const numberField = (number: number, value: number) => [...varint(number * 8), ...varint(value)];
const text = (value: string) => [...Buffer.from(value, 'utf8')];
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** Encodes a path of a vector tile: a starting point and lines to the others; polygons are closed. */
function path(points: readonly (readonly [number, number])[], isClosed: boolean): number[] {
  const [x0, y0] = points[0]!;
  const out = [9, zigzag(x0), zigzag(y0)];
  if (points.length > 1) out.push((points.length - 1) * 8 + 2);
  for (const [n, [x, y]] of points.slice(1).entries()) out.push(zigzag(x - points[n]![0]), zigzag(y - points[n]![1]));
  return isClosed ? [...out, 15] : out;
}

const layer = (name: string, type: 1 | 2 | 3, geometry: readonly number[], called?: string): number[] =>
  field(3, [
    ...field(1, text(name)),
    ...field(2, [...(called === undefined ? [] : field(2, [0, 0])), ...numberField(3, type), ...field(4, geometry.flatMap(varint))]),
    ...(called === undefined ? [] : [...field(3, text('name')), ...field(4, field(1, text(called)))]),
    ...numberField(5, EXTENT),
    ...numberField(15, 2),
  ]);

/** Land, a lake, a road and a town, as a vector tile. */
const TILE = [
  ...layer('earth', 3, path([[0, 0], [EXTENT, 0], [EXTENT, EXTENT], [0, EXTENT]], true)),
  ...layer('water', 3, path([[600, 600], [2400, 900], [2000, 2600], [700, 2200]], true)),
  ...layer('roads', 2, path([[0, 3200], [1500, 2900], [4096, 3300]], false)),
  ...layer('places', 1, path([[2900, 1400]], false), 'Sampletown'),
]; // oxfmt-ignore

/** Builds a PMTiles file that contains the same tile nine times, around a position. */
export function tinyMap({ latitude, longitude }: { latitude: number; longitude: number }): Buffer {
  const side = 2 ** ZOOM;
  const x = Math.floor(((longitude + 180) / 360) * side);
  const y = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * side);
  const ids = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => zxyToTileId(ZOOM, x + dx, y + dy))).toSorted((one, other) => one - other);
  const directory = [
    ...varint(ids.length),
    ...ids.flatMap((id, n) => varint(id - (ids[n - 1] ?? 0))),
    ...ids.flatMap(() => varint(1)),
    ...ids.flatMap(() => varint(TILE.length)),
    ...ids.flatMap(() => varint(1)),
  ];
  const metadata = text('{"vector_layers":[]}');
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0);
  header.writeUInt8(3, 7);
  const parts = [directory.length, metadata.length, 0, TILE.length];
  for (let at = HEADER_BYTES, n = 0; n < parts.length; n += 1) {
    header.writeBigUInt64LE(BigInt(at), 8 + n * 16);
    header.writeBigUInt64LE(BigInt(parts[n]!), 16 + n * 16);
    at += parts[n]!;
  }
  for (const [n, count] of [ids.length, ids.length, 1].entries()) header.writeBigUInt64LE(BigInt(count), 72 + n * 8);
  // clustered; nothing compressed; vector tiles; of one zoom
  for (const [n, value] of [0, 1, 1, 1, ZOOM, ZOOM].entries()) header.writeUInt8(value, 96 + n);
  const degrees = [longitude - 1, latitude - 1, longitude + 1, latitude + 1];
  for (const [n, value] of degrees.entries()) header.writeInt32LE(Math.round(value * 1e7), 102 + n * 4);
  header.writeUInt8(ZOOM, 118);
  header.writeInt32LE(Math.round(longitude * 1e7), 119);
  header.writeInt32LE(Math.round(latitude * 1e7), 123);
  return Buffer.concat([header, Buffer.from(directory), Buffer.from(metadata), Buffer.from(TILE)]);
}
