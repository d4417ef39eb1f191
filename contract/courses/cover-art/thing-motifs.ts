import { at, between, circle, ellipse, ground, group, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const bread: Motif = {
  palettes: ['sand', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale }) => {
    const flour = (count: number, least: number, most: number) =>
      times(count, () => circle(random() * 320, between(random, least, most), between(random, 0.8, 2.2), pale, { opacity: 0.8 }));
    const loaf = () => [
      ellipse(160, 160, 124, 14, deep, { opacity: 0.22 }),
      path('M42 150 C38 68 108 44 160 44 S282 68 278 150 Z', main),
      path('M56 142 C58 84 114 60 160 60 S262 84 264 142 Z', deep, { opacity: 0.28 }),
      ...[88, 134, 180, 226].map((x) => stroke(`M${x - 14} 130 Q${x} 96 ${Math.round(x + between(random, 14, 26))} 78`, pale, 7)),
      flour(16, 168, 192),
    ];
    const round = () => [
      circle(160, 104, 92, pale, { opacity: 0.6 }),
      circle(160, 102, 76, main),
      circle(160, 102, 62, deep, { opacity: 0.25 }),
      group(
        stroke(`M160 46 V158 ${times(4, (n) => `M160 ${76 + n * 22} q-14 -18 -30 -14 M160 ${76 + n * 22} q14 -18 30 -14 `)}`, pale, 6),
        {
          transform: `rotate(${Math.round(between(random, 0, 60))} 160 102)`,
        },
      ),
    ];
    const sticks = () =>
      [0, 1, 2].map((n) =>
        group(
          ellipse(0, 5, 128, 20, deep, { opacity: 0.5 }) +
            ellipse(0, 0, 128, 20, main) +
            times(5, (cut) => stroke(`M${-80 + cut * 36} 8 l22 -14`, pale, 6)),
          { transform: `translate(160 ${52 + n * 50}) rotate(${Math.round(between(random, -24, -10))})` },
        ),
      );
    return [ground(soft), ...oneOf(random, [loaf, round, sticks])(), flour(40, 0, 200)].join('');
  },
};

const lenses: Motif = {
  palettes: ['clay', 'ink', 'sea'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const turn = Math.round(random() * 50);
    const blades = times(7, (n) =>
      path('M160 28 A72 72 0 0 1 216 55 L170 116 Z', n % 2 ? main : spark, {
        stroke: deep,
        'stroke-width': 1.4,
        transform: `rotate(${turn + n * 51.43} 160 100)`,
      }),
    );
    const lens =
      circle(160, 100, 84, deep) +
      circle(160, 100, 73, main) +
      blades +
      circle(160, 100, between(random, 20, 30), pale) +
      circle(151, 91, 6, '#FFFFFF');
    const body =
      rect(34, 50, 252, 128, deep, { rx: 18 }) +
      rect(34, 78, 252, 16, main) +
      rect(58, 34, 62, 22, deep, { rx: 6 }) +
      circle(262, 66, 7, spark);
    const camera = body + circle(160, 112, 58, pale) + group(lens, { transform: 'translate(68.8 54.5) scale(0.57)' });
    const frames = times(7, (n) => rect(8 + n * 46, 10, 26, 14, pale, { rx: 3 }) + rect(8 + n * 46, 176, 26, 14, pale, { rx: 3 }));
    const film =
      rect(0, 0, 320, 34, deep) + rect(0, 166, 320, 34, deep) + frames + group(lens, { transform: 'translate(44.8 28) scale(0.72)' });
    return ground(soft) + oneOf(random, [lens, camera, film]);
  },
};

const notes: Motif = {
  palettes: ['plum', 'clay', 'night'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const staff = [0, 1, 2, 3, 4]
      .map((n) => stroke(`M-10 ${62 + n * 19} C80 ${50 + n * 19} 220 ${80 + n * 19} 330 ${56 + n * 19}`, main, 2))
      .join('');
    const heads = Array.from({ length: 6 }, (_, n) => ({ x: 36 + n * 50, y: 72 + Math.floor(random() * 7) * 10 }));
    const note = ({ x, y }: { x: number; y: number }, n: number) => {
      const colour = n % 3 === 2 ? spark : deep;
      const flag = n % 2 ? '' : path(`M${x + 10} ${y - 50} q22 8 15 30 q0 -14 -15 -15 Z`, colour);
      return `<ellipse cx="${x}" cy="${y}" rx="12" ry="9" fill="${colour}" transform="rotate(-20 ${x} ${y})"/>${stroke(`M${x + 10} ${y - 4} V${y - 50}`, colour, 4)}${flag}`;
    };
    return ground(pale) + rect(0, 150, 320, 50, soft) + staff + heads.map(note).join('');
  },
};

