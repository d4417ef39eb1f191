import { useEffect, useMemo, useRef } from 'react';
import { COLORS, GROUND } from '#contract/simulations/scene-colors.ts';
import type { SceneParameter } from '#contract/simulations/scene.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { formatParameter } from './format-quantity.ts';
import { createSign } from './text-sign.ts';
import type { RunningSimulation } from './use-simulation.ts';

type Place = readonly [x: number, y: number, z: number];

/** Metres: what an arm's length away is read easily. */
const LINE_HEIGHT = 0.05;
const SLIDERS = { top: 1, apart: 0.16, away: -0.9 } as const;
/** Beside the scene, so that they hide nothing of it. */
const TASKS_AT: Place = [-1.05, 1.4, -1];
const LEAVE_AT: Place = [0.85, 1.4, -0.9];

/** Words in the room; lines break after about 30 letters. */
function Words({ text, at }: { readonly text: string; readonly at: Place }) {
  const { sprite, extent, dispose } = useMemo(() => createSign(text, { ground: GROUND, widest: 640 }), [text]);
  useEffect(() => dispose, [dispose]);
  return <primitive object={sprite} position={at} scale={[LINE_HEIGHT * extent[0], LINE_HEIGHT * extent[1], 1]} />;
}

interface SliderProps {
  readonly parameter: SceneParameter;
  readonly row: number;
  readonly simulation: RunningSimulation;
}

function HandSlider({ parameter, row, simulation }: SliderProps) {
  const { id, label, min, max, step } = parameter;
  const value = simulation.parameters[id]!;
  const isHeld = useRef(false);
  const setFrom = (x: number) => {
    const wanted = min + Math.min(1, Math.max(0, x + 0.5)) * (max - min);
    simulation.set(id, min + Math.round((wanted - min) / step) * step);
  };
  return (
    <group position={[0, SLIDERS.top - row * SLIDERS.apart, SLIDERS.away]}>
      <Words text={`${label}: ${formatParameter(value, parameter)}`} at={[0, 0.075, 0]} />
      <mesh
        onPointerDown={(event) => {
          isHeld.current = true;
          setFrom(event.object.worldToLocal(event.point.clone()).x);
        }}
        onPointerMove={(event) => {
          if (isHeld.current) setFrom(event.object.worldToLocal(event.point.clone()).x);
        }}
        onPointerUp={() => (isHeld.current = false)}
        onPointerLeave={() => (isHeld.current = false)}
      >
        <boxGeometry args={[1, 0.06, 0.02]} />
        <meshBasicMaterial color={COLORS.stone} />
      </mesh>
      <mesh position={[(value - min) / (max - min) - 0.5, 0, 0.02]}>
        <sphereGeometry args={[0.05, 16, 12]} />
        <meshBasicMaterial color={COLORS.sun} />
      </mesh>
    </group>
  );
}

/** How many tasks are solved, and the next one. */
function tasksText({ compiled, reached }: RunningSimulation): string {
  const { tasks } = compiled.scene;
  const count = reached.filter(Boolean).length;
  if (count === tasks.length) return t('Solved: all tasks of this simulation.');
  return `${t('{n} of {all} solved', { n: count, all: tasks.length })}\n${tasks[reached.indexOf(false)]!.text}`;
}

/** What is on the page outside, in the room: sliders with their values, the next task, and the way out. */
export function HeadsetControls({ simulation, onLeave }: { readonly simulation: RunningSimulation; readonly onLeave: () => void }) {
  return (
    <>
      {simulation.compiled.scene.parameters.map((parameter, row) => (
        <HandSlider key={parameter.id} parameter={parameter} row={row} simulation={simulation} />
      ))}
      <Words text={tasksText(simulation)} at={TASKS_AT} />
      {/* at the press: where frames are slow, its end comes too late for a click */}
      <mesh position={LEAVE_AT} onPointerDown={onLeave}>
        <boxGeometry args={[0.3, 0.1, 0.02]} />
        <meshBasicMaterial color={COLORS.clay} />
        <Words text={t('Leave')} at={[0, 0, 0.02]} />
      </mesh>
    </>
  );
}
