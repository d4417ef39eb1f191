import { describe, expect, it } from 'vitest';
import { compileScene, sceneProblems, startOf } from './compile-scene.ts';
import { compileFormula, FormulaError } from './formula.ts';
import { SCENE_LIMITS, sceneSchema, type Scene } from './scene.contract.ts';

const SCENE: Scene = {
  title: 'A ball',
  description: 'A ball that moves.',
  distance: 5,
  seconds: 10,
  parameters: [{ id: 'speed', label: 'Speed', unit: 'm/s', min: 0, max: 10, step: 1, value: 2 }],
  quantities: [{ id: 'way', label: 'Way', unit: 'm', formula: 'speed * t', digits: 1 }],
  bodies: [
    {
      id: 'ball',
      label: 'Ball',
      shape: 'sphere',
      color: 'sea',
      position: ['way', 0, 0],
      size: [1, 1, 1],
      rotation: [0, 0, 0],
      opacity: 1,
      copies: 1,
      points: 0,
      is_shining: false,
    },
  ],
  plots: [{ quantity: 'way', over: 't' }],
  tasks: [1, 2, 3].map((n) => ({ text: `Task ${n}`, check: `speed > ${4 + n}`, hint: 'Faster.', insight: 'Yes.' })),
};
const [BALL] = SCENE.bodies as [Scene['bodies'][number]];
const [TASK] = SCENE.tasks as [Scene['tasks'][number]];

/** Tells what happens to any scene that a service sends: the schema or the compiler refuses it, or it is shown within the limits. */
function judge(scene: unknown): 'refused' | 'shown' {
  const read = sceneSchema.safeParse(scene);
  if (!read.success || sceneProblems(read.data).length > 0) return 'refused';
  const compiled = compileScene(read.data);
  const values = compiled.valuesOf(startOf(read.data), 1);
  const drawn = compiled.bodies.flatMap((body) => [...body.poses(values), ...body.path(values)]);
  expect(drawn.length).toBeLessThanOrEqual(SCENE_LIMITS.drawn + SCENE_LIMITS.bodies);
  for (const body of compiled.bodies)
    for (const { position, size } of body.poses(values)) expect([...position, ...size].every((one) => Number.isFinite(one))).toBe(true);
  return 'shown';
}

const formula = (text: string | number) => ({ ...SCENE, quantities: [{ ...SCENE.quantities[0]!, formula: text }] });

/** Formulas that are not plain arithmetic. */
const BOMBS = [
  'x = 5',
  'f(x) = f(x)',
  'import("fs", {})',
  'createUnit("a")',
  'evaluate("1")',
  'parse("1")',
  'simplify("x")',
  'derivative("x^2", "x")',
  '[1, 2, 3]',
  '1:1000000000',
  'ones(100000, 100000)',
  'factorial(170)',
  '170!',
  'combinations(1000, 500)',
  'random()',
  'x.constructor',
  'cos.constructor("return process")()',
  'speed["constructor"]',
  '"a" * 3',
  '{a: 1}',
  '3 km',
  '2 + 3i',
  'true',
  'null',
  '1; 2',
  'speed speed speed(',
  '((((((',
  '',
  'process.exit()',
  'globalThis',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'sum(1, 2)',
  'atan2(1)',
  'clamp(1, 2)',
  '1e999',
  'NaN',
  'Infinity',
  'unknown',
  'i',
  'way',
  'sqrt(-1)',
  '1 / 0',
  'log(0)',
  '9^9^9^9',
  'tan(pi / 2)^99999',
  'a'.repeat(401),
  `${'('.repeat(150)}1${')'.repeat(150)}`,
  Array.from({ length: 130 }, () => '1').join('+'),
  Array.from({ length: 65 }, () => 'sin(1)').join('*'),
];

