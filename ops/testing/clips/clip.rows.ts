import { BATCH_TRAITS } from '#contract/operator/batches.contract.ts';
import { RUN_KINDS, type KindOfWork } from '#contract/platform/kinds-of-work.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';

const NOTHING = { notice: null, batches: [], placed: null, asks: [] } as const;

/** The rows of the test kinds; a real kind's are in `contract/platform/kinds-of-work.ts`. */
const ROWS = {
  clip: { ...NOTHING, name: toSentence('Clips'), notice: 'clip', batches: ['clips'] },
  'clip-batch': { ...NOTHING, name: toSentence('Batches') },
} as const satisfies Readonly<Record<string, KindOfWork>>;

/**
 * The table of its clips; a real kind's comes from a migration, and has a model, and a row in
 * `domain/settings/export/full-account.factory.ts`.
 */
export const CLIP_TABLE = `
  create table clip (
    run_id uuid primary key references run on delete cascade,
    account_id uuid references account on delete cascade,
    scene text not null,
    file text not null,
    vendor_order int not null,
    filmed_at timestamptz not null default now()
  )`;

/** A real kind's entry is in `contract/operator/batches.contract.ts`. */
const TRAITS = { clips: BATCH_TRAITS.media };

/** Adds the rows, before the engine is started. @returns a function that removes them, because other tests share the process */
export function addClipRows(): () => void {
  Object.assign(RUN_KINDS, ROWS);
  Object.assign(BATCH_TRAITS, TRAITS);
  return () => {
    for (const kind of Object.keys(ROWS)) Reflect.deleteProperty(RUN_KINDS, kind);
    for (const what of Object.keys(TRAITS)) Reflect.deleteProperty(BATCH_TRAITS, what);
  };
}
