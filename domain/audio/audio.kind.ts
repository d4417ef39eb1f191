import * as z from 'zod';
import { AUDIO_STYLES, audioCost, makeAudio } from '#contract/audio/audio.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { knownSteps, orderItems } from '#domain/platform/runs/known-steps.ts';
import { OWN, WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { Knex } from 'knex';

const requestSchema = z.object({
  course_id: z.uuid(),
  language: z.enum(FORM_OPTIONS.language_preference),
  style: z.enum(AUDIO_STYLES),
  /** The lessons to speak, each with the minutes reserved for it. */
  lessons: z.array(z.object({ lesson_id: z.uuid(), minutes: z.int() })),
});
export type AudioRequest = z.infer<typeof requestSchema>;

export const AUDIO_KIND = 'audio';

/** Steps of a lesson's audio, in order, with the job of each. */
const JOBS = { script: 'write-script', check: 'check-script', correct: 'correct-script', speech: 'speak-script' } as const;

type Context = Pick<AudioRequest, 'lessons'>;

interface Step extends OrderedStep {
  /** For a step that checks a script: the flaws that another service found. */
  readonly findings: readonly string[] | null;
}

/**
 * A lesson's script is written, checked by another service, corrected if the check found flaws, then spoken. Lessons do not wait for each
 * other, and a failed lesson does not stop the others.
 */
function order({ lessons }: Context, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const parts = lessons.map(({ lesson_id: itemId }, place) => {
    const label = `lesson ${place + 1} of ${lessons.length}`;
    const stepOf = (part: string) => known.get(`${part}-${itemId}`);
    const isDone = (part: string) => known.isDone(`${part}-${itemId}`);
    const isRight = isDone('check') && (stepOf('check')!.findings?.length ?? 0) === 0;
    // a run of an earlier release speaks without a check
    const next =
      stepOf('speech') || isRight || isDone('correct') ? 'speech' : isDone('check') ? 'correct' : isDone('script') ? 'check' : 'script';
    return {
      step: { job: JOBS[next], key: `${next}-${itemId}`, itemId, label } satisfies NewStep,
      failed: Object.keys(JOBS)
        .map(stepOf)
        .find((step) => step?.state === 'failed'),
      isScriptReady: next === 'speech',
      isSpoken: isDone('speech'),
    };
  });
  const failed = parts.flatMap((part) => part.failed ?? []);
  const ended = parts.filter((part) => part.isSpoken || part.failed).length;
  const written = parts.filter((part) => part.isScriptReady || part.failed).length;
  const wanted = parts.map(({ step }) => step);
  const total = lessons.length;
  return {
    ...orderItems({ known, wanted, isOver: ended === total, failed, total, close: { job: 'close-audio', key: 'close' } }),
    stage: written === total ? 'speaking' : 'writing',
    progress: 5 + Math.floor((30 * written + 60 * ended) / Math.max(1, total)),
  };
}

/** Speaks the lessons of a course. A finished lesson can be listened to at once, and is charged by the minute. */
export const audioKind = defineKind<AudioRequest, Context, Step>({
  name: AUDIO_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['writing', 'speaking'],
  begins: { stage: 'writing', progress: 5, message: toSentence('The script is being written.') },
  price: {
    orderedBy: [makeAudio],
    cost: ({ lessons }) => audioCost(minutesOf(lessons)),
    quota: null,
    cause: (about) => toSentence('Audio: {about}', { about }),
  },
  source: {
    context: sql`jsonb_build_object('lessons', run.request->'lessons')`,
    step: sql`jsonb_build_object('findings', case when step.job = 'check-script' then step.output->'findings' end)`,
  },
  order,
  exported: [
    {
      file: 'audio-courses',
      description: 'Your courses as audio: language, style, and whether the audio comes with the course to those who take it.',
      table: 'audio_course',
      condition: OWN,
      columns: ['course_id language account_id style run_id is_published created_at'],
      key: { created_at: 'timestamptz', course_id: 'uuid', language: 'text' },
    },
    {
      file: 'audio-lessons',
      description: 'Lessons as audio: what is said, with the time of every word, and which services wrote, checked and spoke it.',
      table: 'audio_lesson',
      condition: OWN,
      columns: ['course_id language lesson_id account_id turns media_id seconds spoken_by written_by checked_by made_at'],
      withheld: { source_hash: WITHHELD.hash },
      key: { made_at: 'timestamptz', course_id: 'uuid', language: 'text', lesson_id: 'uuid' },
      page: 100,
    },
    {
      file: 'audio-places',
      description: 'Where you stopped listening.',
      table: 'audio_place',
      condition: OWN,
      columns: ['account_id course_id language lesson_id seconds changed_at'],
      key: { course_id: 'uuid' },
    },
    {
      file: 'audio-feeds',
      description: 'Private podcasts of your courses.',
      table: 'audio_feed',
      condition: OWN,
      columns: ['id account_id course_id language created_at'],
      key: { id: 'uuid' },
    },
  ],
  again: {
    completed: { by: makeAudio, makes: 'lessons that are missing or have changed since' },
    failed: { retry: 'Failed lessons; finished recordings are kept.' },
    cancelled: { by: makeAudio, makes: 'the rest; finished recordings were kept and charged' },
  },
  retryNeeds: sql`exists (select from course where course.id = (run.request->>'course_id')::uuid)`,
  retryMessage: toSentence('The audio of the missing lessons is being created.'),
  reasons: { 'vendors.failed': toSentence('No service could create audio for these lessons. Nothing was charged. Please try again.') },
  noticeCourse: async (_, { request }) => (request as AudioRequest).course_id,
  /** Spoken lessons stay, and are charged. */
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

/** Returns the cost of this many seconds as a share of the reservation: by the begun minute, never more than was reserved. */
export const shareOf =
  (seconds: number, { lessons }: Pick<AudioRequest, 'lessons'>) =>
  (reserved: number): number =>
    Math.min(reserved, Math.ceil((reserved * Math.ceil(seconds / 60)) / Math.max(1, minutesOf(lessons))));
