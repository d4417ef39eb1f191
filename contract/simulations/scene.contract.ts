import * as z from 'zod/mini';

/** Limits of a scene: a phone shows the largest scene at 60 frames a second. */
export const SCENE_LIMITS = {
  bodies: 40,
  /** All bodies together, with their copies, points and arrows. */
  drawn: 2_000,
  parameters: 6,
  quantities: 14,
  plots: 3,
  tasks: { least: 3, most: 5 },
  seconds: 600,
  /** Operations of all formulas of one frame. */
  operations: 60_000,
} as const;

export const SCENE_COLORS = ['sun', 'sea', 'leaf', 'clay', 'plum', 'stone', 'night', 'paper'] as const;
export const SCENE_SHAPES = ['sphere', 'box', 'cylinder', 'cone', 'torus', 'path', 'field', 'label'] as const;

/** A number, or a formula of the parameters, the earlier quantities, `t` (seconds) and the names that its context defines. */
const formula = z.union([z.number(), z.string().check(z.minLength(1), z.maxLength(400))]);
/** Lower-case letters, digits and underscores; `compileScene` checks it. */
const name = z.string().check(z.minLength(1), z.maxLength(24));
const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
/** Along x, y and z. */
const vector = z.array(formula).check(z.length(3));

/** A value that the learner sets with a slider. */
export const sceneParameterSchema = z.object({
  id: name,
  label: text(60),
  /** Empty for a pure number. */
  unit: z.string().check(z.maxLength(16)),
  min: z.number(),
  max: z.number(),
  step: z.number().check(z.positive()),
  value: z.number(),
});

/** A value that is computed and shown; later quantities can use it. */
export const sceneQuantitySchema = z.object({
  id: name,
  label: text(60),
  unit: z.string().check(z.maxLength(16)),
  formula,
  /** Decimals shown. */
  digits: z.int().check(z.minimum(0), z.maximum(4)),
});

/**
 * A visible object, in metres around the origin; `y` points up. `copies` draws it several times: its formulas can use `i` (0, 1, …) and
 * `n`. A `path` is drawn through `points`, whose formulas can use `s` (0 to 1); a `field` has arrows on a grid of `points` in a cube of
 * `size`, and its `position` is the direction at `x`, `y`, `z`.
 */
export const sceneBodySchema = z.object({
  id: name,
  label: z.string().check(z.maxLength(60)),
  shape: z.enum(SCENE_SHAPES),
  color: z.enum(SCENE_COLORS),
  position: vector,
  /** Extent along each axis; with a zero it is not drawn. For a path and for arrows, the first is the thickness. */
  size: vector,
  /** Rotations around x, y and z in radians. */
  rotation: vector,
  opacity: formula,
  copies: z.int().check(z.minimum(1), z.maximum(SCENE_LIMITS.drawn)),
  points: z.int().check(z.minimum(0), z.maximum(400)),
  is_shining: z.boolean(),
});

/** A curve of a quantity over time, or over a parameter while the others keep their values. */
export const scenePlotSchema = z.object({
  quantity: name,
  /** `t`, or the id of a parameter. */
  over: name,
});

/** A goal, checked by a formula: non-zero when it is reached. */
export const sceneTaskSchema = z.object({
  text: text(300),
  check: formula,
  hint: text(300),
  /** The explanation, shown when the task is solved. */
  insight: text(400),
});

/** A scene as data: nothing in it is code, and everything that moves is a formula. */
export const sceneSchema = z.object({
  title: text(120),
  /** A description of the scene and its point, also for people who cannot see it. */
  description: text(1_200),
  /** Initial distance of the camera from the origin, in metres. */
  distance: z.number().check(z.minimum(0.5), z.maximum(200)),
  /** Length of the repeating time; 0 if nothing moves by itself. */
  seconds: z.number().check(z.minimum(0), z.maximum(SCENE_LIMITS.seconds)),
  parameters: z.array(sceneParameterSchema).check(z.minLength(1), z.maxLength(SCENE_LIMITS.parameters)),
  quantities: z.array(sceneQuantitySchema).check(z.minLength(1), z.maxLength(SCENE_LIMITS.quantities)),
  bodies: z.array(sceneBodySchema).check(z.minLength(1), z.maxLength(SCENE_LIMITS.bodies)),
  plots: z.array(scenePlotSchema).check(z.maxLength(SCENE_LIMITS.plots)),
  tasks: z.array(sceneTaskSchema).check(z.minLength(SCENE_LIMITS.tasks.least), z.maxLength(SCENE_LIMITS.tasks.most)),
});

export type Scene = z.infer<typeof sceneSchema>;
export type SceneParameter = Scene['parameters'][number];
export type SceneBody = Scene['bodies'][number];
