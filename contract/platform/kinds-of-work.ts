import { toSentence, type Sentence } from './sentence.contract.ts';

/**
 * Every kind of run, with its name for operators. The one list of kinds: `domain/kinds.ts` (its declaration) and
 * `ops/sandbox/answers/answer.ts` (what models answer for it) do not compile without a line for each.
 */
export const RUN_KINDS = {
  course: toSentence('Courses'),
  'course-pictures': toSentence('Pictures'),
  lesson: toSentence('Lessons'),
  batch: toSentence('Batches'),
  evaluation: toSentence('Comparisons of models'),
  'course-translation': toSentence('Translation'),
  'course-export': toSentence('Exports'),
  'course-import': toSentence('Imports'),
  roster: toSentence('Lists of people'),
  recommendations: toSentence('Recommendations'),
  'source-reading': toSentence('Sources'),
  video: toSentence('Clips'),
  simulation: toSentence('Simulations'),
  audio: toSentence('Audio courses'),
  'flash-cards': toSentence('Flash cards'),
  transcription: toSentence('Transcription'),
  'answer.grade': toSentence('Grading'),
  'text-judgement': toSentence('Moderation'),
  'interface-texts': toSentence('Interface texts'),
  'bulk-texts': toSentence('Lists of texts'),
  'connection-test': toSentence('Tests of connections'),
} as const satisfies Readonly<Record<string, Sentence>>;
export type RunKindName = keyof typeof RUN_KINDS;

/** Every kind of work of the queues, with its name for operators; `queues/registry.ts` does not compile without the jobs of each. */
export const WORKS = {
  generate: toSentence('Course texts'),
  draw: toSentence('Pictures'),
  recommend: toSentence('Recommendations'),
  translate: toSentence('Translation'),
  film: toSentence('Clips'),
  export: toSentence('Exports'),
  source: toSentence('Sources'),
  moderate: toSentence('Moderation'),
  hear: toSentence('Transcription'),
  grade: toSentence('Grading'),
  cards: toSentence('Flash cards'),
  simulate: toSentence('Simulations'),
  speak: toSentence('Audio courses'),
  evaluate: toSentence('Comparisons of models'),
  try: toSentence('Tests of connections'),
} as const satisfies Readonly<Record<string, Sentence>>;
export type Work = keyof typeof WORKS;