/** Parts that violate the schema of a scene. */
const CHANGES: readonly Partial<Record<keyof Scene, unknown>>[] = [
  { title: '' },
  { title: 'x'.repeat(121) },
  { description: '' },
  { distance: 0 },
  { distance: 1e9 },
  { distance: Number.NaN },
  { seconds: -1 },
  { seconds: Number.POSITIVE_INFINITY },
  { parameters: [] },
  { parameters: Array.from({ length: 7 }, (_, n) => ({ ...SCENE.parameters[0]!, id: `p${n}` })) },
  { parameters: [{ ...SCENE.parameters[0]!, min: 5, max: 1 }] },
  { parameters: [{ ...SCENE.parameters[0]!, value: 99 }] },
  { parameters: [{ ...SCENE.parameters[0]!, step: 0 }] },
  { parameters: [{ ...SCENE.parameters[0]!, id: '__proto__' }] },
  { parameters: [{ ...SCENE.parameters[0]!, id: 't' }] },
  { parameters: [{ ...SCENE.parameters[0]!, id: 'pi' }] },
  { parameters: [{ ...SCENE.parameters[0]!, id: 'i' }] },
  { parameters: [SCENE.parameters[0]!, SCENE.parameters[0]!] },
  { quantities: [] },
  { quantities: [SCENE.quantities[0]!, SCENE.quantities[0]!] },
  { quantities: Array.from({ length: 15 }, (_, n) => ({ ...SCENE.quantities[0]!, id: `q${n}` })) },
  { bodies: [] },
  { bodies: Array.from({ length: 41 }, (_, n) => ({ ...BALL, id: `b${n}` })) },
  { bodies: [{ ...BALL, copies: 1e9 }] },
  { bodies: [{ ...BALL, copies: -1 }] },
  { bodies: [{ ...BALL, copies: 1.5 }] },
  {
    bodies: [
      { ...BALL, copies: 1_500 },
      { ...BALL, id: 'other', copies: 1_500 },
    ],
  },
  { bodies: [{ ...BALL, shape: 'teapot' }] },
  { bodies: [{ ...BALL, color: '#fff' }] },
  { bodies: [{ ...BALL, color: 'url(https://evil.example)' }] },
  { bodies: [{ ...BALL, shape: 'path', points: 1e9 }] },
  { bodies: [{ ...BALL, position: [0, 0] }] },
  { bodies: [{ ...BALL, position: 'way' }] },
  { bodies: [{ ...BALL, copies: 2_000, position: [Array.from({ length: 40 }, () => 'sin(i)').join('+'), 0, 0] }] },
  { plots: [{ quantity: 'nothing', over: 't' }] },
  { plots: [{ quantity: 'way', over: 'nothing' }] },
  { plots: Array.from({ length: 4 }, () => SCENE.plots[0]) },
  { tasks: [] },
  { tasks: Array.from({ length: 6 }, () => TASK) },
  { tasks: Array.from({ length: 3 }, () => ({ ...TASK, check: '1' })) },
  { tasks: Array.from({ length: 3 }, () => ({ ...TASK, check: 'speed = 3' })) },
  { tasks: Array.from({ length: 3 }, () => ({ ...TASK, text: '' })) },
  { bodies: null },
  { quantities: 'way' },
];

/** Formulas without a finite result, which do no harm: the body is not drawn then. */
const UNREAL = ['1 / 0', 'log(-1)', 'sqrt(-1)', '0 / 0', '10^400', 'tan(pi / 2) / 0', '-1 / 0', 'mod(1, 0)'];

