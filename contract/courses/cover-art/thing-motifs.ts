import { at, between, circle, ground, group, oneOf, path, rect, stroke, times, type Motif } from './draw.ts';

const bread: Motif = {
  palettes: ['sand', 'clay'],
  draw: (random, { deep, main, soft, pale }) =>
    [
      ground(soft),
      `<ellipse cx="160" cy="160" rx="124" ry="14" fill="${deep}" opacity="0.22"/>`,
      path('M42 150 C38 68 108 44 160 44 S282 68 278 150 Z', main),
      path('M56 142 C58 84 114 60 160 60 S262 84 264 142 Z', deep, { opacity: 0.28 }),
      ...[88, 134, 180, 226].map((x) => stroke(`M${x - 14} 130 Q${x} 96 ${Math.round(x + between(random, 14, 26))} 78`, pale, 7)),
      times(34, () => circle(between(random, 64, 256), between(random, 70, 140), between(random, 0.8, 2), pale, { opacity: 0.6 })),
      times(16, () => circle(random() * 320, between(random, 168, 192), between(random, 0.8, 2.2), pale)),
    ].join(''),
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
    return [
      ground(soft),
      circle(160, 100, 84, deep),
      circle(160, 100, 73, main),
      blades,
      circle(160, 100, between(random, 20, 30), pale),
      circle(151, 91, 6, '#FFFFFF'),
    ].join('');
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
    return [
      ground(soft),
      bubble(34, 30, 158, 76, main, true),
      lines(56, 50, 114, pale),
      bubble(128, 92, 160, 76, deep, false),
      lines(150, 112, 116, spark),
    ].join('');
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
    const counts = [2, 3, 5, 7].map((count) => count + Math.floor(random() * 2));
    return [ground(soft), rect(0, 158, 320, 42, pale), ...counts.map((count, n) => pile(52 + n * 72, count))].join('');
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
      gear(112, 108, 62, 12, deep, soft),
      gear(218, 74, 42, 9, main, soft),
      gear(238, 158, 30, 8, spark, soft),
      circle(112, 108, 7, pale),
      circle(218, 74, 5, pale),
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
      stroke(`M28 106 H118 l12 ${-beat[0]!} l16 ${beat[0]! + beat[1]! - 20} l14 ${-beat[1]!} l10 26 l8 -6 H292`, deep, 5),
      rect(240, 30, 36, 12, spark, { rx: 3 }),
      rect(252, 18, 12, 36, spark, { rx: 3 }),
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
