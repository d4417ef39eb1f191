import {
  ellipse,
  at,
  between,
  circle,
  COVER_HEIGHT,
  COVER_WIDTH,
  ground,
  group,
  hills,
  oneOf,
  path,
  rect,
  stroke,
  times,
  type Motif,
  type Random,
} from './draw.ts';
import type { Palette } from './palettes.ts';

const sky: Motif = {
  palettes: ['night'],
  canMirror: true,
  draw: (random, { deep, main, pale, spark }) => {
    const moon = { x: between(random, 200, 270), y: between(random, 48, 76), r: between(random, 24, 36) };
    const points = Array.from({ length: 6 }, (_, n) => ({ x: 26 + n * between(random, 24, 31), y: between(random, 34, 112) }));
    return [
      ground(deep),
      times(60, () =>
        circle(random() * COVER_WIDTH, random() * 150, between(random, 0.5, 1.7), pale, { opacity: between(random, 0.5, 1) }),
      ),
      circle(moon.x, moon.y, moon.r, spark),
      circle(moon.x + moon.r * 0.42, moon.y - moon.r * 0.24, moon.r * 0.88, deep),
      stroke(`M${points.map(({ x, y }) => at(x, y)).join(' L')}`, pale, 1.2, { opacity: 0.7 }),
      ...points.map(({ x, y }) => circle(x, y, 3.2, pale)),
      path(hills(random, 168, 22), main),
      path(hills(random, 184, 14), '#0B1428'),
    ].join('');
  },
};

const sea: Motif = {
  palettes: ['sea', 'day'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const wave = (y: number, swing: number) => {
      let d = `M-40 ${y}`;
      for (let x = -40; x < COVER_WIDTH + 40; x += 40) d += ` q20 ${-swing} 40 0`;
      return `${d} V${COVER_HEIGHT} H-40 Z`;
    };
    const shift = between(random, -18, 0);
    return [
      ground(pale),
      circle(between(random, 60, 260), between(random, 48, 72), between(random, 22, 32), spark),
      ...[soft, main, deep].map((colour, n) =>
        group(path(wave(96 + n * 30, 22 - n * 4), colour), { transform: `translate(${Math.round(shift * (n + 1))} 0)` }),
      ),
      path(hills(random, 188, 8), '#073A40'),
    ].join('');
  },
};

const mountains: Motif = {
  palettes: ['day', 'plum', 'leaf'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const range = (y: number, colour: string, snow: string | null) =>
      times(5, (n) => {
        const [x, height, half] = [n * 76 + between(random, -20, 20), between(random, 60, 104), between(random, 56, 78)];
        const top = `${at(x, y - height)}`;
        const cap = snow ? path(`M${top} L${at(x + half * 0.26, y - height * 0.74)} l-8 6 l-9 -5 l-9 7 l-9 -8 Z`, snow) : '';
        return path(`M${at(x - half, y)} L${top} L${at(x + half, y)} Z`, colour) + cap;
      });
    return [
      ground(pale),
      circle(between(random, 70, 250), between(random, 42, 62), 22, spark),
      range(158, soft, null),
      range(176, main, pale),
      path(hills(random, 170, 16), deep),
    ].join('');
  },
};

const leaves: Motif = {
  palettes: ['leaf', 'sand'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const leaf = (length: number, colour: string, vein: string) =>
      path(
        `M0 0 C${length * 0.3} ${-length * 0.36} ${length * 0.8} ${-length * 0.3} ${length} 0 C${length * 0.8} ${length * 0.3} ${length * 0.3} ${length * 0.36} 0 0 Z`,
        colour,
      ) +
      stroke(
        `M4 0 H${length * 0.9} ${times(4, (n) => `M${length * (0.25 + n * 0.16)} 0 l${length * 0.1} ${-length * 0.12} m${-length * 0.1} ${length * 0.12} l${length * 0.1} ${length * 0.12} `)}`,
        vein,
        1.4,
      );
    const stem = between(random, 130, 190);
    return [
      ground(soft),
      circle(between(random, 40, 280), between(random, 36, 60), between(random, 20, 30), spark),
      stroke(`M${at(stem, 210)} C${at(stem - 10, 150)} ${at(stem + 24, 90)} ${at(stem + 6, 20)}`, deep, 4),
      times(7, (n) => {
        const isLeft = n % 2 === 0;
        const [y, turn] = [178 - n * 24, isLeft ? 180 + between(random, 8, 34) : -between(random, 8, 34)];
        return group(leaf(between(random, 72, 104), n % 3 === 0 ? main : deep, pale), {
          transform: `translate(${Math.round(stem + 4 - n)} ${y}) rotate(${Math.round(turn)})`,
        });
      }),
    ].join('');
  },
};

