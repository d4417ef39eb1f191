import * as z from 'zod';
import { PICTURE_JOBS } from './generation/pictures.jobs.ts';
import { GENERATION_JOBS } from './generation/generation.jobs.ts';
import type { JobDeclaration } from './platform/define-job.ts';
import { RECOMMENDATION_JOBS } from './recommendations/recommendations.jobs.ts';
import { TRANSLATION_JOBS } from './translation/translation.jobs.ts';
import { MODERATION_JOBS } from './moderation/moderation.jobs.ts';
import { AUDIO_JOBS } from './audio/audio.jobs.ts';
import { EXPORT_JOBS } from './exports/exports.jobs.ts';
import { SOURCE_JOBS } from './sources/sources.jobs.ts';
import { SIMULATION_JOBS } from './simulations/simulations.jobs.ts';
import { VIDEO_JOBS } from './video/video.jobs.ts';
import { PRACTICE_JOBS } from './practice/practice.jobs.ts';
import { VOICE_JOBS } from './voice/voice.jobs.ts';
import { stepPayload, type StepPayload } from './platform/step-payload.ts';

/** All jobs, one line per feature. `workers/processors.ts` must have a processor for each. */
// oxfmt-ignore
export const JOBS = {
  ...GENERATION_JOBS,
  ...PICTURE_JOBS,
  ...RECOMMENDATION_JOBS,
  ...TRANSLATION_JOBS,
  ...VIDEO_JOBS,
  ...SIMULATION_JOBS,
  ...AUDIO_JOBS,
  ...EXPORT_JOBS,
  ...SOURCE_JOBS,
  ...MODERATION_JOBS,
  ...VOICE_JOBS,
  ...PRACTICE_JOBS,
} as const;

export type JobName = keyof typeof JOBS;

const known = new Map<string, JobDeclaration>(Object.entries(JOBS));

/** Registers jobs of kinds that exist in a test only. Call it before queues are opened. */
export function addJobs(more: Readonly<Record<string, JobDeclaration>>): void {
  for (const [name, job] of Object.entries(more)) known.set(name, job);
}

export const isJobName = (name: string): boolean => known.has(name);

/** Returns a job's declaration. @throws Error naming the job when it is unknown here */
export function jobOf(name: string): JobDeclaration {
  const job = known.get(name);
  if (!job) throw new Error(`no job is called ${name} here`);
  return job;
}

/** Returns the kinds of work, each with queues of its own. */
export const works = (): string[] => [...new Set([...known.values()].map(({ work }) => work))];

export const jobsOfWork = (work: string): JobDeclaration[] => [...known.values()].filter((job) => job.work === work);

/** A job as a worker receives it. */
export interface ReceivedJob {
  readonly name: string;
  readonly payload: StepPayload;
  /** It was delayed, and someone has promoted it before its time. */
  readonly isPromoted?: boolean;
  /** The queue delivers it again by itself, because its worker was lost or stood still. */
  readonly hasStalled?: boolean;
}

/**
 * Validates what came out of a queue.
 * @throws Error naming the job when it is unknown here or its payload has another shape
 */
export function readJob(name: string, data: unknown): ReceivedJob {
  jobOf(name);
  const parsed = stepPayload.safeParse(data);
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  return { name, payload: parsed.data };
}
