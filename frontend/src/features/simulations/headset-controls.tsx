import { useEffect, useMemo, useRef, useState } from 'react';
import { COLORS, GROUND } from '#contract/simulations/scene-colors.ts';
import type { SceneParameter } from '#contract/simulations/scene.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { formatParameter, formatQuantity } from './format-quantity.ts';
import { createSign } from './text-sign.ts';
import type { RunningSimulation } from './use-simulation.ts';

type Place = readonly [x: number, y: number, z: number];

/** Metres; easy to read at arm's length. */
const LINE_HEIGHT = 0.05;
const SLIDERS = { top: 1, apart: 0.16, away: -0.9 } as const;
/** Beside the scene, so that they hide nothing of it. */
const TASKS_AT: Place = [-1.05, 1.4, -1];
const HINT_AT: Place = [-0.6, 1.25, -0.9];
const RESULTS_AT: Place = [1.05, 0.9, -1];
const PLAY_AT: Place = [0.5, 1.4, -0.9];
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

interface BoxProps {
  readonly text: string;
  readonly at: Place;
  readonly onPress: () => void;
}

/** A box that can be pressed. */
function PressBox({ text, at, onPress }: BoxProps) {
  return (
    // on the press: where frames are slow, its release comes too late for a click
    <mesh position={at} onPointerDown={onPress}>
      <boxGeometry args={[0.3, 0.1, 0.02]} />
      <meshBasicMaterial color={COLORS.clay} />
      <Words text={text} at={[0, 0, 0.02]} />
    </mesh>
  );
}

/** The number of solved tasks, the explanation of the last one, and the next task, with its hint if requested. */
function TaskBoard({ simulation: { compiled, reached } }: { readonly simulation: RunningSimulation }) {
  const { tasks } = compiled.scene;
  const [seen, setSeen] = useState(reached);
  const [last, setLast] = useState(-1);
  const [hinted, setHinted] = useState(-1);
  if (seen !== reached) {
    setSeen(reached);
    setLast(reached.findIndex((isReached, index) => isReached && !seen[index]));
  }
  const next = reached.indexOf(false);
  const count = reached.filter(Boolean).length;
  const lines = [
    next === -1 ? t('You have solved every task in this simulation.') : t('{n} of {all} solved', { n: count, all: tasks.length }),
    tasks[last]?.insight,
    tasks[next]?.text,
    hinted === next && tasks[next]?.hint,
  ];
  return (
    <>
      <Words text={lines.filter(Boolean).join('\n')} at={TASKS_AT} />
      {next !== -1 && hinted !== next && <PressBox text={t('Hint')} at={HINT_AT} onPress={() => setHinted(next)} />}
    </>
  );
}

/** The page's controls in the room: sliders with their values, results, tasks, Play, and the exit. */
export function HeadsetControls({ simulation, onLeave }: { readonly simulation: RunningSimulation; readonly onLeave: () => void }) {
  const { parameters, quantities, seconds } = simulation.compiled.scene;
  const results = quantities.map((quantity) => `${quantity.label}: ${formatQuantity(simulation.values[quantity.id]!, quantity)}`);
  return (
    <>
      {parameters.map((parameter, row) => (
        <HandSlider key={parameter.id} parameter={parameter} row={row} simulation={simulation} />
      ))}
      <TaskBoard simulation={simulation} />
      <Words text={results.join('\n')} at={RESULTS_AT} />
      {seconds > 0 && (
        <PressBox
          text={simulation.isRunning ? t('Pause') : t('Play')}
          at={PLAY_AT}
          onPress={() => simulation.setRunning(!simulation.isRunning)}
        />
      )}
      <PressBox text={t('Leave')} at={LEAVE_AT} onPress={onLeave} />
    </>
  );
}