const cells: Motif = {
  palettes: ['plum', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale }) => {
    const places = [
      [92, 104, 68],
      [212, 66, 46],
      [240, 156, 54],
      [304, 92, 34],
      [18, 26, 30],
      [150, 14, 24],
    ] as const;
    const cell = ([x, y, radius]: readonly [number, number, number]) => {
      const r = radius * between(random, 0.88, 1.06);
      return [
        circle(x, y, r, main, { stroke: pale, 'stroke-opacity': 0.55, 'stroke-width': 5 }),
        circle(x + r * 0.16, y - r * 0.1, r * 0.37, deep),
        circle(x + r * 0.24, y - r * 0.18, r * 0.12, soft),
        times(6, () => {
          const [turn, far] = [random() * Math.PI * 2, r * 0.7];
          return `<ellipse cx="${Math.round(x + Math.cos(turn) * far)}" cy="${Math.round(y + Math.sin(turn) * far)}" rx="${Math.round(r * 0.11)}" ry="${Math.round(r * 0.06)}" fill="${pale}" transform="rotate(${Math.round(random() * 180)} ${Math.round(x + Math.cos(turn) * far)} ${Math.round(y + Math.sin(turn) * far)})"/>`;
        }),
      ].join('');
    };
    return ground(soft) + places.map(cell).join('');
  },
};

const hives: Motif = {
  palettes: ['sand', 'clay'],
  draw: (random, { deep, main, soft, pale, spark }) =>
    ground(deep) +
    times(7, (row) =>
      times(9, (column) => {
        const [x, y] = [column * 42 - 8 + (row % 2) * 21, row * 36 - 6];
        const colour = oneOf(random, [main, main, soft, soft, pale, deep, spark]);
        return path(`M${at(x, y - 21)} l18 10.5 v21 l-18 10.5 l-18 -10.5 v-21 Z`, colour, { stroke: deep, 'stroke-width': 3 });
      }),
    ),
};

const weather: Motif = {
  palettes: ['day', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const cloud = (x: number, y: number, size: number, colour: string) =>
      circle(x, y, size, colour) +
      circle(x + size, y + size * 0.25, size * 0.75, colour) +
      circle(x - size, y + size * 0.3, size * 0.7, colour) +
      rect(x - size * 1.7, y + size * 0.25, size * 3.4, size * 0.75, colour, { rx: size * 0.37 });
    const x = between(random, 96, 140);
    const sun = { x: x + 104, y: between(random, 56, 74) };
    return [
      ground(soft),
      ...Array.from({ length: 12 }, (_, n) =>
        stroke(`M${sun.x} ${sun.y - 46} v-14`, spark, 5, { transform: `rotate(${n * 30} ${sun.x} ${sun.y})` }),
      ),
      circle(sun.x, sun.y, 34, spark),
      cloud(x, 92, 30, pale),
      cloud(x + 96, 118, 22, pale),
      times(10, (n) =>
        stroke(`M${at(x - 40 + n * 18, between(random, 138, 152))} l-6 ${Math.round(between(random, 14, 26))}`, n % 2 ? main : deep, 4),
      ),
    ].join('');
  },
};

/** Draws shapes around the given centre. */
const orbitsOf = (middle: (random: Random, palette: Palette) => string): Motif => ({
  palettes: ['night', 'ink', 'plum'],
  canMirror: true,
  draw: (random, palette) => {
    const { deep, main, soft, pale, spark } = palette;
    const tilt = Math.round(between(random, -24, 12));
    const ring = (n: number) => {
      const [rx, ry] = [62 + n * 32, 20 + n * 12];
      const turn = random() * Math.PI * 2;
      return (
        `<ellipse cx="160" cy="100" rx="${rx}" ry="${ry}" fill="none" stroke="${soft}" stroke-width="1.6" opacity="0.6"/>` +
        circle(160 + Math.cos(turn) * rx, 100 + Math.sin(turn) * ry, between(random, 5, 12), [pale, soft, spark, main][n]!)
      );
    };
    return [
      ground(deep),
      times(40, () => circle(random() * COVER_WIDTH, random() * COVER_HEIGHT, between(random, 0.5, 1.4), pale, { opacity: 0.7 })),
      group(times(4, ring), { transform: `rotate(${tilt} 160 100)` }),
      middle(random, palette),
    ].join('');
  },
});
const holes = orbitsOf((_, { spark }) => circle(160, 100, 30, spark) + circle(160, 100, 22, '#0B0F18'));
const orbits = orbitsOf((random, { main, soft, pale, spark }) =>
  oneOf(random, [
    () => circle(160, 100, 36, spark, { opacity: 0.25 }) + circle(160, 100, 26, spark),
    () =>
      group(
        ellipse(160, 100, 58, 13, 'none', { stroke: pale, 'stroke-width': 5 }) +
          circle(160, 100, 34, soft) +
          stroke('M131 86 H189', main, 4) +
          stroke('M102 100 A58 13 0 0 0 218 100', pale, 5),
        { transform: 'rotate(-18 160 100)' },
      ),
    () =>
      circle(160, 100, 14, spark) +
      times(5, () => circle(160 + between(random, -13, 13), 100 + between(random, -13, 13), 9, oneOf(random, [spark, soft, pale]))),
  ])(),
);

/** Motifs of nature. */
export const NATURE_MOTIFS = { sky, sea, mountains, leaves, cells, hives, weather, orbits, holes } as const;
