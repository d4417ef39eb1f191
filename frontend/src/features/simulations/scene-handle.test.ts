import { Group, Mesh, Quaternion, Vector3, type Object3DEventMap } from 'three';
import { beforeEach, expect, it, vi } from 'vitest';
import { compileScene } from '#contract/simulations/compile-scene.ts';
import { CART } from './scene.factory.ts';
import { framedDistance, sceneHandle, SCALES } from './scene-canvas.tsx';

type Moment = 'pointerdown' | 'pointermove' | 'pointerup';

/** A scene on its tray, in front of a user, and numbered hands. */
function onTray() {
  const [place, scene, tray] = [new Group(), new Group(), new Mesh()];
  place.position.set(0, 1.2, -1.6);
  place.add(scene);
  scene.add(tray);
  const captured = new Set<number>();
  Object.assign(tray, {
    setPointerCapture: (hand: number) => captured.add(hand),
    releasePointerCapture: (hand: number) => captured.delete(hand),
  });
  const handle = sceneHandle({ current: scene });
  const letGo = handle.bind(tray);
  const hand = (moment: Moment, pointerId: number, [x, y, z]: readonly [number, number, number], turn = 0) => {
    const point = new Vector3(x, y, z);
    const pointerQuaternion = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
    const details = { type: 'sphere' };
    const event = { pointerId, object: tray, point, pointerPosition: point, pointerQuaternion, details, intersection: { details } };
    const sent = { ...event, type: moment, timeStamp: 0, stopPropagation: vi.fn() };
    tray.dispatchEvent(sent as unknown as Object3DEventMap[Moment] & { type: Moment });
    handle.update(0);
  };
  const at = () => scene.position.toArray().map((one) => Math.round(one * 1_000) / 1_000);
  return { scene, hand, letGo, captured, at };
}
const LEFT = [-0.2, 1, -1.2] as const;
const RIGHT = [0.2, 1, -1.2] as const;
let held: ReturnType<typeof onTray>;
beforeEach(() => void (held = onTray()));

it('a scene follows the hand that holds its tray, and stays where it is released', () => {
  held.hand('pointermove', 1, [1, 1, 1]);
  expect(held.at()).toEqual([0, 0, 0]);
  held.hand('pointerdown', 1, RIGHT);
  expect([held.at(), [...held.captured]]).toEqual([[0, 0, 0], [1]]);
  held.hand('pointermove', 1, [0.5, 1.1, -1.2]);
  expect(held.at()).toEqual([0.3, 0.1, 0]);
  held.hand('pointerup', 1, [0.5, 1.1, -1.2]);
  held.hand('pointermove', 1, [2, 2, 2]);
  expect([held.at(), [...held.captured]]).toEqual([[0.3, 0.1, 0], []]);
});

it('turns with the hand, around the point where it is held', () => {
  held.hand('pointerdown', 1, [0, 1.2, -1.6]);
  held.hand('pointermove', 1, [0, 1.2, -1.6], Math.PI / 2);
  expect(held.scene.rotation.y).toBeCloseTo(Math.PI / 2);
  expect(held.at()).toEqual([0, 0, 0]);
  expect(held.scene.scale.x).toBeCloseTo(1);
});

it('scales evenly in all directions as two hands part, within its limits', () => {
  const part = (metres: number) => {
    held.hand('pointermove', 1, [-metres / 2, 1, -1.2]);
    held.hand('pointermove', 2, [metres / 2, 1, -1.2]);
    return held.scene.scale.toArray().map((one) => Math.round(one * 1_000) / 1_000);
  };
  held.hand('pointerdown', 1, LEFT);
  held.hand('pointerdown', 2, RIGHT);
  expect(part(0.8)).toEqual([2, 2, 2]);
  expect(part(0.2)).toEqual([0.5, 0.5, 0.5]);
  expect(part(40)).toEqual(Array(3).fill(SCALES[1]));
  expect(part(0.001)).toEqual(Array(3).fill(SCALES[0]));
});

it('continues with the remaining hand, at its current size', () => {
  held.hand('pointerdown', 1, LEFT);
  held.hand('pointerdown', 2, RIGHT);
  held.hand('pointermove', 2, [0.6, 1, -1.2]);
  const { x: size } = held.scene.scale;
  expect(size).toBeCloseTo(2);
  held.hand('pointerup', 2, [0.6, 1, -1.2]);
  const before = held.at();
  held.hand('pointermove', 1, [-0.2, 1.5, -1.2]);
  expect(held.at()).toEqual([before[0], before[1]! + 0.5, before[2]]);
  expect(held.scene.scale.x).toBeCloseTo(size);
});

it('is released when the headset is taken off', () => {
  held.hand('pointerdown', 1, RIGHT);
  held.letGo();
  expect([...held.captured]).toEqual([]);
  held.hand('pointermove', 1, [2, 2, 2]);
  expect(held.at()).toEqual([0, 0, 0]);
});

it('the camera keeps the bodies moved by sliders in view, and does not follow one that rolls away', () => {
  const [cart] = CART.bodies;
  // like a moon that orbits the middle at four metres, seen from nine
  const moon = {
    ...cart!,
    id: 'moon',
    position: ['4 * cos(speed)', 0, '4 * sin(speed)'],
    size: [0.5, 0.5, 0.5],
  } as (typeof CART.bodies)[number];
  const round = compileScene({ ...CART, distance: 9, seconds: 0, bodies: [moon] });
  expect(framedDistance(round, 1.4)).toBeGreaterThan(9.5);
  expect(framedDistance(round, 1.4)).toBeLessThan(16);
  const away = compileScene({ ...CART, bodies: [cart!] });
  expect(framedDistance(away, 1.4)).toBeLessThanOrEqual(2 * CART.distance);
});
