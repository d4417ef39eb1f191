/**
 * What an answer is for, and how clean it has to be. Of each: marks of templates end it, a refusal is none, a loop is none. `read`: people read it as
 * it is, so that nothing of a model's own talk or of our prompt may be in it, and it ends where a sentence ends. `checked`: the same is asked by the
 * checks of courses, which know what is tolerated with a note. Both are without words that hand them over, HTML, and links that nobody gave. `parts`: texts of their own, of which each is checked by itself and asked for again by
 * who sent them (`check-translation.ts`). `verdict`: it may quote what it judges. A call names one of these purposes.
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
} as const satisfies Readonly<Record<string, 'checked' | 'read' | 'parts' | 'verdict'>>;

export type Purpose = keyof typeof PURPOSES;
