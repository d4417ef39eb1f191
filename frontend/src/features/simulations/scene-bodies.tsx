import { useEffect, useMemo } from 'react';
import { useFrame } from '@react-three/fiber';
import type { CompiledBody } from '#contract/simulations/compile-scene.ts';
import type { Values } from '#contract/simulations/formula.ts';
import { createBodyDisplay } from './body-display.ts';

interface BodyProps {
  readonly compiled: CompiledBody;
  /** The values of this frame, written before its bodies are drawn. */
  readonly values: { readonly current: Values };
  /** Height of a label in metres. */
  readonly labelHeight: number;
}

/** One body of a scene with its copies, moved in every frame. */
export function SceneBodyMesh({ compiled, values, labelHeight }: BodyProps) {
  const display = useMemo(() => createBodyDisplay(compiled, labelHeight), [compiled, labelHeight]);
  useEffect(() => display.dispose, [display]);
  useFrame(() => display.update(values.current));
  return (
    <>
      {display.mesh && <primitive object={display.mesh} />}
      {display.line && <primitive object={display.line} />}
      {display.sign && <primitive object={display.sign} />}
    </>
  );
}
