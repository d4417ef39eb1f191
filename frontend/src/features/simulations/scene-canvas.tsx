import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { createXRStore, IfInSessionMode, XR } from '@react-three/xr';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { HandleStore } from '@pmndrs/handle';
import { Vector3, type Group, type Mesh, type Object3D } from 'three';
import { startOf, type CompiledBody, type CompiledScene } from '#contract/simulations/compile-scene.ts';
import type { Values } from '#contract/simulations/formula.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { createBodyDisplay } from './body-display.ts';
import { HeadsetControls } from './headset-controls.tsx';
import { GROUND, COLORS } from '#contract/simulations/scene-colors.ts';
import type { RunningSimulation } from './use-simulation.ts';

/**
 * Controller profiles come from this server, not from another site. Every controller has a trigger, and a pointing ray is enough to grab a
 * slider. Their models are not drawn.
 */
const store = createXRStore({
  baseAssetPath: new URL('/xr/', location.origin).href,
  emulate: false,
  controller: { model: false },
  hand: { model: false },
  offerSession: false,
});

/** Vertical angle of view. */
const FOV_DEGREES = 45;
/** Position of the camera, per metre of the scene's distance. */
const VIEWPOINT = new Vector3(0.33, 0.26, 0.62);
/** Moving bodies are followed up to this multiple of the distance: a cart that rolls away leaves the picture. */
const FARTHEST = 2;
const STEPS = 12;

/**
 * Returns the distance from which every single solid body is in the picture, wherever the sliders and the clock move it; at least that of
 * the scene.
 * @param aspect width of the picture divided by its height
 */
export function framedDistance({ scene, bodies, valuesOf }: CompiledScene, aspect: number): number {
  const towards = VIEWPOINT.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(towards).normalize();
  const up = towards.clone().cross(right);
  const half = 0.92 * Math.tan(((FOV_DEGREES / 2) * Math.PI) / 180);
  const single = bodies.filter(({ body }) => body.copies === 1 && !['path', 'field', 'label'].includes(body.shape));
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const start = startOf(scene);
  const states = [
    ...scene.parameters.flatMap(({ id, min, max }) => steps.map((part) => valuesOf({ ...start, [id]: min + part * (max - min) }, 0))),
    ...(scene.seconds > 0 ? steps.map((part) => valuesOf(start, part * scene.seconds)) : []),
  ];
  const needed = states.flatMap((values) =>
    single.flatMap(({ poses }) =>
      poses(values).map(({ position, size }) => {
        const at = new Vector3(...position);
        const radius = Math.max(...size.map((one) => Math.abs(one))) / 2;
        const across = Math.max((Math.abs(at.dot(right)) + radius) / aspect, Math.abs(at.dot(up)) + radius);
        return at.dot(towards) + across / half;
      }),
    ),
  );
  const least = scene.distance * VIEWPOINT.length();
  const follow = needed.filter((one) => one <= FARTHEST * least);
  return Math.max(least, ...follow) / VIEWPOINT.length();
}

/** Rotates and zooms by mouse, finger and pen; not in a headset, where the user walks. */
function Orbit({ compiled }: { readonly compiled: CompiledScene }) {
  const { camera, gl, invalidate, size } = useThree();
  const aspect = Math.round((10 * size.width) / Math.max(1, size.height)) / 10;
  const distance = useMemo(() => framedDistance(compiled, Math.max(0.5, aspect)), [compiled, aspect]);
  useEffect(() => {
    camera.position.copy(VIEWPOINT).multiplyScalar(distance);
    const controls = new OrbitControls(camera, gl.domElement);
    controls.minDistance = distance / 5;
    controls.maxDistance = distance * 3;
    controls.enablePan = false;
    controls.addEventListener('change', () => invalidate());
    controls.update();
    return () => controls.dispose();
  }, [camera, gl, invalidate, distance]);
  return null;
}

/** The scene itself: its clock runs once a frame, before its bodies are moved. In a headset it is as large as a table. */
function Stage({ simulation }: { readonly simulation: RunningSimulation }) {
  const { compiled, frame } = simulation;
  const values = useRef<Values>(compiled.valuesOf(simulation.parameters, 0));
  // runs before its bodies
  useFrame(() => void (values.current = frame()), -1);
  // if no time passes, only sliders move anything
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => invalidate(), [invalidate, simulation.parameters]);
  const { distance } = compiled.scene;
  return compiled.bodies.map((body) => <SceneBodyMesh key={body.body.id} compiled={body} values={values} labelHeight={distance / 38} />);
}

