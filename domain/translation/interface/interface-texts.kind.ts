import * as z from 'zod';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({
  language: z.enum(LANGUAGE_KEYS as [string, ...string[]]),
  release: z.string(),
  /** Number of parts in which the catalogue is translated. */
  batches: z.int(),
});
export type InterfaceTextsRequest = z.infer<typeof requestSchema>;

export const INTERFACE_TEXTS_KIND = 'interface-texts';
/** Sentences per call. */
export const BATCH = 100;
/** I18N-07. */
const AT_ONCE = 10;

const keyOf = (batch: number): string => `batch-${batch}`;
/** Returns the part of the catalogue that a step translates. */
export const batchOf = (key: string): number => Number(key.slice('batch-'.length));

/** Ten calls at a time; failed parts stay English, and the file is built from the rest. */
function order({ batches }: { batches: number }, steps: readonly OrderedStep[]): Order {
  const known = knownSteps(steps);
  const parts = Array.from({ length: batches }, (_, batch) => keyOf(batch));
  const open = parts.filter((key) => known.get(key)?.state === 'queued' || known.get(key)?.state === 'running').length;
  const next = parts.filter(known.isMissing).slice(0, AT_ONCE - open);
  const ended = parts.filter(known.isEnded);
  const failed = steps.find(({ state }) => state === 'failed');
  const isAllFailed = batches > 0 && parts.every((key) => known.get(key)?.state === 'failed');
  const isOver = isAllFailed || known.get('bind')?.state === 'failed';
  return {
    add: [
      ...next.map((key) => ({ job: 'translate-texts' as const, key })),
      ...(ended.length === batches && !isAllFailed ? [{ job: 'bind-texts' as const, key: 'bind' }] : []),
    ],
    stage: 'translating',
    progress: batches === 0 ? 95 : 5 + Math.floor((90 * ended.length) / batches),
    failed: isOver && failed ? failureOf(failed) : null,
  };
}

/** Translates the interface, paid by the installation, once per language and release. */
export const interfaceTextsKind = defineKind<InterfaceTextsRequest, { batches: number }, OrderedStep>({
  name: INTERFACE_TEXTS_KIND,
  request: requestSchema,
  owner: 'installation',
  lane: 'interactive',
  stages: ['translating'],
  begins: { stage: 'translating', progress: 5, message: toSentence('The interface is being translated.') },
  price: 'free',
  source: { context: sql`jsonb_build_object('batches', (run.request->>'batches')::int)` },
  order,
  exported: [],
  again: {
    completed: { nothing: 'All texts of the language are translated; new ones follow with the next release.' },
    failed: { retry: 'Failed parts; translated ones are kept.' },
    cancelled: { nothing: 'The next person who chooses the language starts it again.' },
  },
});
