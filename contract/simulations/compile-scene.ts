import { compileFormula, FormulaError, type Formula, type Values } from './formula.ts';
import { SCENE_LIMITS, type Scene, type SceneBody } from './scene.contract.ts';

/** The current pose of a copy of a body. */
export interface Pose {
  position: [number, number, number];
  size: [number, number, number];
  rotation: [number, number, number];
  opacity: number;
}

export interface CompiledBody {
  readonly body: SceneBody;
  /**
   * Returns the poses of its copies; for a path, one pose and its points; for a field, one pose per arrow. Poses that are not finite are
   * left out.
   */
  readonly poses: (values: Values) => Pose[];
  /** Points of a path; empty for other shapes. */
  readonly path: (values: Values) => [number, number, number][];
}

/** A scene whose formulas can be evaluated many times a second. */
export interface CompiledScene {
  readonly scene: Scene;
  readonly bodies: readonly CompiledBody[];
  /** Computes all quantities from the given parameters and `t`. A quantity that is not a number is NaN. */
  readonly valuesOf: (parameters: Values, t: number) => Values;
  /** Tells for each task whether it is reached with these values. */
  readonly reached: (values: Values) => readonly boolean[];
}

/** Returns the initial values of the parameters. */
export const startOf = ({ parameters }: Scene): Values => Object.fromEntries(parameters.map(({ id, value }) => [id, value]));

const NAME = /^[a-z][a-z0-9_]*$/;
const IN_COPIES = ['i', 'n'];
const IN_PATHS = ['s'];
const IN_FIELDS = ['x', 'y', 'z'];

/**
 * Compiles a scene.
 * @throws SceneError with all problems: formulas that are not allowed, names that do not exist, more than a phone can draw
 */
export function compileScene(scene: Scene): CompiledScene {
  const problems: string[] = [];
  const known = new Set(['t', 'pi', 'e']);
  let operations = 0;
  const compile = (text: string | number, place: string, local: readonly string[] = [], times = 1): Formula => {
    try {
      const formula = compileFormula(text);
      operations += formula.size * times;
      const strange = [...formula.names].filter((one) => !known.has(one) && !local.includes(one));
      if (strange.length > 0) throw new FormulaError(`nothing is called ${strange.join(', ')}`);
      return formula;
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      problems.push(`${place}: ${error.message}`);
      return compileFormula(0);
    }
  };
  const define = (id: string, place: string) => {
    if (!NAME.test(id)) problems.push(`${place}: a name has lower-case letters, digits and underscores`);
    if (known.has(id) || [...IN_COPIES, ...IN_PATHS, ...IN_FIELDS].includes(id)) problems.push(`${place}: the name ${id} is taken`);
    known.add(id);
  };
  for (const { id, min, max, value } of scene.parameters) {
    define(id, `parameter ${id}`);
    if (!(min < max) || value < min || value > max) problems.push(`parameter ${id}: its value lies between min and max`);
  }
  const quantities = scene.quantities.map(({ id, formula }) => {
    const compiled = compile(formula, `quantity ${id}`);
    define(id, `quantity ${id}`);
    return [id, compiled] as const;
  });
  for (const [at, { id }] of scene.bodies.entries()) {
    if (!NAME.test(id)) problems.push(`body ${id}: a name has lower-case letters, digits and underscores`);
    if (scene.bodies.findIndex((other) => other.id === id) < at) problems.push(`body ${id}: there are two of this name`);
  }
  const bodies = scene.bodies.map((body) => compileBody(body, compile));
  const tasks = scene.tasks.map(({ check }, index) => compile(check, `task ${index + 1}`));
  for (const { quantity, over } of scene.plots) {
    if (!scene.quantities.some(({ id }) => id === quantity)) problems.push(`plot: there is no quantity ${quantity}`);
    if (over !== 't' && !scene.parameters.some(({ id }) => id === over)) problems.push(`plot: there is no parameter ${over}`);
  }
  const drawn = scene.bodies.reduce((sum, body) => sum + drawnOf(body), 0);
  if (drawn > SCENE_LIMITS.drawn) problems.push(`${drawn} things are drawn, at most ${SCENE_LIMITS.drawn} may be`);
  if (operations > SCENE_LIMITS.operations)
    problems.push(`its formulas take ${operations} operations a frame, at most ${SCENE_LIMITS.operations} may`);
  if (problems.length > 0) throw new SceneError(problems);

  const valuesOf = (parameters: Values, t: number): Values => {
    const values: Record<string, number> = { ...parameters, t };
    for (const [id, { evaluate }] of quantities) values[id] = evaluate(values);
    return values;
  };
  const compiled: CompiledScene = {
    scene,
    bodies,
    valuesOf,
    reached: (values) => tasks.map(({ evaluate }) => ![0, Number.NaN].includes(evaluate(values))),
  };
  const start = valuesOf(startOf(scene), 0);
  const unreal = scene.quantities.filter(({ id }) => !Number.isFinite(start[id]));
  if (unreal.length > 0) throw new SceneError(unreal.map(({ id }) => `quantity ${id}: it is no number at the start`));
  const solved = compiled.reached(start).flatMap((isReached, index) => (isReached ? [`task ${index + 1}: it is solved at the start`] : []));
  if (solved.length > 0) throw new SceneError(solved);
  return compiled;
}

