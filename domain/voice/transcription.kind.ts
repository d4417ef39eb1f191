import * as z from 'zod';
import { transcribeVoiceNote } from '#contract/voice/voice.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { OWN, WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({ voice_note_id: z.uuid(), audio_id: z.uuid() });
export type TranscriptionRequest = z.infer<typeof requestSchema>;

export const TRANSCRIPTION_KIND = 'transcription';

/** A step, with the number of the recording's parts once known. */
interface PartedStep extends OrderedStep {
  readonly parts: number | null;
}

/** Progress range of transcribing, which takes most of the time, in per cent. */
const HEARD = { from: 10, to: 90 } as const;

/** Returns the part that a step transcribes. */
export const partOf = (key: string): number => Number(key.slice('part-'.length));

/** Splits the recording at pauses, transcribes the parts in parallel, and joins them. */
function order(_context: unknown, steps: readonly PartedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'hearing', progress: 0, failed: failureOf(failed) };
  const known = knownSteps(steps);
  if (!known.isDone('split')) return { add: known.missing([{ job: 'split-speech', key: 'split' }]), stage: 'splitting', progress: 5 };
  const count = known.get('split')?.parts ?? 0;
  const keys = Array.from({ length: count }, (_, index) => `part-${index}`);
  const done = keys.filter(known.isDone).length;
  if (done < count) {
    const progress = Math.round(HEARD.from + ((HEARD.to - HEARD.from) * done) / count);
    return { add: known.missing(keys.map((key) => ({ job: 'hear-speech', key }))), stage: 'hearing', progress };
  }
  return { add: known.missing([{ job: 'join-speech', key: 'join' }]), stage: 'joining', progress: HEARD.to };
}

/** Transcribes a voice note. Free of charge; its cost counts towards the daily spending caps. */
export const transcriptionKind = defineKind<TranscriptionRequest, null, PartedStep>({
  name: TRANSCRIPTION_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['splitting', 'hearing', 'joining'],
  begins: { stage: 'splitting', progress: 5, message: toSentence('The recording is being transcribed.') },
  price: 'free',
  source: {
    step: sql`jsonb_build_object('parts', case when step.key = 'split' then jsonb_array_length(step.output->'parts') end)`,
  },
  order,
  exported: [
    {
      file: 'voice-notes',
      description: 'Your voice notes: their texts, and what was heard. The recordings can be played and saved on the page Voice notes.',
      table: 'voice_note',
      condition: OWN,
      columns: ['id account_id title audio_id seconds transcription heard run_id created_at'],
      withheld: { search_text: WITHHELD.machine },
      key: { id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'All parts of the recording are transcribed.' },
    failed: { retry: 'Failed parts; transcribed ones are kept.' },
    cancelled: { by: transcribeVoiceNote, makes: 'the transcript, free of charge' },
  },
  reasons: {
    'vendors.failed': toSentence('The speech service could not transcribe this. Please try again.'),
    'run.timed_out': toSentence('The speech service took too long. Please try again.'),
  },
  retryNeeds: sql`exists (select from voice_note where voice_note.run_id = run.id)`,
  retryMessage: toSentence('The recording is being transcribed again.'),
});
