import { describe, expect, it } from 'vitest';
import { compileScene, startOf } from '#contract/simulations/compile-scene.ts';
import { sceneSchema, type Scene } from '#contract/simulations/scene.contract.ts';
import { CELL, BOARD, MARKET } from './life-and-numbers.ts';
import { LIBRARY, sceneFor, type LibraryScene } from './library.ts';
import { CIRCUIT, GEARS, PROJECTILE } from './machines-and-flight.ts';
import { PENDULUM, PLANETS, TIDES } from './sky-and-motion.ts';
import { HEAT, LENSES, SOUND } from './waves-and-light.ts';

const read = (scene: Scene) => compileScene(sceneSchema.parse(scene));
const sceneOf = ({ scene: { title } }: LibraryScene) => LIBRARY.find((scene) => scene.title === title)!;

/** Returns a quantity of a scene with some parameters set. */
function figure(written: LibraryScene, parameters: Readonly<Record<string, number>>, quantity: string): number {
  const compiled = read(sceneOf(written));
  return compiled.valuesOf({ ...startOf(compiled.scene), ...parameters }, 0)[quantity]!;
}

describe('the library of scenes', () => {
  it.each([
    ['spring tide of an ocean', TIDES, { day: 0 }, 'range', 0.77],
    ['neap tide', TIDES, { day: 29.53 / 4 }, 'range', 0.29],
    ['year of Mars, in Earth years', PLANETS, { far: 1.524 }, 'year', 1.881],
    ['speed of the Earth, km/s', PLANETS, { far: 1 }, 'speed', 29.78],
    ['pendulum of one metre, s', PENDULUM, { length: 1 }, 'period', 2.006],
    ['picture of an object at 30 cm by a lens of 10 cm', LENSES, { focus: 10, candle: 30 }, 'image', 15],
    ['speed of sound at 20 °C, m/s', SOUND, { warmth: 20 }, 'speed', 343.2],
    ['wavelength of a 440 Hz, m', SOUND, { warmth: 20, pitch: 440 }, 'wavelength', 0.78],
    ['heat through 50 cm of copper, 1 cm², 80 °C, W', HEAT, { hot: 100, cold: 20, area: 1, long: 50, conducts: 401 }, 'flow', 6.416],
    ['throw of 20 m/s at 45°, m', PROJECTILE, { speed: 20, angle: 45 }, 'range', 40.77],
    ['gear of 40 teeth driven by one of 20 at 60 rpm', GEARS, { small: 20, large: 40, turns: 60 }, 'out', 30],
    ['12 V over 4 Ω and 8 Ω, A', CIRCUIT, { volts: 12, first: 4, second: 8 }, 'current', 1],
    ['surface by volume of a sphere of 10 µm', CELL, { radius: 10 }, 'supply', 0.3],
    ['price of equilibrium', MARKET, {}, 'fair', 6],
    ['standard deviation of twelve even rows', BOARD, { rows: 12 }, 'spread', 1.732],
  ] as const)('knows the %s', (_, scene, parameters, quantity, value) => {
    expect(figure(scene, parameters, quantity)).toBeCloseTo(value, value > 20 ? 0 : 2);
  });

  it.each(LIBRARY.map((scene) => [scene.title, scene] as const))('%s can be shown, and each task can be solved', (_, scene) => {
    const compiled = read(scene);
    const steps = (min: number, max: number, step: number) =>
      Array.from({ length: Math.round((max - min) / step) + 1 }, (__, n) => min + n * step);
    // pseudo-random settings: enough of them meet every task
    const solved = new Set<number>();
    let seed = 1;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const { parameters } = compiled.scene;
    for (let n = 0; n < 400_000 && solved.size < scene.tasks.length; n += 1) {
      const values = Object.fromEntries(
        parameters.map(({ id, min, max, step, value }) => {
          const all = steps(min, max, step);
          return [id, next() < 0.4 ? value : all[Math.floor(next() * all.length)]!];
        }),
      );
      for (const [index, isReached] of compiled.reached(compiled.valuesOf(values, 0)).entries()) if (isReached) solved.add(index);
    }
    expect([...solved].toSorted()).toEqual(scene.tasks.map((__, index) => index));
  });

  it.each([
    ['The solar system for children', PLANETS],
    ['Basics of photography and camera lenses', LENSES],
    ['La física del sonido', SOUND],
    ['Physics for the first year', PENDULUM],
    ['العرض والطلب', MARKET],
  ])('has a scene about “%s”', (topic, { scene }) => {
    expect(sceneFor(topic)).toMatchObject({ title: scene.title, description: scene.description });
  });

  it('uses the topic of the course if the wish fits none of its scenes', () => {
    expect(sceneFor('Pass the exam', 'How gears turn').title).toBe(GEARS.scene.title);
  });

  it.each([
    ['Energy in the house', HEAT],
    ['A bicycle and its engine', GEARS],
  ])('says that its scene is only near to “%s”', (topic, { scene: { title, description } }) => {
    expect(sceneFor(topic)).toMatchObject({ title, description: `The nearest scene of this library. ${description}` });
  });

  it.each([
    'Negotiation',
    'Work-life balance',
    'Data protection law',
    'House plants',
    'Italian cooking',
    'Car insurance',
    'Open space offices',
    'Current affairs',
    'Machine learning',
  ])('says that it has nothing about “%s”', (topic) => {
    expect(sceneFor(topic).description).toMatch(/^No scene of this library fits the topic/);
  });
});