/** Texts that are shown as they are, and never run. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{constructor}}',
  '${1}',
  '\u202eabc',
  'javascript:alert(1)',
];

describe('a scene from a service', () => {
  it('is shown if it is valid', () => {
    expect(judge(SCENE)).toBe('shown');
  });

  it.each([...BOMBS])('with the formula %s is refused', (text) => {
    expect(judge(formula(text))).toBe('refused');
  });

  it.each(BOMBS.slice(0, 41))('whose task checks %s is refused', (text) => {
    expect(judge({ ...SCENE, tasks: [{ ...TASK, check: text }, TASK, TASK] })).toBe('refused');
  });

  it.each(CHANGES.map((change) => [JSON.stringify(change).slice(0, 90), change] as const))('with %s is refused', (_, change) => {
    expect(judge({ ...SCENE, ...change })).toBe('refused');
  });

  it.each(UNREAL.flatMap((text) => (['position', 'size', 'rotation', 'opacity'] as const).map((place) => [text, place] as const)))(
    'with a body that has %s as its %s is shown without that body',
    (text, place) => {
      const value = place === 'opacity' ? text : [text, 0, 0];
      expect(
        judge({
          ...SCENE,
          bodies: [
            { ...BALL, [place]: value },
            { ...BALL, id: 'other' },
          ],
        }),
      ).toBe('shown');
    },
  );

  it.each(SCRIPTS.flatMap((text) => (['title', 'description'] as const).map((place) => [text, place] as const)))(
    'keeps %s in its %s as text',
    (text, place) => {
      expect(sceneSchema.parse({ ...SCENE, [place]: text })[place]).toBe(text);
    },
  );

  it.each(SCRIPTS)('keeps %s as text in the labels of its bodies, sliders and results, and in its tasks', (text) => {
    const task = { ...TASK, text, hint: text, insight: text };
    const scene = {
      ...SCENE,
      parameters: [{ ...SCENE.parameters[0]!, label: text }],
      quantities: [{ ...SCENE.quantities[0]!, label: text }],
      bodies: [{ ...BALL, label: text }],
      tasks: [task, task, task],
    };
    expect(sceneSchema.parse(scene)).toEqual(scene);
    expect(judge(scene)).toBe('shown');
  });

  it.each(SCRIPTS.flatMap((text) => (['color', 'shape', 'id'] as const).map((place) => [text, place] as const)))(
    'with %s as the %s of a body is refused',
    (text, place) => {
      expect(judge({ ...SCENE, bodies: [{ ...BALL, [place]: text.slice(0, 24) }] })).toBe('refused');
    },
  );

  it('with two bodies of one name is refused', () => {
    expect(judge({ ...SCENE, bodies: [BALL, { ...BALL, id: 'other' }] })).toBe('shown');
    expect(judge({ ...SCENE, bodies: [BALL, BALL] })).toBe('refused');
  });
});

describe('a body', () => {
  const posesOf = (changes: Partial<Scene['bodies'][number]>, parameters = startOf(SCENE)) => {
    const { bodies, valuesOf } = compileScene({ ...SCENE, bodies: [{ ...BALL, ...changes }] });
    const [body] = bodies;
    return { poses: body!.poses(valuesOf(parameters, 1)), path: body!.path(valuesOf(parameters, 1)) };
  };

  it('is drawn in the given number of copies, each at its own place; one without extent is left out', () => {
    expect(posesOf({ copies: 4, position: ['i', 'n', 0] }).poses.map(({ position }) => position)).toEqual([
      [0, 4, 0],
      [1, 4, 0],
      [2, 4, 0],
      [3, 4, 0],
    ]);
    expect(posesOf({ copies: 4, size: ['i < speed ? 1 : 0', 1, 1] }).poses).toHaveLength(2);
  });

  it('that is a path goes through its points', () => {
    expect(posesOf({ shape: 'path', points: 3, position: ['2 * s', 'way', 0] }).path).toEqual([
      [0, 2, 0],
      [1, 2, 0],
      [2, 2, 0],
    ]);
  });

  it('that is a field has arrows in its whole cube, each with its direction', () => {
    const { poses } = posesOf({ shape: 'field', points: 8, size: [2, 2, 2], position: ['-y', 'x', 0] });
    expect(poses).toHaveLength(8);
    expect(poses[0]).toMatchObject({ position: [-1, -1, -1], size: [1, -1, 0] });
  });
});

describe('a formula', () => {
  it.each([
    ['1 + 2 * x', 7],
    ['-x^2', -9],
    ['2^3^2', 512],
    ['x > 2 ? 10 : 20', 10],
    ['x >= 3 and not (x < 1)', 1],
    ['sin(pi / 6)', 0.5],
    ['mod(-1, 3)', 2],
    ['clamp(x, 0, 2)', 2],
    ['smoothstep(0, 6, x)', 0.5],
    ['hypot(3, 4)', 5],
    ['atan2(1, 1) * 4', Math.PI],
    ['2 x', 6],
  ])('%s is computed', (text, value) => {
    expect(compileFormula(text).evaluate({ x: 3 })).toBeCloseTo(value, 12);
  });

  it('names its variables, and the reason for a refusal', () => {
    expect([...compileFormula('a * sin(b) + pi').names]).toEqual(['a', 'b']);
    expect(() => compileFormula('a = 1')).toThrow(new FormulaError('assignment is not allowed in a formula'));
  });
});
