import { toSentence, type Sentence } from './sentence.contract.ts';

/** Facts about a kind of run that other features need. Every field is required, so that a new kind cannot forget one. */
export interface KindOfWork {
  /** Its name for operators, in the console's tables and filters. */
  readonly name: Sentence;
  /**
   * The prefix of the notifications for a run's end: `<notice>.completed` and `<notice>.failed`; null if nobody is notified, or if its
   * declaration adds notifications of its own.
   */
  readonly notice: string | null;
  /** The batch actions that run this kind of work for each course (`contract/operator/batches.contract.ts`). */
  readonly batches: readonly string[];
  /** The kind of activity that teachers can place in a learning platform (LTI); null if none. */
  readonly placed: string | null;
  /** The purposes of its service calls, by which the console counts them. */
  readonly asks: readonly string[];
}

const WRITING = ['lesson', 'practice', 'review', 'correction'] as const;
const NOTHING = [] as const;

/**
 * Every kind of run. Tables elsewhere with a row for each kind do not compile without it (docs/extending.md, "To add a kind of slow work").
 */
export const RUN_KINDS = {
  course: { name: toSentence('Courses'), notice: null, batches: NOTHING, placed: 'course', asks: ['outline', 'research', ...WRITING] },
  'course-edit': { name: toSentence('Editing of courses'), notice: null, batches: NOTHING, placed: null, asks: ['editing', 'review'] },
  'course-pictures': { name: toSentence('Pictures'), notice: null, batches: ['media'], placed: null, asks: ['pictures', 'picture'] },
  lesson: {
    name: toSentence('Lessons'),
    notice: null,
    batches: ['refresh_all', 'refresh_matching', 'fix', 'missing_practice'],
    placed: 'lesson',
    asks: WRITING,
  },
  batch: { name: toSentence('Batches'), notice: null, batches: NOTHING, placed: null, asks: NOTHING },
  evaluation: {
    name: toSentence('Comparisons of models'),
    notice: null,
    batches: NOTHING,
    placed: null,
    asks: ['outline', 'research', ...WRITING, 'judgement'],
  },
  'course-translation': {
    name: toSentence('Translation'),
    notice: 'translation',
    batches: ['translation'],
    placed: null,
    asks: ['translation', 'translation-names', 'translation-judgement'],
  },
  'course-export': { name: toSentence('Exports'), notice: null, batches: NOTHING, placed: null, asks: NOTHING },
  'course-import': { name: toSentence('Imports'), notice: null, batches: NOTHING, placed: null, asks: NOTHING },
  roster: { name: toSentence('Lists of people'), notice: null, batches: NOTHING, placed: null, asks: NOTHING },
  recommendations: { name: toSentence('Recommendations'), notice: null, batches: NOTHING, placed: null, asks: ['recommendations'] },
  'source-reading': { name: toSentence('Sources'), notice: null, batches: NOTHING, placed: null, asks: NOTHING },
  video: { name: toSentence('Clips'), notice: 'video', batches: NOTHING, placed: null, asks: ['video'] },
  simulation: {
    name: toSentence('Simulations'),
    notice: 'simulation',
    batches: ['simulation'],
    placed: 'simulation',
    asks: ['simulation', 'simulation-check'],
  },
  audio: {
    name: toSentence('Audio courses'),
    notice: 'audio',
    batches: NOTHING,
    placed: null,
    asks: ['audio-script', 'audio-script-check', 'speech'],
  },
  'flash-cards': {
    name: toSentence('Flash cards'),
    notice: 'cards',
    batches: NOTHING,
    placed: null,
    asks: ['flash-cards', 'flash-cards-check'],
  },
  transcription: { name: toSentence('Transcription'), notice: null, batches: NOTHING, placed: null, asks: ['hearing'] },
  'answer.grade': { name: toSentence('Grading'), notice: null, batches: NOTHING, placed: null, asks: ['grading'] },
  'text-judgement': { name: toSentence('Moderation'), notice: null, batches: NOTHING, placed: null, asks: ['moderation'] },
  'interface-texts': { name: toSentence('Interface texts'), notice: null, batches: NOTHING, placed: null, asks: ['translation'] },
  'bulk-texts': { name: toSentence('Lists of texts'), notice: null, batches: NOTHING, placed: null, asks: ['translation'] },
  'connection-test': {
    name: toSentence('Connection tests'),
    notice: null,
    batches: NOTHING,
    placed: null,
    asks: ['lesson', 'practice', 'test'],
  },
} as const satisfies Readonly<Record<string, KindOfWork>>;
export type RunKindName = keyof typeof RUN_KINDS;

/** Prefixes of the notifications for a run's end. */
export type EndNotice = NonNullable<(typeof RUN_KINDS)[RunKindName]['notice']>;

/** The actions of batches. */
export type BatchTask = (typeof RUN_KINDS)[RunKindName]['batches'][number];

/** The kinds of activities that can be placed in learning platforms. */
export type Placed = NonNullable<(typeof RUN_KINDS)[RunKindName]['placed']>;
export const PLACED = Object.values(RUN_KINDS).flatMap(({ placed }) => placed ?? []) as [Placed, ...Placed[]];

/** The purposes of service calls: those of runs, and the mentor's, which answers directly. */
export type AskedFor = (typeof RUN_KINDS)[RunKindName]['asks'][number] | 'mentor';

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
  try: toSentence('Connection tests'),
} as const satisfies Readonly<Record<string, Sentence>>;
export type Work = keyof typeof WORKS;
