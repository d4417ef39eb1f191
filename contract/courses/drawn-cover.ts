/** One mark of a drawn cover, as attributes of an SVG element; `ink` names the colour of the scheme that draws it. */
export interface CoverMark {
  readonly tag: 'circle' | 'rect' | 'path';
  readonly ink: 'first' | 'second' | 'third';
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Size of the drawing, in units of its view box. */
export const COVER_WIDTH = 64;
export const COVER_HEIGHT = 48;
const INKS = ['first', 'second', 'third'] as const;

/** FNV-1a, 32 bits: the same title has the same cover on every machine. */
function hashOf(title: string): number {
  let hash = 0x811c9dc5;
  for (const sign of title) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** Returns whole numbers below `limit`, each from other bits of the hash. */
function drawsFrom(hash: number): (limit: number) => number {
  let state = hash;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % limit;
  };
}

type Mark = Omit<CoverMark, 'ink'> & { readonly nth: number };
type Motif = (draw: (limit: number) => number) => readonly Mark[];
const FILLED = { fill: 'currentColor' };
const line = (width: number) => ({ fill: 'none', stroke: 'currentColor', 'stroke-width': width });

const arcs: Motif = (draw) => {
  const cx = draw(COVER_WIDTH);
  return [14, 24, 34, 44].map((r, nth) => ({
    nth,
    tag: 'circle',
    attributes: { cx, cy: COVER_HEIGHT, r, ...line(nth % 2 ? 2 : 5) },
  }));
};

const columns: Motif = (draw) =>
  [0, 1, 2, 3, 4, 5, 6].map((nth) => {
    const height = 8 + draw(34);
    return { nth, tag: 'rect', attributes: { x: 4 + nth * 8, y: COVER_HEIGHT - height, width: 6, height, ...FILLED } };
  });

const dots: Motif = (draw) =>
  [0, 1, 2, 3, 4].flatMap((column) =>
    [0, 1, 2].map((row) => ({
      nth: column + row,
      tag: 'circle' as const,
      attributes: { cx: 8 + column * 12, cy: 9 + row * 15, r: 2 + draw(4), ...FILLED },
    })),
  );

const waves: Motif = (draw) => {
  const swing = 5 + draw(7);
  return [10, 20, 30, 40].map((y, nth) => ({
    nth,
    tag: 'path',
    attributes: { d: `M0 ${y} q8 ${-swing} 16 0 t16 0 t16 0 t16 0`, ...line(nth % 2 ? 2 : 4) },
  }));
};

const MOTIFS: readonly Motif[] = [arcs, columns, dots, waves];

/** The cover of a course without a picture: a pattern derived from its title. */
export function drawnCover(title: string): readonly CoverMark[] {
  const draw = drawsFrom(hashOf(title));
  const motif = MOTIFS[draw(MOTIFS.length)]!;
  const turn = draw(INKS.length);
  return motif(draw).map(({ nth, ...mark }) => ({ ...mark, ink: INKS[(nth + turn) % INKS.length]! }));
}
