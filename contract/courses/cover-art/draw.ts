import type { Palette, PaletteName } from './palettes.ts';

/** Width and height of the drawing, in units of its view box. */
export const COVER_WIDTH = 320;
export const COVER_HEIGHT = 200;

/** Returns numbers from 0 to 1, the same sequence for the same seed. */
export type Random = () => number;

/** A family of motifs: a function that draws over the whole view box, and matching palettes. */
export interface Motif {
  readonly palettes: readonly PaletteName[];
  /** Whether it can be mirrored; mirrored notes, for instance, would be wrong. */
  readonly canMirror?: boolean;
  readonly draw: (random: Random, palette: Palette) => string;
}

/** FNV-1a, 32 bits: the same words give the same seed on every machine. */
export function seedOf(words: string): number {
  let hash = 0x811c9dc5;
  for (const sign of words) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** Mulberry32, a small generator whose bits are all random enough for drawing. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
const written = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : value}"`)
    .join('');

type More = Readonly<Record<string, string | number>>;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: More = {}): string =>
  `<rect${written({ x, y, width, height, fill, ...more })}/>`;
export const circle = (cx: number, cy: number, r: number, fill: string, more: More = {}): string =>
  `<circle${written({ cx, cy, r, fill, ...more })}/>`;
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: More = {}): string =>
  `<ellipse${written({ cx, cy, rx, ry, fill, ...more })}/>`;
export const path = (d: string, fill: string, more: More = {}): string => `<path${written({ d, fill, ...more })}/>`;
/** Returns a line without fill, with round ends. */
export const stroke = (d: string, colour: string, width: number, more: More = {}): string =>
  path(d, 'none', { stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more });
export const group = (inner: string, more: More): string => `<g${written(more)}>${inner}</g>`;
export const ground = (fill: string): string => rect(0, 0, COVER_WIDTH, COVER_HEIGHT, fill);

/** Returns coordinates of a path, rounded: `at(10, 20.04)` is `10 20`. */
export const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;
/** Draws `count` parts one after another. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
export const between = (random: Random, from: number, to: number): number => from + random() * (to - from);
export const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
/** Returns a hill line from edge to edge, closed at the bottom. */
export function hills(random: Random, y: number, swing: number): string {
  const step = 80;
  let d = `M${at(-step, y)}`;
  for (let x = 0; x <= COVER_WIDTH + step; x += step)
    d += ` Q${at(x - step / 2, y - swing * between(random, 0.2, 1.6))} ${at(x, y + swing * (random() - 0.5))}`;
  return `${d} V${COVER_HEIGHT} H${-step} Z`;
}