const letters: Motif = {
  palettes: ['day', 'clay', 'leaf'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const bubble = (x: number, y: number, width: number, height: number, colour: string, isLeft: boolean) => {
      const foot = isLeft ? x + 26 : x + width - 26;
      return rect(x, y, width, height, colour, { rx: 20 }) + path(`M${foot - 10} ${y + height - 4} h20 l${isLeft ? -16 : 16} 26 Z`, colour);
    };
    const lines = (x: number, y: number, width: number, colour: string) =>
      times(3, (n) => rect(x, y + n * 15, width * (n === 2 ? between(random, 0.4, 0.7) : between(random, 0.8, 1)), 7, colour, { rx: 3.5 }));
    const talk = () => [
      bubble(34, 30, 158, 76, main, true),
      lines(56, 50, 114, pale),
      bubble(128, 92, 160, 76, deep, false),
      lines(150, 112, 116, spark),
    ];
    const dots = (x: number, y: number, colour: string) => times(3, (n) => circle(x + n * 22, y, 7, colour));
    const chat = () => [
      bubble(24, 24, 112, 54, deep, true),
      dots(58, 51, spark),
      bubble(118, 66, 178, 62, main, false),
      lines(140, 76, 134, pale),
      bubble(24, 124, 130, 52, pale, true),
      dots(66, 150, main),
    ];
    const page = () => [
      group(
        rect(76, 18, 158, 190, pale, { rx: 6 }) +
          rect(96, 40, 74, 12, main, { rx: 6 }) +
          times(3, (n) => lines(96, 66 + n * 46, 118, soft)),
        {
          transform: `rotate(${Math.round(between(random, -8, -3))} 160 100)`,
        },
      ),
      group(path('M0 0 C-10 -26 -2 -92 44 -130 C58 -84 40 -28 14 -4 Z', deep) + stroke('M-12 24 L38 -112', spark, 4), {
        transform: `translate(${Math.round(between(random, 196, 216))} 156)`,
      }),
    ];
    return ground(soft) + oneOf(random, [talk, chat, page])().join('');
  },
};

const books: Motif = {
  palettes: ['clay', 'leaf', 'day', 'plum'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    let x = 34;
    const shelf: string[] = [];
    while (x < 270) {
      const [width, height] = [between(random, 20, 36), between(random, 84, 124)];
      const colour = oneOf(random, [deep, main, spark, main, deep]);
      shelf.push(
        rect(x, 160 - height, width, height, colour, { rx: 3 }),
        rect(x + 4, 172 - height, width - 8, 6, pale, { opacity: 0.8 }),
        rect(x + 4, 142, width - 8, 4, pale, { opacity: 0.6 }),
      );
      x += width + 3;
    }
    return [
      ground(soft),
      ...shelf,
      rect(16, 160, 288, 10, deep, { rx: 3 }),
      rect(40, 170, 10, 30, deep),
      rect(270, 170, 10, 30, deep),
    ].join('');
  },
};

const coins: Motif = {
  palettes: ['leaf', 'sand', 'sea'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const pile = (x: number, count: number) =>
      times(count, (n) => {
        const y = 158 - n * 14;
        return `<ellipse cx="${x}" cy="${y}" rx="34" ry="11" fill="${deep}"/><ellipse cx="${x}" cy="${y - 5}" rx="34" ry="11" fill="${n === count - 1 ? spark : main}"/>${n === count - 1 ? `<ellipse cx="${x}" cy="${y - 5}" rx="22" ry="6" fill="none" stroke="${deep}" stroke-width="2"/>` : ''}`;
      });
    const counts = oneOf(random, [
      [2, 3, 5, 7],
      [6, 3, 4, 2],
      [3, 6, 2, 5],
    ]).map((count) => count + Math.floor(random() * 2));
    // a plant grows on one pile
    const chosen = random() < 0.5 ? counts.indexOf(Math.min(...counts)) : -1;
    const sprout = (x: number, y: number) =>
      stroke(`M${x} ${y} V${y - 54}`, deep, 5) +
      path(`M${x} ${y - 28} q-34 2 -38 -28 q34 -2 38 28 Z`, main) +
      path(`M${x} ${y - 42} q34 2 38 -28 q-34 -2 -38 28 Z`, deep);
    return [
      ground(soft),
      rect(0, 158, 320, 42, pale),
      ...counts.map((count, n) => pile(52 + n * 72, count) + (n === chosen ? sprout(52 + n * 72, 160 - count * 14) : '')),
    ].join('');
  },
};

