import { filmCourseClip } from '#contract/courses/course-pictures.contract.ts';
import { generateCourse } from '#contract/generation/generation.contract.ts';
import * as z from 'zod';
import { clipPrice } from '#contract/billing/price.ts';
import { VIDEO_MODES, VIDEO_SECONDS, generateVideo, generateVideoFromImage } from '#contract/video/video.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { OWN } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import { VEO_SECONDS, type VeoSeconds } from '#domain/vendors/video/veo.client.ts';
import { clipEta } from './videos.queries.ts';

const requestSchema = z.object({
  prompt: z.string(),
  negative_prompt: z.string(),
  mode: z.enum(VIDEO_MODES),
  duration: z.literal([...VIDEO_SECONDS]),
  image_id: z.uuid().nullable(),
});
export type VideoRequest = z.infer<typeof requestSchema>;

export const VIDEO_KIND = 'video';
const LONGEST = Math.max(...VEO_SECONDS);

/** Returns the lengths of a clip's takes, in order: supported lengths until the clip is long enough; the last take is cut. */
export function takesOf(seconds: number): VeoSeconds[] {
  const takes: VeoSeconds[] = [];
  for (let left = seconds; left > 0; left -= takes.at(-1)!) takes.push(VEO_SECONDS.find((length) => length >= Math.min(left, LONGEST))!);
  return takes;
}

/** Returns the take that a step films. */
export const takeOf = (key: string): number => Number(key.slice('take-'.length));

/** Progress range of filming, which takes most of the time, in per cent. */
const FILMED = { from: 10, to: 85 } as const;
const HEARD_FROM = 95;

/** Films one take after another, each beginning with the last frame of the previous one; then joins them, and transcribes the speech. */
function order({ duration }: { duration: number }, steps: readonly OrderedStep[]): Order {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'filming', progress: 0, failed: failureOf(failed) };
  const known = knownSteps(steps);
  const takes = takesOf(duration);
  const next = takes.findIndex((_, index) => !known.isDone(`take-${index}`));
  if (next >= 0) {
    const key = `take-${next}`;
    const progress = Math.round(FILMED.from + ((FILMED.to - FILMED.from) * next) / takes.length);
    return { add: known.missing([{ job: 'film-take', key }]), stage: 'filming', progress };
  }
  if (!known.isDone('join')) return { add: known.missing([{ job: 'join-takes', key: 'join' }]), stage: 'joining', progress: FILMED.to };
  return { add: known.missing([{ job: 'hear-clip', key: 'captions' }]), stage: 'listening', progress: HEARD_FROM };
}

/** Films a clip of some seconds. The vendor takes minutes, during which no worker waits. */
export const videoKind = defineKind<
  VideoRequest,
  { duration: number },
  OrderedStep,
  { duration: number; mode: string },
  { duration: number; mode: string }
>({
  name: VIDEO_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['filming', 'joining', 'listening'],
  // it waits for the vendor, and must not occupy a place meanwhile
  parkedStages: ['filming'],
  begins: { stage: 'filming', progress: 5, message: toSentence('Filming has begun.') },
  price: {
    orderedBy: [generateVideo, generateVideoFromImage, filmCourseClip, generateCourse],
    cost: ({ mode, duration }) => clipPrice(mode, duration).centitokens,
    quota: {
      feature: 'video_seconds',
      units: ({ mode, duration }) => clipPrice(mode, duration).units,
      reserved: toSentence('It uses video seconds from your plan.'),
      used: toSentence('It used video seconds from your plan.'),
    },
    cause: (about) => toSentence('Video: {about}', { about }),
  },
  source: { context: sql`jsonb_build_object('duration', run.request->'duration')` },
  order,
  exported: [
    {
      file: 'videos',
      description: 'Clips you had filmed. Their files can be saved one by one in My Courses.',
      table: 'video_clip',
      condition: OWN,
      columns: ['run_id account_id title prompt negative_prompt mode seconds image_id image_name video_id poster_id captions created_at'],
      key: { created_at: 'timestamptz', run_id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'The clip is complete.' },
    failed: { retry: 'Failed takes; filmed ones are kept.' },
    cancelled: { nothing: 'There are no partial clips; a stopped one charges nothing.' },
  },
  reasons: {
    'video.refused': toSentence('The video service refused this request because it breaks the service’s rules. You were not charged.'),
    'video.not_filmable': toSentence(
      'The video service cannot film this description. You were not charged. Try describing it differently.',
    ),
    'video.failed': toSentence('The video service could not film this. Nothing was charged. Please try again.'),
    'run.timed_out': toSentence('The video service took too long. Nothing was charged. Please try again.'),
  },
  retryMessage: toSentence('Filming goes on.'),
  details: {
    sql: sql`jsonb_build_object('duration', run.request->'duration', 'mode', run.request->'mode')`,
    toWire: ({ detail: { duration } }) => ({ duration }),
    pollMs: () => 3_000,
  },
  eta: ({ detail, started_at: startedAt }) => clipEta({ ...detail, startedAt }),
  summary: {
    sql: sql`jsonb_build_object('duration', run.request->'duration', 'mode', run.request->'mode')`,
    toWire: ({ detail }) => detail,
  },
  searchable: sql`run.subject || ' ' || (run.request->>'prompt')`,
});
