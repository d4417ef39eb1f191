import { compileScene, startOf, type Pose } from '#contract/simulations/compile-scene.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { COLORS, GROUND } from './scene-colors.ts';

const SIZE = { width: 320, height: 180 } as const;
/** From where it is seen: a little from above and from the side. */
const TURN = 0.5;
const TILT = 0.35;

/** Projects a point; the third number grows towards the reader. */
function seen([x, y, z]: readonly [number, number, number], scale: number): [number, number, number] {
  const [across, away] = [x * Math.cos(TURN) + z * Math.sin(TURN), -x * Math.sin(TURN) + z * Math.cos(TURN)];
  return [
    SIZE.width / 2 + across * scale,
    SIZE.height / 2 - (y * Math.cos(TILT) - away * Math.sin(TILT)) * scale,
    away * Math.cos(TILT) + y * Math.sin(TILT),
  ];
}

/** A still picture of a scene at its start, drawn without WebGL. It is decoration: the scene's description says what is to be seen. */
export default function ScenePoster({ scene }: { readonly scene: Scene }) {
  const compiled = compileScene(scene);
  const values = compiled.valuesOf(startOf(scene), 0);
  const scale = (SIZE.height * 1.5) / scene.distance;
  const drawn = compiled.bodies.flatMap(({ body, poses, path }) => {
    const color = COLORS[body.color];
    if (body.shape === 'label' || body.shape === 'field') return [];
    if (body.shape === 'path') {
      const points = path(values).map((point) => seen(point, scale));
      return [
        {
          depth: -100,
          node: (
            <polyline
              points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
              fill="none"
              stroke={color}
              strokeWidth="1.2"
            />
          ),
        },
      ];
    }
    return poses(values).map((pose: Pose) => {
      const [x, y, depth] = seen(pose.position, scale);
      const [width, height] = [(Math.abs(pose.size[0]) * scale) / 2, (Math.abs(pose.size[1]) * scale) / 2];
      const opacity = Math.max(0, Math.min(1, pose.opacity));
      // a disc that faces the reader
      const isDisc = body.shape === 'cylinder' && Math.abs(Math.sin(pose.rotation[0])) > 0.7;
      const round = isDisc || body.shape === 'sphere' || body.shape === 'torus';
      return {
        depth,
        node: round ? (
          <ellipse cx={x} cy={y} rx={width} ry={isDisc ? (Math.abs(pose.size[2]) * scale) / 2 : height} fill={color} opacity={opacity} />
        ) : (
          <rect x={x - width} y={y - height} width={2 * width} height={2 * height} rx="1.5" fill={color} opacity={opacity} />
        ),
      };
    });
  });
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      aria-hidden="true"
      style={{ display: 'block', inlineSize: '100%', background: GROUND }}
    >
      {drawn
        .toSorted((one, other) => one.depth - other.depth)
        .map(({ node }, index) => (
          // a still picture: its parts never change places
          <g key={index}>{node}</g>
        ))}
    </svg>
  );
}
