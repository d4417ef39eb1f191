import { ellipse, rect } from '#contract/courses/cover-art/draw.ts';
import { compileScene, startOf, type CompiledBody } from './compile-scene.ts';
import type { Values } from './formula.ts';
import { COLORS, GROUND } from './scene-colors.ts';
import type { Scene } from './scene.contract.ts';

/** Width and height of the drawing, in units of its view box. */
export const POSTER_WIDTH = 320;
export const POSTER_HEIGHT = 180;
/** The camera's angles: a little from above and from the side. */
const TURN = 0.5;
const TILT = 0.35;
/** Lines lie behind everything else. */
const BEHIND = -Infinity;

type Point = readonly [x: number, y: number, z: number];

/** A drawn shape; a greater depth is nearer to the viewer. */
interface Part {
  readonly depth: number;
  readonly art: string;
}

/** Projects a point; the third number grows towards the viewer. */
function seen([x, y, z]: Point, scale: number): Point {
  const [across, away] = [x * Math.cos(TURN) + z * Math.sin(TURN), -x * Math.sin(TURN) + z * Math.cos(TURN)];
  return [
    POSTER_WIDTH / 2 + across * scale,
    POSTER_HEIGHT / 2 - (y * Math.cos(TILT) - away * Math.sin(TILT)) * scale,
    away * Math.cos(TILT) + y * Math.sin(TILT),
  ];
}

function partsOf({ body, poses, path }: CompiledBody, values: Values, scale: number): Part[] {
  const color = COLORS[body.color];
  if (body.shape === 'label' || body.shape === 'field') return [];
  if (body.shape === 'path') {
    const points = path(values).map((point) => {
      const [x, y] = seen(point, scale);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    return [{ depth: BEHIND, art: `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.2"/>` }];
  }
  return poses(values).map((pose) => {
    const [x, y, depth] = seen(pose.position, scale);
    const [width, height, length] = pose.size.map((extent) => (Math.abs(extent) * scale) / 2) as [number, number, number];
    const more = { opacity: Math.max(0, Math.min(1, pose.opacity)).toFixed(2) };
    const isDisc = body.shape === 'cylinder' && Math.abs(Math.sin(pose.rotation[0])) > 0.7;
    if (isDisc) return { depth, art: ellipse(x, y, width, length, color, more) };
    if (body.shape === 'sphere' || body.shape === 'torus') return { depth, art: ellipse(x, y, width, height, color, more) };
    return { depth, art: rect(x - width, y - height, 2 * width, 2 * height, color, { rx: 1.5, ...more }) };
  });
}

/**
 * Draws a still picture of a scene at its start: SVG elements for a view box of `POSTER_WIDTH` by `POSTER_HEIGHT`. It contains no text, so
 * it suits every language.
 */
export function scenePoster(scene: Scene): string {
  const compiled = compileScene(scene);
  const values = compiled.valuesOf(startOf(scene), 0);
  const scale = (POSTER_HEIGHT * 1.5) / scene.distance;
  const parts = compiled.bodies.flatMap((body) => partsOf(body, values, scale)).toSorted((one, other) => one.depth - other.depth);
  return rect(0, 0, POSTER_WIDTH, POSTER_HEIGHT, GROUND) + parts.map(({ art }) => art).join('');
}
