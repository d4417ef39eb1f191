import type { AskedFor } from '#contract/platform/kinds-of-work.ts';

/**
 * The purpose of an answer, which decides how clean it must be. For all purposes, template marks end an answer, and neither a refusal nor a
 * loop counts as one.
 * `read`: people read it as it is, so it must contain no self-talk and nothing of our prompt, and must end at a sentence's end.
 * `checked`: the same is required by the checks of courses, which know what is tolerated with a note.
 * Both are stripped of introductory words, HTML, and links that were not in the prompt.
 * `parts`: separate texts, each of which the sender checks and requests again by itself (`check-translation.ts`).
 * `verdict`: may quote the text that it judges.
 * `no text`: answered with pictures, films, sound or a label; a call names one of the other purposes.
 */
export const PURPOSES = {
  outline: 'checked',
  research: 'checked',
  lesson: 'checked',
  correction: 'checked',
  practice: 'checked',
  review: 'verdict',
  editing: 'verdict',
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
/** Purposes that are answered with text. */
export const TEXT_PURPOSES = (Object.keys(PURPOSES) as (keyof Table)[]).filter((one): one is Purpose => PURPOSES[one] !== 'no text');
