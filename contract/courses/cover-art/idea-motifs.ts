import { at, between, circle, ground, group, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const curves: Motif = {
  palettes: ['day', 'sea', 'plum'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [middle, width] = [between(random, 130, 190), between(random, 48, 70)];
    const height = (x: number) => 166 - 120 * Math.exp(-(((x - middle) / width) ** 2));
    const bell = (from: number, to: number) => {
      let d = `M${from} 166`;
      for (let x = from; x <= to; x += 4) d += ` L${at(x, height(x))}`;
      return `${d} L${to} 166 Z`;
    };
    const cut = Math.round(middle + width * between(random, 0.7, 1.1));
    const grid = times(6, (n) => stroke(`M16 ${46 + n * 24} H304`, soft, 1));
    if (random() < 0.4) {
      const [from, to] = [between(random, 130, 160), between(random, 36, 64)];
      const spot = (n: number) => {
        const x = 24 + n * 4.6;
        const y = from + ((to - from) * x) / 320 + (random() + random() + random() - 1.5) * 44;
        return circle(x, y, between(random, 3, 6.5), n % 4 === 0 ? spark : main, { opacity: 0.85 });
      };
      return [
        ground(pale),
        grid,
        times(60, spot),
        stroke(`M16 ${at(from, to).replace(' ', ' L304 ')}`, deep, 5),
        stroke('M16 24 V182 H304', deep, 3),
      ].join('');
    }
    return [
      ground(pale),
      grid,
      path(bell(16, 304), main),
      path(bell(cut, 304), deep),
      times(54, () =>
        circle(middle + (random() + random() + random() - 1.5) * width * 1.6, between(random, 172, 192), 2.6, spark, { opacity: 0.85 }),
      ),
      stroke('M16 166 H304', deep, 3),
    ].join('');
  },
};

const bars: Motif = {
  palettes: ['leaf', 'sea', 'sand'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const heights = [40, 62, 84, 116].map((height) => height * between(random, 0.9, 1.08));
    return [
      ground(soft),
      ...heights.map((height, n) => rect(48 + n * 54, 166 - height, 42, height, n === 3 ? deep : main, { rx: 5, opacity: 0.6 + n * 0.13 })),
      rect(36, 166, 248, 4, deep, { rx: 2 }),
      oneOf(random, [
        () =>
          group(path('M0 0 h40 l18 22 l-18 22 H0 Z', pale) + circle(42, 22, 5, soft) + stroke('M8 16 h18 M8 28 h14', spark, 4), {
            transform: `translate(236 28) rotate(${Math.round(between(random, 10, 24))})`,
          }),
        () => stroke(`M50 104 L${at(118, between(random, 72, 90))} L${at(176, between(random, 62, 80))} L258 26 M236 26 h22 v22`, spark, 6),
        () => circle(92, 56, 34, pale) + path('M92 56 V22 a34 34 0 0 1 30 50 Z', spark) + path('M92 56 V22 a34 34 0 0 0 -33 28 Z', main),
      ])(),
    ].join('');
  },
};

const tables: Motif = {
  palettes: ['ink', 'night', 'day'],
  draw: (random, { deep, main, pale, soft, spark }) => {
    const [row, column] = [1 + Math.floor(random() * 4), Math.floor(random() * 6)];
    const cell = (y: number, x: number) => {
      const colour = y === 0 ? pale : y === row ? soft : x === column ? spark : main;
      return rect(30 + x * 44, 24 + y * 31, 39, 25, colour, { rx: 4, opacity: y === 0 || y === row || x === column ? 1 : 0.55 });
    };
    return ground(deep) + times(5, (y) => times(6, (x) => cell(y, x)));
  },
};

const code: Motif = {
  palettes: ['ink', 'night', 'sea'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const line = (n: number) => {
      const indent = [0, 1, 2, 2, 1, 0][n]! * 20;
      let x = 58 + indent;
      return times(2 + Math.floor(random() * 3), () => {
        const width = between(random, 18, 54);
        const part = x + width < 262 ? rect(x, 66 + n * 17, width, 8, oneOf(random, [soft, pale, spark, soft]), { rx: 4 }) : '';
        x += width + 8;
        return part;
      });
    };
    return [
      ground(soft),
      rect(36, 28, 248, 146, deep, { rx: 12 }),
      rect(36, 28, 248, 24, main, { rx: 12 }),
      rect(36, 42, 248, 10, main),
      ...[spark, pale, soft].map((colour, n) => circle(52 + n * 15, 40, 4.5, colour)),
      times(6, line),
    ].join('');
  },
};

const network: Motif = {
  palettes: ['night', 'sea', 'ink'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const nodes = Array.from({ length: 13 }, (_, n) => ({
      x: 30 + (n % 5) * 64 + between(random, -16, 16),
      y: 38 + Math.floor(n / 5) * 62 + between(random, -14, 14),
    }));
    const near = nodes.flatMap((one, n) =>
      nodes
        .slice(n + 1)
        .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < 92)
        .map((other) => [one, other] as const),
    );
    return [
      ground(deep),
      ...near.map(([one, other]) => stroke(`M${at(one.x, one.y)} L${at(other.x, other.y)}`, main, 2.4)),
      ...nodes.map(({ x, y }, n) => circle(x, y, n % 4 === 0 ? 13 : 8, n % 4 === 0 ? spark : n % 3 === 0 ? pale : soft)),
    ].join('');
  },
};

