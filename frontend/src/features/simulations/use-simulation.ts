import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { compileScene, startOf, type Solution } from '#contract/simulations/compile-scene.ts';
import type { Values } from '#contract/simulations/formula.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';

/** Quantities are updated a few times a second; nobody could read them at a higher rate. */
const READ_MS = 250;
/** A page that was hidden continues where it was. */
const LONGEST_STEP_MS = 2 * READ_MS;

/**
 * The state of a running simulation: parameters, quantities, solved tasks, and a clock that a display reads every frame. It also runs
 * without a display.
 * @param solved indices of the tasks that were solved before
 * @param onSolved receives all solved tasks whenever another one is solved, and the settings of those solved since the page opened
 */
export function useSimulation(
  scene: Scene,
  solved: readonly number[],
  onSolved: (tasks: number[], solutions: readonly Solution[]) => void,
) {
  const compiled = useMemo(() => compileScene(scene), [scene]);
  const [parameters, setParameters] = useState<Values>(() => startOf(scene));
  const [isRunning, setRunning] = useState(() => scene.seconds > 0 && !wantsReducedMotion());
  const [values, setValues] = useState<Values>(() => compiled.valuesOf(startOf(scene), 0));
  const [reached, setReached] = useState<readonly boolean[]>(() => scene.tasks.map((_, index) => solved.includes(index)));
  const stored = useRef(solved.length);
  const found = useRef(new Map<number, Solution>());
  const store = useEffectEvent(onSolved);
  useEffect(() => {
    const all = reached.flatMap((one, index) => (one ? [index] : []));
    if (all.length > stored.current) store(all, [...found.current.values()]);
    stored.current = all.length;
  }, [reached]);
  const clock = useRef({ t: 0, at: 0, parameters, isRunning });
  useEffect(() => void Object.assign(clock.current, { at: performance.now(), parameters, isRunning }), [parameters, isRunning]);

  /** Advances the clock to the present. @returns the values of this frame */
  const frame = useCallback((): Values => {
    const now = clock.current;
    const at = performance.now();
    if (now.isRunning && scene.seconds > 0) now.t = (now.t + Math.min(at - now.at, LONGEST_STEP_MS) / 1_000) % scene.seconds;
    now.at = at;
    return compiled.valuesOf(now.parameters, now.t);
  }, [compiled, scene.seconds]);

  const read = useCallback(() => {
    const now = frame();
    setValues(now);
    const isReached = compiled.reached(now);
    const { parameters: set, t } = clock.current;
    for (const [task, is] of isReached.entries())
      if (is && !found.current.has(task)) found.current.set(task, { task, parameters: scene.parameters.map(({ id }) => set[id]!), t });
    setReached((before) =>
      before.every((one, index) => one || !isReached[index]) ? before : before.map((one, index) => one || isReached[index]!),
    );
  }, [compiled, frame, scene.parameters]);

  const change = useCallback(
    (next: Values) => {
      clock.current.parameters = next;
      setParameters(next);
      read();
    },
    [read],
  );
  const set = useCallback((id: string, value: number) => change({ ...clock.current.parameters, [id]: value }), [change]);
  /** Resets everything to the start, except the solved tasks. */
  const reset = useCallback(() => {
    clock.current.t = 0;
    change(startOf(scene));
  }, [change, scene]);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(read, READ_MS);
    return () => clearInterval(timer);
  }, [isRunning, read]);
  return { compiled, parameters, values, reached, isRunning, setRunning, set, reset, frame };
}

export type RunningSimulation = ReturnType<typeof useSimulation>;
