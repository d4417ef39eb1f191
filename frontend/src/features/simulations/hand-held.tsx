import { useEffect, useRef, type ReactNode } from 'react';
import type { HandleStore } from '@pmndrs/handle';
import { useFrame } from '@react-three/fiber';
import type { Group, Mesh } from 'three';
import { COLORS } from '#contract/simulations/scene-colors.ts';
import { sceneHandle } from './scene-handle.ts';

/** Metres below the middle of what stands on it. */
const TRAY = { radius: 0.3, below: 0.55 } as const;

/** Stands on a tray, by which a hand moves and turns it, and two hands make it larger and smaller. */
export function HandHeld({ children }: { readonly children: ReactNode }) {
  const held = useRef<Group>(null);
  const tray = useRef<Mesh>(null);
  const store = useRef<HandleStore<unknown>>(null);
  useEffect(() => {
    // the bodies do not answer: a ray through thousands of them takes most of a frame
    const taken = sceneHandle(held);
    store.current = taken;
    return taken.bind(tray.current!);
  }, []);
  useFrame(() => store.current?.update(performance.now()));
  return (
    <group ref={held}>
      <mesh ref={tray} position={[0, -TRAY.below, 0]}>
        <cylinderGeometry args={[TRAY.radius, TRAY.radius, 0.03, 48]} />
        <meshStandardMaterial color={COLORS.stone} />
      </mesh>
      {children}
    </group>
  );
}
