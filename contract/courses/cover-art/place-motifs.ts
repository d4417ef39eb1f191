import { at, between, circle, COVER_WIDTH, ellipse, ground, group, hills, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const bridges: Motif = {
  palettes: ['clay', 'day', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [left, right, top] = [between(random, 66, 92), between(random, 222, 250), between(random, 34, 52)];
    const middle = (left + right) / 2;
    const cable = (x: number) => {
      const along = (x - middle) / ((right - left) / 2);
      return 124 - (124 - top - 12) * Math.min(1, along ** 2) + (Math.abs(along) > 1 ? (Math.abs(along) - 1) * 100 : 0);
    };
    return [
      ground(pale),
      circle(middle + between(random, -40, 40), 70, between(random, 20, 30), spark),
      path(hills(random, 138, 26), soft),
      rect(0, 152, COVER_WIDTH, 48, deep),
      times(4, (n) => stroke(`M${at(between(random, 0, 240), 164 + n * 9)} h${Math.round(between(random, 24, 70))}`, main, 2.5)),
      ...Array.from({ length: 41 }, (_, n) => n * 8)
        .filter((x) => cable(x) < 130)
        .map((x) => stroke(`M${at(x, cable(x))} V132`, main, 1.6)),
      stroke(
        `M-10 ${Math.round(cable(-10))} ${Array.from({ length: 43 }, (_, n) => `L${at(-10 + n * 8, cable(-10 + n * 8))}`).join(' ')}`,
        deep,
        4,
      ),
      ...[left, right].map(
        (x) =>
          rect(x - 7, top, 5, 124, deep) + rect(x + 3, top, 5, 124, deep) + rect(x - 7, top, 15, 6, deep) + rect(x - 7, 88, 15, 5, deep),
      ),
      rect(0, 130, COVER_WIDTH, 8, deep),
    ].join('');
  },
};

const turbines: Motif = {
  palettes: ['day', 'leaf', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const turbine = (x: number, y: number, size: number, colour: string) => {
      const turn = Math.round(random() * 120);
      const blade = (n: number) =>
        path('M-3 0 C-8 -16 -3 -44 0 -54 C3 -44 5 -16 3 0 Z', colour, { transform: `rotate(${turn + n * 120})` });
      return group(path('M-3 0 h6 l3 130 h-12 Z', colour) + times(3, blade) + circle(0, 0, 6, spark), {
        transform: `translate(${Math.round(x)} ${Math.round(y)}) scale(${size})`,
      });
    };
    return [
      ground(soft),
      circle(between(random, 120, 200), between(random, 44, 60), between(random, 20, 28), spark),
      path(hills(random, 150, 24), main),
      turbine(between(random, 46, 70), 96, 0.75, pale),
      turbine(between(random, 246, 284), 102, 0.66, pale),
      turbine(between(random, 140, 176), 72, 1, pale),
      path(hills(random, 178, 18), deep),
    ].join('');
  },
};

const globe: Motif = {
  palettes: ['sea', 'day', 'night', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const tilt = Math.round(between(random, -24, 24));
    const line = { stroke: pale, 'stroke-width': 2.4, opacity: 0.75 };
    const route = (from: readonly [number, number], to: readonly [number, number]) =>
      stroke(`M${at(...from)} Q${at((from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 44)} ${at(...to)}`, spark, 4) +
      circle(...from, 6, spark) +
      circle(...to, 6, spark);
    const spot = (x: number, y: number) => [x + between(random, -16, 16), y + between(random, -14, 14)] as const;
    return [
      ground(soft),
      circle(160, 100, 88, pale, { opacity: 0.5 }),
      circle(160, 100, 78, deep),
      group(
        [
          path('M104 62 q26 -28 54 -12 q10 16 -10 28 q-22 6 -26 26 q-18 6 -28 -12 Z', main),
          path('M176 84 q30 -14 52 6 q8 30 -14 52 q-22 6 -26 -20 q-20 -12 -12 -38 Z', main),
          path('M124 130 q22 -4 28 16 q-4 20 -18 24 q-18 -12 -10 -40 Z', main),
          circle(160, 100, 78, 'none', line),
          ellipse(160, 100, 32, 78, 'none', line),
          stroke('M82 100 H238 M96 58 H224 M96 142 H224', pale, 2.4, { opacity: 0.75 }),
        ].join(''),
        { transform: `rotate(${tilt} 160 100)` },
      ),
      route(spot(112, 96), spot(210, 84)),
      route(spot(210, 124), spot(140, 142)),
    ].join('');
  },
};

const stage: Motif = {
  palettes: ['clay', 'plum', 'night'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const curtain = (from: number, way: number) =>
      times(4, (n) => {
        const [x, hem] = [from + way * n * 21, 168 - n * 10];
        return path(`M${x} 0 h${way * 24} V${hem} q${way * -12} 14 ${way * -24} 0 Z`, n % 2 ? main : spark, { opacity: n % 2 ? 1 : 0.92 });
      });
    const light = Math.round(between(random, 130, 190));
    return [
      ground(deep),
      path(`M${light} -10 L${light - 66} 172 H${light + 66} Z`, pale, { opacity: 0.22 }),
      path(`M${320 - light} -10 L${light - 40} 172 H${light + 40} Z`, pale, { opacity: 0.16 }),
      rect(0, 166, COVER_WIDTH, 34, soft),
      ellipse(light, 174, 68, 12, pale),
      oneOf(random, [
        () => circle(light, 110, 15, spark) + path(`M${light - 24} 172 q4 -46 24 -46 q20 0 24 46 Z`, spark),
        () =>
          rect(light - 22, 128, 44, 6, spark, { rx: 3 }) +
          rect(light - 19, 92, 5, 80, spark) +
          rect(light - 19, 92, 38, 5, spark) +
          rect(light + 14, 130, 5, 42, spark),
        () =>
          path(`M${light - 34} 92 q34 -14 68 0 q4 56 -34 72 q-38 -16 -34 -72 Z`, pale) +
          stroke(`M${light - 20} 112 q8 -8 14 0 M${light + 6} 112 q8 -8 14 0 M${light - 16} 134 q16 16 32 0`, deep, 5),
      ])(),
      curtain(0, 1),
      curtain(COVER_WIDTH, -1),
      times(8, (n) => path(`M${n * 40} 0 h40 v12 q-20 18 -40 0 Z`, main)),
    ].join('');
  },
};

const city: Motif = {
  palettes: ['night', 'ink', 'plum', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const row = (y: number, low: number, high: number, colour: string, windows: string | null) => {
      let x = -6;
      const houses: string[] = [];
      while (x < COVER_WIDTH) {
        const [width, height] = [between(random, 30, 52), between(random, low, high)];
        const roof = random() < 0.3 ? path(`M${at(x, y - height)} l${at(width / 2, -16)} l${at(width / 2, 16)} Z`, colour) : '';
        houses.push(rect(x, y - height, width, height + 60, colour), roof);
        const columns = Math.floor((width - 8) / 11);
        if (windows)
          for (let n = 0; n < columns * Math.floor(height / 15); n += 1)
            if (random() < 0.55)
              houses.push(rect(x + 7 + (n % columns) * 11, y - height + 9 + Math.floor(n / columns) * 15, 6, 8, windows));
        x += width + between(random, 1, 8);
      }
      return houses.join('');
    };
    return [
      ground(soft),
      circle(between(random, 50, 270), between(random, 42, 64), between(random, 20, 32), pale),
      row(180, 70, 130, main, null),
      row(190, 40, 104, deep, spark),
    ].join('');
  },
};

const planes: Motif = {
  palettes: ['day', 'sea', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const cloud = (x: number, y: number, size: number) =>
      rect(x - size * 1.8, y, size * 3.6, size * 0.8, pale, { rx: size * 0.4 }) +
      circle(x, y, size * 0.8, pale) +
      circle(x + size * 0.9, y + size * 0.15, size * 0.5, pale);
    const [x, y, turn] = [between(random, 200, 232), between(random, 62, 84), Math.round(between(random, -14, 10))];
    return [
      ground(soft),
      circle(between(random, 40, 110), between(random, 36, 58), 24, spark),
      cloud(between(random, 60, 110), between(random, 104, 120), 24),
      cloud(between(random, 236, 280), between(random, 128, 146), 20),
      path(hills(random, 176, 18), main),
      path(hills(random, 190, 12), deep),
      stroke(
        `M-10 ${Math.round(between(random, 130, 160))} C60 ${Math.round(between(random, 60, 170))} 110 ${Math.round(y + 60)} ${at(x - 20, y + 14)}`,
        deep,
        3,
        {
          'stroke-dasharray': '2 9',
        },
      ),
      group(path('M-56 6 L62 -34 L-6 30 Z', pale) + path('M-6 30 L62 -34 L16 40 Z', main) + path('M-20 18 L62 -34 L-12 46 Z', deep), {
        transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${turn})`,
      }),
    ].join('');
  },
};

const banners: Motif = {
  palettes: ['clay', 'plum', 'day', 'sand'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const banner = (x: number, y: number, colour: string, stripe: string) => {
      const [width, wave] = [between(random, 54, 76), between(random, 8, 16)];
      const strip = (top: number, height: number, fill: string) =>
        path(
          `M${at(x, y + top)} q${at(width / 4, -wave)} ${at(width / 2, 0)} t${at(width / 2, 0)} v${height} q${at(-width / 4, wave)} ${at(-width / 2, 0)} t${at(-width / 2, 0)} Z`,
          fill,
        );
      return stroke(`M${at(x, y - 10)} V200`, deep, 4.5) + circle(x, y - 12, 5, deep) + strip(0, 42, colour) + strip(14, 14, stripe);
    };
    const crowd = (y: number, colour: string) =>
      times(15, (n) => circle(n * 23 + between(random, -5, 5), y + between(random, -5, 5), 15, colour));
    return [
      ground(soft),
      circle(between(random, 60, 260), 56, between(random, 22, 34), pale),
      banner(between(random, 26, 44), between(random, 62, 78), main, pale),
      banner(between(random, 212, 232), between(random, 56, 76), spark, deep),
      banner(between(random, 120, 136), between(random, 26, 42), deep, pale),
      crowd(168, main),
      crowd(192, deep),
    ].join('');
  },
};

/** Motifs of places. */
export const PLACE_MOTIFS = { bridges, turbines, globe, stage, city, planes, banners } as const;
