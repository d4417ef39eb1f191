import type { Scene, SceneBody } from '#contract/simulations/scene.contract.ts';
import { CELL, BOARD, MARKET } from './life-and-numbers.ts';
import { CIRCUIT, GEARS, PROJECTILE } from './machines-and-flight.ts';
import { PENDULUM, PLANETS, TIDES } from './sky-and-motion.ts';
import { HEAT, LENSES, SOUND } from './waves-and-light.ts';

/** A body as written by hand: most occur once, upright and opaque. */
type WrittenBody = Omit<SceneBody, 'rotation' | 'opacity' | 'copies' | 'points' | 'is_shining'> &
  Partial<Pick<SceneBody, 'rotation' | 'opacity' | 'copies' | 'points' | 'is_shining'>>;
type WrittenScene = Omit<Scene, 'bodies'> & { readonly bodies: readonly WrittenBody[] };

/** A scene made by hand. */
export interface LibraryScene {
  /** Its subject, in several languages: a text with one of these words or phrases asks for it. */
  readonly fits: string;
  /** Words that are also common elsewhere: only two of them together are near it. */
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
    .filter(Boolean);

/**
 * Returns the scene on a wish's subject, or else on the course's topic; then the scene that their words are near, whose description says
 * so. Without any it is the probability board, which says so too: chance is everywhere.
 */
export function sceneFor(wish: string, topic = ''): Scene {
  const about = sceneAbout(wish) ?? sceneAbout(topic);
  if (about) return complete(about);
  const near = sceneNear(`${wish} ${topic}`);
  if (near) return saying('The nearest scene of this library.', near);
  return saying('No scene of this library fits the topic, so this one is about chance.', BOARD.scene);
}

/** Tells whether the library has a scene on a wish's subject, or on the course's topic. */
export const hasScene = (wish: string, topic: string): boolean => (sceneAbout(wish) ?? sceneAbout(topic)) !== null;

const saying = (remark: string, scene: WrittenScene): Scene => complete({ ...scene, description: `${remark} ${scene.description}` });

function sceneAbout(text: string): WrittenScene | null {
  const said = ` ${wordsOf(text).join(' ')} `;
  const words = new Set(wordsOf(text));
  return best(({ fits, words: own }) => {
    const phrases = fits.split(', ').filter((phrase) => said.includes(` ${phrase} `)).length;
    // of two matching scenes, the one with more words in common
    return phrases === 0 ? 0 : phrases + wordsOf(own).filter((word) => words.has(word)).length / 100;
  });
}

function sceneNear(text: string): WrittenScene | null {
  const words = new Set(wordsOf(text));
  return best(({ words: own }) => {
    const shared = wordsOf(own).filter((word) => words.has(word)).length;
    return shared > 1 ? shared : 0;
  });
}

/** Returns the scene with the highest score above zero. */
function best(scoreOf: (scene: LibraryScene) => number): WrittenScene | null {
  const scored = WRITTEN.map((one) => ({ scene: one.scene, score: scoreOf(one) }));
  const first = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return first.score > 0 ? first.scene : null;
}
