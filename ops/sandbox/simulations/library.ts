import type { Scene, SceneBody } from '#contract/simulations/scene.contract.ts';
import { CELL, BOARD, MARKET } from './life-and-numbers.ts';
import { CIRCUIT, GEARS, PROJECTILE } from './machines-and-flight.ts';
import { PENDULUM, PLANETS, TIDES } from './sky-and-motion.ts';
import { HEAT, LENSES, SOUND } from './waves-and-light.ts';

/** A body as it is written by hand: most of them stand once, upright and opaque. */
type WrittenBody = Omit<SceneBody, 'rotation' | 'opacity' | 'copies' | 'points' | 'is_shining'> &
  Partial<Pick<SceneBody, 'rotation' | 'opacity' | 'copies' | 'points' | 'is_shining'>>;
type WrittenScene = Omit<Scene, 'bodies'> & { readonly bodies: readonly WrittenBody[] };

/** A scene made by hand. */
export interface LibraryScene {
  /** Words of topics that it fits, in several languages. */
  readonly words: string;
  readonly scene: WrittenScene;
}

const complete = (scene: WrittenScene): Scene => ({
  ...scene,
  bodies: scene.bodies.map((body) => ({ rotation: [0, 0, 0], opacity: 1, copies: 1, points: 0, is_shining: false, ...body })),
});

const WRITTEN: readonly LibraryScene[] = [TIDES, PLANETS, PENDULUM, LENSES, SOUND, HEAT, PROJECTILE, GEARS, CIRCUIT, CELL, MARKET, BOARD];

/** All scenes of the library. */
export const LIBRARY: readonly Scene[] = WRITTEN.map(({ scene }) => complete(scene));

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);

/**
 * Returns the scene that fits a wish best by its words, or else the topic of the course; where none fits, the probability board, whose description says so: chance
 * is everywhere.
 */
export function sceneFor(wish: string, topic = ''): Scene {
  const found = bestFor(wish) ?? bestFor(topic);
  if (found) return complete(found);
  return {
    ...complete(BOARD.scene),
    description: `No scene of this library fits the topic, so this one is about chance. ${BOARD.scene.description}`,
  };
}

function bestFor(text: string): WrittenScene | null {
  const words = wordsOf(text);
  const scored = WRITTEN.map(({ words: own, scene }) => {
    const known = new Set(wordsOf(own));
    return { scene, hits: words.filter((word) => known.has(word)).length };
  });
  const best = scored.reduce((one, other) => (other.hits > one.hits ? other : one));
  return best.hits > 0 ? best.scene : null;
}
