import { BATCH_TRAITS } from '#contract/operator/batches.contract.ts';
import { RUN_KINDS, type KindOfWork } from '#contract/platform/kinds-of-work.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';

const NOTHING = { notice: null, batches: [], placed: null, asks: [] } as const;

/** The rows of the test kinds: a real kind has its own in `contract/platform/kinds-of-work.ts`. */
const ROWS = {
  clip: { ...NOTHING, name: toSentence('Clips'), notice: 'clip', batches: ['clips'] },
  'clip-batch': { ...NOTHING, name: toSentence('Batches') },
} as const satisfies Readonly<Record<string, KindOfWork>>;

/** A real one has its line in `contract/operator/batches.contract.ts`. */
const TRAITS = { clips: BATCH_TRAITS.media };

/** Adds the rows, before the engine is started. @returns how they are taken out again: other tests share the process */
export function addClipRows(): () => void {
  Object.assign(RUN_KINDS, ROWS);
  Object.assign(BATCH_TRAITS, TRAITS);
  return () => {
    for (const kind of Object.keys(ROWS)) Reflect.deleteProperty(RUN_KINDS, kind);
    for (const what of Object.keys(TRAITS)) Reflect.deleteProperty(BATCH_TRAITS, what);
  };
}
