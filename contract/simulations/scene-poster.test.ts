import { expect, it } from 'vitest';
import type { Scene } from './scene.contract.ts';
import { COLORS } from './scene-colors.ts';
import { scenePoster } from './scene-poster.ts';

const body = { rotation: [0, 0, 0], size: [1, 1, 1], opacity: 1, copies: 1, points: 0, is_shining: false } satisfies Partial<
  Scene['bodies'][number]
>;
const HOSTILE = '"/><script>alert(1)</script>';
const SCENE: Scene = {
  title: HOSTILE,
  description: HOSTILE,
  distance: 5,
  seconds: 10,
  parameters: [{ id: 'speed', label: HOSTILE, unit: 'm/s', min: 0, max: 10, step: 1, value: 2 }],
  quantities: [{ id: 'way', label: HOSTILE, unit: 'm', formula: 'speed * t', digits: 1 }],
  bodies: [
    { ...body, id: 'near', label: HOSTILE, shape: 'sphere', color: 'sun', position: [0, 0, 1], opacity: 'speed' },
    { ...body, id: 'far', label: '', shape: 'box', color: 'sea', position: [0, 0, -1] },
    { ...body, id: 'line', label: '', shape: 'path', color: 'leaf', position: ['s', 0, 0], points: 2 },
    { ...body, id: 'nowhere', label: '', shape: 'cone', color: 'clay', position: ['1 / t', 0, 0] },
    { ...body, id: 'sign', label: HOSTILE, shape: 'label', color: 'plum', position: [0, 0, 0] },
  ],
  plots: [],
  tasks: [1, 2, 3].map((n) => ({ text: HOSTILE, check: `speed > ${4 + n}`, hint: HOSTILE, insight: HOSTILE })),
};

it('the poster of a scene shows its start, lines at the back and near bodies in front, without any of its words', () => {
  const art = scenePoster(SCENE);
  const drawn = (['leaf', 'sea', 'sun'] as const).map((color) => art.indexOf(COLORS[color]));
  expect(drawn).toEqual(drawn.toSorted((one, other) => one - other));
  expect(drawn).not.toContain(-1);
  expect(art).not.toContain(COLORS.clay);
  expect(art).toContain('opacity="1.00"');
  expect(art).not.toMatch(/NaN|undefined|Infinity|<text|script/);
});
