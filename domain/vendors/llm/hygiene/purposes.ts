import type { AskedFor } from '#contract/platform/kinds-of-work.ts';

/**
 * What an answer is for, and how clean it has to be. Of each: marks of templates end it, a refusal is none, a loop is none. `read`: people read it as
 * it is, so that nothing of a model's own talk or of our prompt may be in it, and it ends where a sentence ends. `checked`: the same is asked by the
 * checks of courses, which know what is tolerated with a note. Both are without words that hand them over, HTML, and links that nobody gave. `parts`: texts of their own, of which each is checked by itself and asked for again by
 * who sent them (`check-translation.ts`). `verdict`: it may quote what it judges. `no text`: it answers with pictures, films, sound or a label. A call names one
 * of the other purposes.
 */
export const PURPOSES = {
  outline: 'checked',
  research: 'checked',
  lesson: 'checked',
  correction: 'checked',
  practice: 'checked',
  review: 'verdict',
  judgement: 'verdict',
  mentor: 'read',
  grading: 'read',
  'flash-cards': 'read',
  'flash-cards-check': 'verdict',
  'audio-script': 'read',
  'audio-script-check': 'verdict',
  simulation: 'read',
  'simulation-check': 'verdict',
  pictures: 'verdict',
  recommendations: 'read',
  translation: 'parts',
  'translation-judgement': 'verdict',
  'translation-names': 'verdict',
  picture: 'no text',
  video: 'no text',
  speech: 'no text',
  hearing: 'no text',
  moderation: 'no text',
  test: 'no text',
} as const satisfies Readonly<Record<AskedFor, 'checked' | 'read' | 'parts' | 'verdict' | 'no text'>>;

type Table = typeof PURPOSES;
export type Purpose = { [P in keyof Table]: Table[P] extends 'no text' ? never : P }[keyof Table];
/** The purposes that are answered in text. */
export const TEXT_PURPOSES = (Object.keys(PURPOSES) as (keyof Table)[]).filter((one): one is Purpose => PURPOSES[one] !== 'no text');