/** Settings with which a task of a scene is said to be solved: a value for each of its parameters, in their order, and its clock. */
export interface Solution {
  readonly task: number;
  readonly parameters: readonly number[];
  /** Seconds. */
  readonly t: number;
}

/** Returns those settings that solve their task, and that a learner of the scene can reach. */
export function solving(scene: Scene, solutions: readonly Solution[]): Solution[] {
  const compiled = compileScene(scene);
  return solutions.filter(({ task, parameters, t }) => {
    const isReachable =
      parameters.length === scene.parameters.length &&
      scene.parameters.every(({ min, max }, at) => parameters[at]! >= min && parameters[at]! <= max) &&
      t <= scene.seconds;
    const values = Object.fromEntries(scene.parameters.map(({ id }, at) => [id, parameters[at]!]));
    return isReachable && compiled.reached(compiled.valuesOf(values, t))[task] === true;
  });
}

/** A scene that cannot be shown. */
export class SceneError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

/** Returns the problems of a scene; empty if it can be shown. */
export function sceneProblems(scene: Scene): readonly string[] {
  try {
    compileScene(scene);
    return [];
  } catch (error) {
    if (error instanceof SceneError) return error.problems;
    throw error;
  }
}

/** Arrows along each side of a field. */
const sideOf = ({ points }: SceneBody): number => Math.max(2, Math.min(8, Math.round(Math.cbrt(points))));

const drawnOf = (body: SceneBody): number =>
  body.shape === 'path' ? Math.max(2, body.points) : body.shape === 'field' ? sideOf(body) ** 3 : body.copies;

const isFinitePoint = (point: readonly number[]): boolean => point.every((one) => Number.isFinite(one));

type Compile = (text: string | number, place: string, local?: readonly string[], times?: number) => Formula;

function compileBody(body: SceneBody, compile: Compile): CompiledBody {
  const times = drawnOf(body);
  const local = body.shape === 'path' ? IN_PATHS : body.shape === 'field' ? IN_FIELDS : IN_COPIES;
  const vector = (of: readonly (string | number)[], what: string, names: readonly string[], count: number) => {
    const [x, y, z] = of.map((one) => compile(one, `${what} of ${body.id}`, names, count)) as [Formula, Formula, Formula];
    return (values: Values): [number, number, number] => [x.evaluate(values), y.evaluate(values), z.evaluate(values)];
  };
  const position = vector(body.position, 'position', local, times);
  const isLine = body.shape === 'path' || body.shape === 'field';
  const size = vector(body.size, 'size', isLine ? [] : local, isLine ? 1 : times);
  const rotation = vector(body.rotation, 'rotation', isLine ? [] : local, isLine ? 1 : times);
  const opacity = compile(body.opacity, `opacity of ${body.id}`, isLine ? [] : local, isLine ? 1 : times);
  const whole = (values: Values, at: [number, number, number]): Pose => ({
    position: at,
    size: size(values),
    rotation: rotation(values),
    opacity: opacity.evaluate(values),
  });
  const isShown = (pose: Pose) => isFinitePoint(pose.position) && isFinitePoint(pose.size) && isFinitePoint(pose.rotation);
  if (body.shape === 'path') {
    const count = Math.max(2, body.points);
    return {
      body,
      poses: (values) => [whole(values, [0, 0, 0])].filter(isShown),
      path: (values) =>
        Array.from({ length: count }, (_, index) => position({ ...values, s: index / (count - 1) })).filter((point) =>
          isFinitePoint(point),
        ),
    };
  }
  if (body.shape === 'field') {
    const side = sideOf(body);
    return {
      body,
      poses: (values) => {
        const extent = size(values);
        const at = (index: number, axis: 0 | 1 | 2) => (index / (side - 1) - 0.5) * extent[axis];
        return Array.from({ length: side ** 3 }, (_, index): Pose => {
          const place: [number, number, number] = [
            at(index % side, 0),
            at(Math.floor(index / side) % side, 1),
            at(Math.floor(index / side ** 2), 2),
          ];
          const [x, y, z] = place;
          return { position: place, size: position({ ...values, x, y, z }), rotation: [0, 0, 0], opacity: opacity.evaluate(values) };
        }).filter(isShown);
      },
      path: () => [],
    };
  }
  // formulas can hide a copy by giving it no extent
  const isThere = (pose: Pose) => isShown(pose) && pose.size.every((one) => one !== 0);
  return {
    body,
    poses: (values) => {
      if (body.copies === 1) return [whole({ ...values, i: 0, n: 1 }, position({ ...values, i: 0, n: 1 }))].filter(isThere);
      return Array.from({ length: body.copies }, (_, i) => {
        const inCopy = { ...values, i, n: body.copies };
        return whole(inCopy, position(inCopy));
      }).filter(isThere);
    },
    path: () => [],
  };
}
