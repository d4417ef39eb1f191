import { at, between, circle, COVER_WIDTH, ellipse, ground, group, hills, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const helix: Motif = {
  palettes: ['plum', 'sea', 'night'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [phase, swing, tilt] = [random() * 6, between(random, 40, 56), Math.round(between(random, -26, -8))];
    const rungs = Array.from({ length: 24 }, (_, n) => ({
      x: -28 + n * 16.5,
      y: Math.sin(phase + n * 0.42),
      depth: Math.cos(phase + n * 0.42),
    }));
    const strand = (side: number, colour: string) =>
      stroke(`M${rungs.map(({ x, y }) => at(x, 100 + side * y * swing)).join(' L')}`, colour, 7);
    return [
      ground(deep),
      ...[0, 1, 2].map(() => circle(random() * 320, random() * 200, between(random, 16, 46), main, { opacity: 0.35 })),
      group(
        [
          ...rungs.map(({ x, y }, n) => stroke(`M${at(x, 100 - y * swing)} V${Math.round(100 + y * swing)}`, n % 3 ? main : spark, 4)),
          strand(1, soft),
          strand(-1, pale),
          ...rungs.map(
            ({ x, y, depth }) => circle(x, 100 + y * swing, 6 + depth * 2.4, soft) + circle(x, 100 - y * swing, 6 - depth * 2.4, pale),
          ),
        ].join(''),
        { transform: `rotate(${tilt} 160 100)` },
      ),
    ].join('');
  },
};

const antibodies: Motif = {
  palettes: ['day', 'clay', 'leaf'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [x, y, radius] = [between(random, 196, 222), between(random, 92, 108), between(random, 44, 50)];
    // a Y whose arms point to the right, where its target is
    const antibody = (left: number, top: number, size: number, turn: number, colour: string) =>
      group(stroke('M-46 -5 H-6 L22 -26 M-46 5 H-6 L22 26', colour, 7) + stroke('M8 -34 L24 -46 M8 34 L24 46', colour, 7), {
        transform: `translate(${at(left, top)}) rotate(${Math.round(turn)}) scale(${size})`,
      });
    const turned = random() * 24;
    const spikes = times(15, (n) => {
      const turn = ((n * 24 + turned) * Math.PI) / 180;
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
      const [tipX, tipY] = [x + dx * (radius + 17), y + dy * (radius + 17)];
      return stroke(`M${at(x + dx * radius, y + dy * radius)} L${at(tipX, tipY)}`, deep, 5) + circle(tipX, tipY, 6.5, spark);
    });
    const around = [136, 180, 224, 318, 42].map((degrees, n) => {
      const turn = degrees + between(random, -5, 5);
      const [far, angle] = [radius + (n === 1 ? 54 : 64), (turn * Math.PI) / 180];
      return antibody(x + Math.cos(angle) * far, y + Math.sin(angle) * far, n === 1 ? 0.85 : 0.6, turn + 180, n === 1 ? spark : main);
    });
    return [
      ground(soft),
      circle(x, y, radius + 50, pale, { opacity: 0.4 }),
      antibody(50, between(random, 34, 48), 0.55, between(random, -30, 30), pale),
      antibody(44, between(random, 150, 168), 0.6, between(random, -40, 20), pale),
      spikes,
      circle(x, y, radius, deep),
      circle(x - radius * 0.2, y - radius * 0.2, radius * 0.62, main, { opacity: 0.6 }),
      ...around,
    ].join('');
  },
};

const birds: Motif = {
  palettes: ['day', 'leaf', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const bird = (x: number, y: number, size: number, body: string, wing: string) =>
      group(
        stroke('M-4 26 v16 M8 26 v16', deep, 3) +
          path('M-52 -16 L-26 -2 L-24 12 Z', wing) +
          path('M-32 -4 A32 32 0 0 0 32 -4 Z', body) +
          circle(20, -10, 16, body) +
          path('M34 -16 l16 7 l-16 5 Z', spark) +
          path('M-24 -4 h34 a28 22 0 0 1 -34 0 Z', wing) +
          circle(24, -14, 2.6, pale),
        { transform: `translate(${Math.round(x)} ${Math.round(y)}) scale(${size})` },
      );
    const sag = between(random, 4, 14);
    const looks = [
      [main, deep],
      [deep, main],
      [pale, main],
    ] as const;
    return [
      ground(soft),
      circle(between(random, 40, 280), between(random, 34, 56), between(random, 18, 30), spark),
      path(hills(random, 176, 14), main, { opacity: 0.35 }),
      stroke(`M-10 134 Q160 ${Math.round(134 + sag * 2)} 330 134`, deep, 3),
      times(3, (n) => bird(62 + n * 98 + between(random, -14, 14), 100 + sag * (n === 1 ? 0.9 : 0.6), n === 1 ? 1 : 0.86, ...looks[n]!)),
    ].join('');
  },
};

const paws: Motif = {
  palettes: ['sand', 'clay', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const paw = (x: number, y: number, size: number, turn: number, colour: string) =>
      group(
        path('M0 -2 C14 -2 24 12 22 22 C20 32 8 28 0 28 S-20 32 -22 22 C-24 12 -14 -2 0 -2 Z', colour) +
          [
            [-25, -2, -24],
            [-10, -17, -8],
            [10, -17, 8],
            [25, -2, 24],
          ]
            .map(([dx, dy, lean]) => ellipse(dx!, dy!, 8, 11, colour, { transform: `rotate(${lean} ${dx} ${dy})` }))
            .join(''),
        { transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(turn)}) scale(${size})` },
      );
    const bend = between(random, 10, 34);
    return [
      ground(soft),
      path(hills(random, between(random, 120, 150), 40), pale, { opacity: 0.7 }),
      times(5, (n) =>
        paw(
          34 + n * 64,
          150 - n * 24 + (n % 2 ? bend : -bend) * 0.8,
          0.92,
          58 + between(random, -8, 8),
          n === 2 ? spark : n % 2 ? main : deep,
        ),
      ),
    ].join('');
  },
};

const mind: Motif = {
  palettes: ['plum', 'sea', 'clay', 'day'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const inside = oneOf(random, [
      () => times(5, (n) => circle(160, 84, 10 + n * 10, 'none', { stroke: [spark, pale, main, soft, spark][n]!, 'stroke-width': 4.5 })),
      () =>
        times(12, (n) => stroke(`M160 62 V${n % 2 ? 52 : 42}`, n % 2 ? pale : spark, 4.5, { transform: `rotate(${n * 30} 160 84)` })) +
        circle(160, 84, 13, spark),
      () => stroke('M160 84 a6 6 0 0 1 12 0 a14 14 0 0 1 -28 0 a22 22 0 0 1 44 0 a30 30 0 0 1 -60 0 a38 38 0 0 1 76 0', spark, 5.5),
    ])();
    return [
      ground(soft),
      circle(160, 92, between(random, 88, 98), pale),
      path(
        'M112 200 C114 178 108 164 100 150 C84 124 86 88 106 62 C130 32 184 30 210 60 C224 76 228 92 226 104 L240 128 C242 133 239 135 233 136 L228 137 V152 C228 164 216 168 204 166 L192 164 V200 Z',
        deep,
      ),
      inside,
      ...[0, 1, 2].map((n) =>
        circle(between(random, 12, 60) + (n === 1 ? 240 : 0), between(random, 20, 150), between(random, 4, 10), n ? main : spark),
      ),
    ].join('');
  },
};

const people: Motif = {
  palettes: ['sea', 'clay', 'day', 'leaf'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const person = (x: number, y: number, size: number, body: string, head: string) =>
      path(
        `M${at(x - 34 * size, 210)} V${at(0, y + 62 * size).slice(2)} a${at(34 * size, 34 * size)} 0 0 1 ${at(68 * size, 0)} V210 Z`,
        body,
      ) + circle(x, y, 22 * size, head);
    const [shift, chosen] = [between(random, -10, 10), Math.floor(random() * 4)];
    return [
      ground(soft),
      ...[20, 92, 164, 236, 308].map((x) => person(x + shift, between(random, 54, 68), 0.85, main, pale)),
      ...[56, 132, 206, 280].map((x, n) => person(x - shift, between(random, 98, 112), 1, n === chosen ? spark : deep, pale)),
    ].join('');
  },
};

const tracks: Motif = {
  palettes: ['clay', 'day', 'leaf'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const [x, y] = [between(random, 250, 320), between(random, 190, 240)];
    const lane = (n: number) =>
      circle(x, y, 70 + n * 34, 'none', { stroke: n % 2 ? main : deep, 'stroke-width': 33 }) +
      circle(x, y, 87 + n * 34, 'none', { stroke: pale, 'stroke-width': 2.5 });
    const turns = [0.62, 0.78, 0.7, 0.9].map((turn) => turn * Math.PI * 1.6 + between(random, -0.1, 0.1));
    return [
      ground(soft),
      times(6, lane),
      ...turns.map((turn, n) =>
        circle(x + Math.cos(turn) * (104 + n * 34), y + Math.sin(turn) * (104 + n * 34), 10, n === 2 ? pale : spark),
      ),
    ].join('');
  },
};

const flasks: Motif = {
  palettes: ['sea', 'plum', 'day'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const bubbles = (x: number, colour: string) =>
      times(7, (n) =>
        circle(x + between(random, -9, 9), n < 3 ? between(random, 6, 30) : between(random, 138, 160), between(random, 2, 5), colour),
      );
    const cone = (x: number, fill: string, level: number) =>
      path(`M${x - 12} 44 h24 v40 l32 78 q2 8 -8 8 h-72 q-10 0 -8 -8 l32 -78 Z`, pale) +
      path(
        `M${at(x - 12 - level * 0.41, 84 + (78 - level))} H${at(x + 12 + level * 0.41, 0).split(' ')[0]} L${x + 44} 162 q2 8 -8 8 h-72 q-10 0 -8 -8 Z`,
        fill,
      ) +
      rect(x - 17, 38, 34, 9, deep, { rx: 4 });
    const tube = (x: number, fill: string, level: number) =>
      rect(x - 13, 60, 26, 110, pale, { rx: 13 }) +
      rect(x - 13, 170 - level, 26, level, fill, { rx: 13 }) +
      rect(x - 18, 55, 36, 9, deep, { rx: 4 });
    const [first, second] = random() < 0.5 ? [82, 222] : [112, 208];
    return [
      ground(soft),
      rect(0, 170, COVER_WIDTH, 30, deep),
      cone(first, main, between(random, 30, 56)),
      bubbles(first, pale),
      tube(second - 24, spark, between(random, 44, 84)),
      tube(second + 22, deep, between(random, 30, 90)),
      tube(second + 68, main, between(random, 40, 80)),
    ].join('');
  },
};

/** Motifs of living beings and of the sciences that study them. */
export const LIFE_MOTIFS = { helix, antibodies, birds, paws, mind, people, tracks, flasks } as const;