const machines: Motif = {
  palettes: ['ink', 'clay', 'day'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const gear = (x: number, y: number, r: number, teeth: number, colour: string, hole: string) => {
      const turn = Math.round(random() * 40);
      return group(
        times(teeth, (n) =>
          rect(x - r * 0.13, y - r * 1.2, r * 0.26, r * 0.4, colour, { rx: 2, transform: `rotate(${(n * 360) / teeth} ${x} ${y})` }),
        ) +
          circle(x, y, r, colour) +
          circle(x, y, r * 0.55, hole) +
          circle(x, y, r * 0.2, colour),
        { transform: `rotate(${turn} ${x} ${y})` },
      );
    };
    return [
      ground(soft),
      ...oneOf(random, [
        [
          [112, 108, 62, 12],
          [218, 74, 42, 9],
          [238, 158, 30, 8],
        ],
        [
          [62, 62, 46, 10],
          [160, 120, 54, 12],
          [264, 74, 44, 9],
        ],
        [
          [300, 190, 104, 18],
          [136, 130, 52, 11],
          [62, 54, 40, 9],
        ],
      ] as const).map(([x, y, r, teeth], n) => gear(x, y, r, teeth, [deep, main, spark][n]!, soft) + circle(x, y, r * 0.1, pale)),
    ].join('');
  },
};

const houses: Motif = {
  palettes: ['clay', 'plum', 'sand'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const columns = times(
      6,
      (n) => rect(72 + n * 32, 88, 16, 68, pale) + rect(68 + n * 32, 84, 24, 6, soft) + rect(68 + n * 32, 152, 24, 6, soft),
    );
    return [
      ground(soft),
      circle(between(random, 40, 280), 40, between(random, 16, 24), spark),
      path('M44 80 L160 26 L276 80 Z', main),
      path('M84 74 L160 40 L236 74 Z', deep),
      rect(54, 78, 212, 80, deep),
      columns,
      rect(44, 158, 232, 10, main),
      rect(30, 168, 260, 12, deep),
      rect(0, 180, 320, 20, main, { opacity: 0.5 }),
      times(Math.round(between(random, 2, 4)), (n) => stroke(`M${between(random, 20, 280)} ${20 + n * 12} q6 -6 12 0 q6 -6 12 0`, deep, 2)),
    ].join('');
  },
};

const hearts: Motif = {
  palettes: ['plum', 'clay', 'sea'],
  draw: (random, { deep, main, soft, pale, spark }) => {
    const heart = 'M160 164 C88 118 74 84 92 58 C110 34 146 40 160 70 C174 40 210 34 228 58 C246 84 232 118 160 164 Z';
    const beat = [36, 54, 44, 62].map((height) => Math.round(height * between(random, 0.8, 1.1)));
    return [
      ground(soft),
      circle(160, 100, 92, pale),
      path(heart, main),
      oneOf(random, [
        () =>
          stroke(`M28 106 H118 l12 ${-beat[0]!} l16 ${beat[0]! + beat[1]! - 20} l14 ${-beat[1]!} l10 26 l8 -6 H292`, deep, 5) +
          rect(240, 30, 36, 12, spark, { rx: 3 }) +
          rect(252, 18, 12, 36, spark, { rx: 3 }),
        () => rect(148, 62, 24, 72, pale, { rx: 5 }) + rect(124, 86, 72, 24, pale, { rx: 5 }),
        () =>
          group(
            rect(-66, -19, 132, 38, spark, { rx: 19 }) +
              rect(-22, -19, 44, 38, pale) +
              times(4, (n) => circle(-8 + (n % 2) * 16, -7 + (n >> 1) * 14, 3, deep)),
            {
              transform: `translate(160 98) rotate(${Math.round(between(random, -42, -24))})`,
            },
          ),
      ])(),
    ].join('');
  },
};

const fleck = (x: number, y: number, size: number, colour: string) =>
  path(`M${at(x, y - size)} l${size} ${size} l${-size} ${size} l${-size} ${-size} Z`, colour);

const paint: Motif = {
  palettes: ['day', 'plum', 'clay'],
  canMirror: true,
  draw: (random, { deep, main, soft, pale, spark }) => {
    const blobs = times(5, (n) =>
      circle(96 + n * 30, 66 + Math.abs(2 - n) * 14, 13, [spark, main, pale, deep, soft][n]!, { stroke: deep, 'stroke-width': 1.5 }),
    );
    return [
      ground(pale),
      times(14, () => fleck(random() * 320, random() * 200, between(random, 2, 5), oneOf(random, [soft, spark, main]))),
      path(
        'M56 118 C48 52 118 26 170 30 C236 34 282 76 268 120 C258 152 214 138 202 150 C190 162 206 176 180 180 C116 184 62 162 56 118 Z',
        soft,
        { stroke: deep, 'stroke-width': 3 },
      ),
      circle(222, 116, 14, pale, { stroke: deep, 'stroke-width': 3 }),
      blobs,
      group(rect(0, -5, 110, 10, deep, { rx: 4 }) + rect(104, -6, 18, 12, soft) + path('M122 -7 q26 2 34 7 q-8 6 -34 7 Z', spark), {
        transform: `translate(64 182) rotate(${Math.round(between(random, -38, -26))})`,
      }),
    ].join('');
  },
};

/** Motifs of things. */
export const THING_MOTIFS = { bread, lenses, notes, letters, books, coins, machines, houses, hearts, paint } as const;