const neurons: Motif = {
  palettes: ['plum', 'night', 'day'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const layers = [3, 5, 5, 2].map((count, layer) =>
      Array.from({ length: count }, (_, n) => ({ x: 52 + layer * 72, y: 100 + (n - (count - 1) / 2) * 36 })),
    );
    const links = layers.slice(1).flatMap((layer, n) => layer.flatMap((to) => layers[n]!.map((from) => ({ from, to, weight: random() }))));
    return [
      ground(deep),
      ...links.map(({ from, to, weight }) =>
        stroke(`M${at(from.x, from.y)} L${at(to.x, to.y)}`, weight > 0.82 ? spark : main, weight > 0.82 ? 2.6 : 1.2, {
          opacity: 0.35 + weight * 0.6,
        }),
      ),
      ...layers.flatMap((layer, n) => layer.map(({ x, y }) => circle(x, y, 12, n === 3 ? spark : random() > 0.5 ? pale : soft))),
    ].join('');
  },
};

const waves: Motif = {
  palettes: ['clay', 'plum', 'day'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const centre = between(random, 40, 70);
    const arcs = times(
      6,
      (n) =>
        `<circle cx="${Math.round(centre)}" cy="104" r="${44 + n * 34}" fill="none" stroke="${n % 2 ? main : spark}" stroke-width="${7 - n * 0.8}" opacity="${1 - n * 0.12}"/>`,
    );
    return [
      ground(pale),
      arcs,
      rect(0, 176, 320, 24, soft),
      rect(centre - 16, 62, 32, 62, deep, { rx: 16 }),
      ...[78, 90, 102].map((y) => stroke(`M${at(centre - 8, y)} h16`, soft, 2.5)),
      stroke(`M${at(centre - 26, 104)} a26 30 0 0 0 52 0 M${at(centre, 134)} V176 M${at(centre - 18, 176)} h36`, deep, 5),
    ].join('');
  },
};

const knots: Motif = {
  palettes: ['sea', 'sand', 'plum'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const apart = between(random, 34, 44);
    const ring = (x: number, colour: string) =>
      circle(x, 100, 56, 'none', { stroke: deep, 'stroke-width': 26 }) + circle(x, 100, 56, 'none', { stroke: colour, 'stroke-width': 18 });
    const [left, right] = [160 - apart, 160 + apart];
    return [
      ground(soft),
      times(18, () => circle(random() * 320, random() * 200, between(random, 2, 5), pale)),
      ring(left, main),
      ring(right, spark),
      // the left ring passes above at the top
      `<path d="M${at(left + 20, 48)} A56 56 0 0 1 ${at(left + 55, 88)}" fill="none" stroke="${deep}" stroke-width="26"/><path d="M${at(left + 16, 46)} A56 56 0 0 1 ${at(left + 56, 92)}" fill="none" stroke="${main}" stroke-width="18"/>`,
    ].join('');
  },
};

const tiles: Motif = {
  palettes: ['clay', 'leaf', 'day', 'sand'],
  draw: (random, { deep, main, soft, pale, spark }) =>
    ground(pale) +
    times(5, (row) =>
      times(8, (column) => {
        const [x, y, colour] = [column * 40, row * 40, oneOf(random, [deep, main, soft, spark, main])];
        const shapes = [
          path(`M${x} ${y} h40 a40 40 0 0 1 -40 40 Z`, colour),
          path(`M${x + 40} ${y + 40} h-40 a40 40 0 0 1 40 -40 Z`, colour),
          circle(x + 20, y + 20, 14, colour),
          path(`M${x} ${y} h40 l-40 40 Z`, colour),
        ];
        return oneOf(random, shapes);
      }),
    ),
};

/** Motifs of ideas. */
export const IDEA_MOTIFS = { curves, bars, tables, code, network, neurons, waves, knots, tiles } as const;
