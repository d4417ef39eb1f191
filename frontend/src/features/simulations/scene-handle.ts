import type { RefObject } from 'react';
import { HandleStore } from '@pmndrs/handle';
import type { Object3D } from 'three';

/** From a hand's breadth to a room: a scene that hands squeeze to a point, or pull beyond the walls, cannot be taken again. */
export const SCALES: [number, number] = [0.2, 6];

/** Returns what moves, turns and scales an object as hands pull what it is bound to; it does so when it is updated, once a frame. */
export const sceneHandle = (held: RefObject<Object3D | null>): HandleStore<unknown> =>
  new HandleStore(held, () => ({ scale: { uniform: true, x: SCALES, y: SCALES, z: SCALES } }));
