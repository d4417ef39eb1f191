import { at, between, circle, COVER_WIDTH, ellipse, ground, group, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const pots: Motif = {
  palettes: ['clay', 'leaf', 'sea', 'sand'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const x = Math.round(between(random, 116, 150));
    const steam = (n: number) => stroke(`M${x - 26 + n * 26} ${Math.round(between(random, 46, 56))} q-10 -11 0 -21 t0 -21`, pale, 5);
    const [carrot, tomato] = [
      path('M246 168 L236 118 q14 -12 28 0 Z', spark) + stroke('M250 112 v-20 M244 112 l-8 -16 M256 112 l8 -16', deep, 5),
      circle(288, 150, 18, main) + path('M288 136 l-9 -4 l9 -3 l0 -8 l3 8 l9 3 Z', deep),
    ];
    return [
      ground(soft),
      rect(0, 168, COVER_WIDTH, 32, pale),
      times(3, steam),
      rect(x - 84, 92, 30, 13, deep, { rx: 6 }),
      rect(x + 54, 92, 30, 13, deep, { rx: 6 }),
      path(`M${x - 66} 78 h132 v64 q0 26 -26 26 h-80 q-26 0 -26 -26 Z`, main),
      rect(x - 66, 92, 132, 9, deep, { opacity: 0.35 }),
      oneOf(random, [
        () => path(`M${x - 72} 80 q10 -22 72 -22 t72 22 Z`, deep) + circle(x, 56, 7, spark),
        () => ellipse(x, 78, 66, 11, deep) + stroke(`M${x + 14} 78 L${x + 62} 20`, spark, 8),
        () =>
          ellipse(x, 78, 66, 11, deep) + [-36, -8, 22].map((dx) => circle(x + dx, 74, 12, spark)).join('') + circle(x + 44, 75, 9, pale),
      ])(),
      carrot,
      tomato,
    ].join('');
  },
};

const cups: Motif = {
  palettes: ['clay', 'sand', 'ink', 'leaf'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const beans = times(14, () => {
      const [x, y, turn] = [random() * 320, between(random, 172, 196), Math.round(random() * 180)];
      return group(ellipse(0, 0, 8, 5.5, deep) + stroke('M-6 0 q3 -3 6 0 t6 0', soft, 1.4), {
        transform: `translate(${at(x, y)}) rotate(${turn})`,
      });
    });
    const lean = between(random, -8, 8);
    return [
      ground(soft),
      circle(160, 92, between(random, 70, 84), pale),
      ...[130, 158, 186].map((x) => stroke(`M${at(x + lean, 62)} q-10 -12 0 -23 t0 -23`, spark, 5)),
      circle(222, 108, 20, 'none', { stroke: deep, 'stroke-width': 10 }),
      path('M94 76 h128 v34 q0 48 -44 48 h-40 q-44 0 -44 -48 Z', deep),
      path('M94 94 h128 v14 q-32 14 -64 0 t-64 0 Z', main),
      rect(70, 158, 176, 9, main, { rx: 4.5 }),
      beans,
    ].join('');
  },
};

const glasses: Motif = {
  palettes: ['plum', 'clay', 'sand'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    // the side of a bowl is a curve from (32, 36) by (38, 102) to (0, 108); the drink begins where `full` divides it
    const glass = (x: number, drink: string) => {
      const full = between(random, 0.24, 0.4);
      const [upperX, upperY, lowerX, lowerY] = [32 + 6 * full, 36 + 66 * full, 38 - 38 * full, 102 + 6 * full];
      const [edge, level] = [upperX + (lowerX - upperX) * full, upperY + (lowerY - upperY) * full];
      const [bottom, corner] = [at(x, 108), at(x - lowerX, lowerY)];
      return [
        path(`M${x - 32} 36 h64 Q${x + 38} 102 ${bottom} Q${x - 38} 102 ${x - 32} 36 Z`, pale, { opacity: 0.75 }),
        path(
          `M${at(x - edge, level)} H${at(x + edge, 0).split(' ')[0]} Q${at(x + lowerX, lowerY)} ${bottom} Q${corner} ${at(x - edge, level)} Z`,
          drink,
        ),
        rect(x - 3, 106, 6, 54, deep),
        ellipse(x, 162, 28, 6, deep),
      ].join('');
    };
    const drinks = random() < 0.5 ? [main, spark, deep] : [spark, deep, main];
    return [
      ground(soft),
      rect(0, 156, COVER_WIDTH, 44, main, { opacity: 0.4 }),
      ...drinks.map((drink, n) => glass(76 + n * 84, drink)),
      times(9, () => circle(between(random, 10, 310), between(random, 176, 194), between(random, 4, 7), deep)),
    ].join('');
  },
};

const threads: Motif = {
  palettes: ['plum', 'sea', 'clay', 'sand'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const period = 4 + Math.floor(random() * 4);
    const bands = Array.from({ length: 12 }, () => oneOf(random, [main, deep, deep, soft, pale]));
    const colourAt = (row: number, column: number) => {
      const step = Math.abs(((column + row) % (period * 2)) - period);
      return step === row % period || step === 0 ? spark : bands[row]!;
    };
    const stitch = (x: number, y: number, colour: string) => path(`M${x} ${y} l9.5 11 l9.5 -11 v11 l-9.5 12 l-9.5 -12 Z`, colour);
    return ground(main) + times(12, (row) => times(17, (column) => stitch(column * 19.4 - 4, row * 17 - 8, colourAt(row, column))));
  },
};

const scales: Motif = {
  palettes: ['sand', 'ink', 'sea', 'plum'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const tip = Math.round(between(random, 6, 20));
    const pan = (x: number, y: number, load: string) =>
      stroke(`M${x} ${y} l-34 62 M${x} ${y} l34 62`, deep, 2.5) + load + path(`M${x - 42} ${y + 62} h84 q-10 24 -42 24 t-42 -24 Z`, main);
    const [left, right] = [48 + tip, 48 - tip];
    return [
      ground(soft),
      circle(160, 96, between(random, 76, 92), pale),
      stroke(`M78 ${left} L242 ${right}`, deep, 7),
      rect(156, 40, 8, 128, deep),
      circle(160, 48, 11, spark),
      rect(118, 164, 84, 10, deep, { rx: 4 }),
      rect(102, 174, 116, 8, main, { rx: 4 }),
      pan(78, left, circle(66, left + 50, 12, spark) + circle(90, left + 50, 12, deep)),
      pan(242, right, rect(226, right + 36, 32, 26, spark, { rx: 3 })),
    ].join('');
  },
};

const locks: Motif = {
  palettes: ['night', 'ink', 'sea'],
  draw: (random, { deep, main, soft, spark }) => {
    const cell = (n: number) => {
      const [x, y] = [(n % 13) * 26 + 4, Math.floor(n / 13) * 26 + 12];
      const look = random();
      return look < 0.34
        ? circle(x, y, 6.5, 'none', { stroke: main, 'stroke-width': 3 })
        : look < 0.66
          ? rect(x - 1.5, y - 7, 3, 14, main)
          : '';
    };
    const turn = Math.round(between(random, -6, 6));
    return [
      ground(deep),
      times(104, cell),
      group(
        circle(160, 104, 84, deep) +
          stroke('M128 94 V74 a32 32 0 0 1 64 0 V94', soft, 13) +
          rect(106, 88, 108, 82, spark, { rx: 14 }) +
          circle(160, 120, 11, deep) +
          path('M154 122 h12 l5 28 h-22 Z', deep),
        { transform: `rotate(${turn} 160 110)` },
      ),
    ].join('');
  },
};

const shapes: Motif = {
  palettes: ['day', 'sea', 'clay', 'plum', 'ink'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const x = between(random, 100, 130);
    return [
      ground(pale),
      times(15, (n) => stroke(`M${12 + n * 22} 0 V200`, soft, 1, { opacity: 0.55 })),
      times(9, (n) => stroke(`M0 ${12 + n * 22} H320`, soft, 1, { opacity: 0.55 })),
      circle(x, 104, between(random, 58, 70), soft),
      path(`M${at(x, 104)} V${Math.round(between(random, 40, 48))} A60 60 0 0 1 ${at(x + 58, 88)} Z`, main),
      path(`M${at(x + 30, 170)} h150 l${at(-between(random, 30, 120), -130)} Z`, deep, { opacity: 0.92 }),
      path(`M${at(x + 30, 170)} h28 a28 28 0 0 0 -10 -20 Z`, spark),
      rect(between(random, 226, 252), between(random, 28, 44), 50, 50, 'none', { stroke: spark, 'stroke-width': 7 }),
      stroke('M16 182 H304 M16 182 V18', deep, 2.5),
    ].join('');
  },
};

const slopes: Motif = {
  palettes: ['day', 'plum', 'night', 'sea'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [swing, start] = [between(random, 34, 50), random() * 2];
    const height = (x: number) => 112 - Math.sin(start + x * 0.022) * swing - (x - 160) * 0.12;
    const slope = (x: number) => -Math.cos(start + x * 0.022) * swing * 0.022 - 0.12;
    const tangent = (x: number, colour: string) =>
      stroke(`M${at(x - 56, height(x) - 56 * slope(x))} L${at(x + 56, height(x) + 56 * slope(x))}`, colour, 4) +
      circle(x, height(x), 8, colour);
    const line = Array.from({ length: 76 }, (_, n) => at(16 + n * 4, height(16 + n * 4)));
    return [
      ground(deep),
      times(7, (n) => stroke(`M16 ${28 + n * 24} H304`, main, 1, { opacity: 0.5 })),
      path(`M16 176 L${line.join(' L')} L316 176 Z`, main, { opacity: 0.55 }),
      stroke(`M${line.join(' L')}`, pale, 5),
      tangent(between(random, 70, 110), spark),
      tangent(between(random, 190, 240), soft),
      stroke('M16 18 V176 H308', soft, 3),
    ].join('');
  },
};

/** Motifs of crafts and exact sciences. */
export const CRAFT_MOTIFS = { pots, cups, glasses, threads, scales, locks, shapes, slopes } as const;
