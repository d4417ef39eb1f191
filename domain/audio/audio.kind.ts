import * as z from 'zod';
import { AUDIO_STYLES, audioCost } from '#contract/audio/audio.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/add-steps.command.ts';
import type { Knex } from 'knex';

const requestSchema = z.object({
  course_id: z.uuid(),
  language: z.enum(FORM_OPTIONS.language_preference),
  style: z.enum(AUDIO_STYLES),
  /** The lessons to speak, each with the minutes that are reserved for it. */
  lessons: z.array(z.object({ lesson_id: z.uuid(), minutes: z.int() })),
});
export type AudioRequest = z.infer<typeof requestSchema>;

export const AUDIO_KIND = 'audio';

type Context = Pick<AudioRequest, 'lessons'>;
const ENDED = ['completed', 'failed'];

/** A lesson's script is written, then spoken; the lessons do not wait for one another. A failed one does not keep the others back. */
function order({ lessons }: Context, steps: readonly OrderedStep[]): Order {
  const known = new Map(steps.map((step) => [step.key, step]));
  const stateOf = (key: string) => known.get(key)?.state ?? '';
  const failedOf = ({ lesson_id: id }: { lesson_id: string }) =>
    [`script-${id}`, `speech-${id}`].map((key) => known.get(key)).find((step) => step?.state === 'failed');
  const isDone = (id: string) => stateOf(`speech-${id}`) === 'completed';
  const wanted: NewStep[] = lessons.flatMap(({ lesson_id: itemId }, place): NewStep[] => {
    const label = `lesson ${place + 1} of ${lessons.length}`;
    const isWritten = stateOf(`script-${itemId}`) === 'completed';
    return [
      { job: 'write-script', key: `script-${itemId}`, itemId, label },
      ...(isWritten ? [{ job: 'speak-script', key: `speech-${itemId}`, itemId, label }] : []),
    ];
  });
  const failed = lessons.map(failedOf).filter((step) => step !== undefined);
  const ended = lessons.filter((lesson) => isDone(lesson.lesson_id) || failedOf(lesson)).length;
  const isOver = ended === lessons.length;
  const isLost = isOver && failed.length === lessons.length;
  const closing = known.get('close');
  const cause = isLost ? failed[0] : closing?.state === 'failed' ? closing : undefined;
  if (isOver && !isLost) wanted.push({ job: 'close-audio', key: 'close' });
  const written = lessons.filter(({ lesson_id: id }) => ENDED.includes(stateOf(`script-${id}`))).length;
  return {
    add: wanted.filter(({ key }) => !known.has(key) || known.get(key)!.state === 'cancelled'),
    stage: written === lessons.length ? 'speaking' : 'writing',
    progress: 5 + Math.floor((30 * written + 60 * ended) / Math.max(1, lessons.length)),
    failed: cause ? { code: (cause.error_code ?? 'vendors.failed') as ErrorCode, tried: cause.tried } : null,
  };
}

/** Speaks the lessons of a course. What is done can be listened to at once, and is charged by the minute. */
export const audioKind = defineKind<AudioRequest, Context>({
  name: AUDIO_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['writing', 'speaking'],
  begins: { stage: 'writing', progress: 5, message: toSentence('What will be said is being written.') },
  price: {
    cost: ({ lessons }) => audioCost(minutesOf(lessons)),
    quota: null,
    cause: (about) => toSentence('Audio: {about}', { about }),
  },
  source: { context: sql`jsonb_build_object('lessons', run.request->'lessons')` },
  order,
  retryNeeds: sql`exists (select from course where course.id = (run.request->>'course_id')::uuid)`,
  retryMessage: toSentence('The lessons that are missing are spoken.'),
  reasons: { 'vendors.failed': toSentence('No service could speak these lessons. Nothing was charged. Please try again.') },
  /** Spoken lessons are kept and charged. */
  async keep(trx, { id: runId, request }) {
    const spoken = await spokenBy(trx, runId);
    if (spoken.lessons === 0) return false;
    await completeRun(trx, { runId, stopped: true, result: spoken, share: shareOf(spoken.seconds, request as AudioRequest) });
    return true;
  },
});

const minutesOf = (lessons: AudioRequest['lessons']): number => lessons.reduce((sum, { minutes }) => sum + minutes, 0);

/** Returns how many lessons a run has spoken, and their length in seconds. */
export async function spokenBy(trx: Knex.Transaction, runId: string): Promise<{ lessons: number; seconds: number }> {
  const steps: { output: { seconds: number } }[] = await trx('step')
    .where({ run_id: runId, job: 'speak-script', state: 'completed' })
    .select('output');
  return { lessons: steps.length, seconds: Math.round(steps.reduce((sum, { output }) => sum + output.seconds, 0)) };
}

/** Returns what so many seconds cost of the reservation: begun minutes, never more than was reserved. */
export const shareOf =
  (seconds: number, { lessons }: Pick<AudioRequest, 'lessons'>) =>
  (reserved: number): number =>
    Math.min(reserved, Math.ceil((reserved * Math.ceil(seconds / 60)) / Math.max(1, minutesOf(lessons))));
