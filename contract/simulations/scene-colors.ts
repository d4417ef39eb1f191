import type { SceneBody } from './scene.contract.ts';

/** The colours that a scene can use, on a dark background. */
export const COLORS: Readonly<Record<SceneBody['color'], string>> = {
  sun: '#f2b632',
  sea: '#3ba3b8',
  leaf: '#7fae6e',
  clay: '#e0714f',
  plum: '#a678c2',
  stone: '#9aa5b8',
  night: '#45597d',
  paper: '#f4efe6',
};
export const GROUND = '#14202f';