/** Reports that the first frame has been drawn, so that its placeholder can be removed. */
function FirstFrame({ onDrawn }: { readonly onDrawn: () => void }) {
  const isTold = useRef(false);
  useFrame(() => {
    if (!isTold.current) onDrawn();
    isTold.current = true;
  });
  return null;
}

/** The kinds of XR session that the device offers. */
function useOffered(): { readonly vr: boolean; readonly ar: boolean } {
  const [offered, setOffered] = useState({ vr: false, ar: false });
  useEffect(() => {
    const { xr } = navigator;
    if (!xr) return;
    const ask = (mode: XRSessionMode) => xr.isSessionSupported(mode).catch(() => false);
    void Promise.all([ask('immersive-vr'), ask('immersive-ar')]).then(([vr, ar]) => setOffered({ vr, ar }));
  }, []);
  return offered;
}

/** Handles a refusal by the device or its wearer. */
const enter = (entered: Promise<unknown>): void =>
  void entered.catch(() => toast('error', t('The headset could not be entered. Allow this site to use it, and try again.')));

interface SceneCanvasProps {
  readonly simulation: RunningSimulation;
  readonly label: string;
  readonly onDrawn: () => void;
}

/** Shows a running simulation with WebGL, and in a headset if the device has one. */
export default function SceneCanvas({ simulation, label, onDrawn }: SceneCanvasProps) {
  const { scene } = simulation.compiled;
  const offered = useOffered();
  const scale = useMemo(() => 1.2 / scene.distance, [scene.distance]);
  return (
    <>
      <Canvas
        aria-label={label}
        role="img"
        dpr={[1, 2]}
        frameloop={simulation.isRunning ? 'always' : 'demand'}
        camera={{ fov: FOV_DEGREES, near: 0.05, far: 1_000 }}
        style={{ background: GROUND, touchAction: 'none' }}
        fallback={null}
      >
        <FirstFrame onDrawn={onDrawn} />
        <XR store={store}>
          <ambientLight intensity={1.1} />
          <directionalLight position={[4, 8, 6]} intensity={1.8} />
          <IfInSessionMode deny={['immersive-vr', 'immersive-ar']}>
            <Orbit compiled={simulation.compiled} />
            <Stage simulation={simulation} />
          </IfInSessionMode>
          <IfInSessionMode allow={['immersive-vr', 'immersive-ar']}>
            <group position={[0, 1.2, -1.6]}>
              <HandHeld>
                <group scale={scale}>
                  <Stage simulation={simulation} />
                </group>
              </HandHeld>
            </group>
            <HeadsetControls simulation={simulation} onLeave={() => void store.getState().session?.end()} />
          </IfInSessionMode>
        </XR>
      </Canvas>
      {(offered.vr || offered.ar) && (
        <Stack direction="row" sx={{ position: 'absolute', insetBlockEnd: 12, insetInlineEnd: 12, gap: 1 }}>
          {offered.vr && (
            <Button variant="contained" onClick={() => enter(store.enterVR())}>
              {t('Enter VR')}
            </Button>
          )}
          {offered.ar && (
            <Button variant="contained" onClick={() => enter(store.enterAR())}>
              {t('Enter AR')}
            </Button>
          )}
        </Stack>
      )}
    </>
  );
}

interface BodyProps {
  readonly compiled: CompiledBody;
  /** The values of this frame, written before its bodies are drawn. */
  readonly values: { readonly current: Values };
  /** Height of a label in metres. */
  readonly labelHeight: number;
}

/** One body of a scene with its copies, moved in every frame. */
function SceneBodyMesh({ compiled, values, labelHeight }: BodyProps) {
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

/** In metres; `below` is the distance from the middle of the scene down to the tray. */
const TRAY = { radius: 0.3, below: 0.55 } as const;

/** Puts the scene on a tray, by which one hand moves and turns it, and two hands scale it. */
function HandHeld({ children }: { readonly children: ReactNode }) {
  const held = useRef<Group>(null);
  const tray = useRef<Mesh>(null);
  const store = useRef<HandleStore<unknown>>(null);
  useEffect(() => {
    // bodies ignore the pointer: testing a ray against thousands of them takes most of a frame
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

/** From a hand's breadth to a room: a scene that is squeezed to a point, or pulled beyond the walls, cannot be grabbed again. */
export const SCALES: [number, number] = [0.2, 6];

/** Returns a handle that moves, turns and scales an object as hands pull its bound element; applied on each update, once a frame. */
export const sceneHandle = (held: RefObject<Object3D | null>): HandleStore<unknown> =>
  new HandleStore(held, () => ({ scale: { uniform: true, x: SCALES, y: SCALES, z: SCALES } }));
