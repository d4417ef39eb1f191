import * as z from 'zod';
import type { Work } from '#contract/platform/kinds-of-work.ts';
import { defineJobs, type JobDeclaration } from './platform/define-job.ts';
import { stepPayload, type StepPayload } from './platform/step-payload.ts';

/** The jobs of each kind of work, which has separate queues: a kind without an entry, or a job without a processor, does not compile. */
const JOBS_OF = {
  /**
   * Writing a course; `finish-rewrite` ends a run that writes single lessons, `finish-reviews` a run that checks lessons, `finish-editing`
   * one that reads a whole course.
   */
  generate: defineJobs('generate', {
    'draft-outline': {},
    'research-topic': {},
    'write-module': {},
    'write-lesson': {},
    'write-practice': {},
    'write-workshop': {},
    'review-lesson': {},
    'correct-lesson': {},
    'assemble-course': {},
    'finish-rewrite': {},
    'finish-reviews': {},
    'edit-course': {},
    'apply-edits': {},
    'finish-editing': {},
  }),
  /** A separate kind, so that no lesson waits behind a picture. */
  draw: defineJobs('draw', { 'plan-pictures': {}, 'draw-picture': {}, 'film-course': {}, 'close-pictures': {} }),
  recommend: defineJobs('recommend', { 'recommend-courses': {} }),
  translate: defineJobs('translate', {
    'translate-texts': {},
    'bind-texts': {},
    'translate-list': {},
    'find-names': {},
    'translate-frame': {},
    'translate-lesson': {},
    'judge-translation': {},
    'close-translation': {},
  }),
  /** Clips are polled for outside the worker; joining them uses a CPU for some seconds. */
  film: defineJobs('film', { 'film-take': {}, 'join-takes': {}, 'hear-clip': {} }),
  export: defineJobs('export', { 'write-export': {}, 'take-course': {}, 'change-people': {} }),
  /** Reading can use a CPU for a minute. */
  source: defineJobs('source', { 'fetch-source': {}, 'read-source': {} }),
  /** One call to a service about a text that awaits moderation. */
  moderate: defineJobs('moderate', { 'judge-text': {} }),
  /** A service transcribes the parts while the worker waits; splitting uses a CPU for some seconds. */
  hear: defineJobs('hear', { 'split-speech': {}, 'hear-speech': {}, 'join-speech': {} }),
  /** One call to a service for a waiting learner. */
  grade: defineJobs('grade', { 'grade-answer': {} }),
  cards: defineJobs('cards', { 'write-cards': {}, 'check-cards': {}, 'close-cards': {} }),
  simulate: defineJobs('simulate', { 'write-simulation': {}, 'check-simulation': {}, 'correct-simulation': {} }),
  /** Scripts and voices of audio courses. A lesson's speech takes many calls, whose results are stored one by one. */
  speak: defineJobs('speak', { 'write-script': {}, 'check-script': {}, 'correct-script': {}, 'speak-script': {}, 'close-audio': {} }),
  /** Samples of several models on the same briefs, and the judges' calls. */
  evaluate: defineJobs('evaluate', {
    'research-brief': {},
    'draft-sample': {},
    'write-sample': {},
    'question-sample': {},
    'review-sample': {},
    'correct-sample': {},
    'judge-pair': {},
    'close-evaluation': {},
  }),
  /** Calls to a service that is not connected yet; it may first load its model for minutes. */
  try: defineJobs('try', { 'try-lesson': {}, 'try-quiz': {} }),
} satisfies Readonly<Record<Work, Readonly<Record<string, JobDeclaration>>>>;

/** The names of the jobs of these kinds of work. */
export type JobsOf<Of extends Work> = { [Each in Of]: keyof (typeof JOBS_OF)[Each] }[Of];
export type JobName = JobsOf<Work>;

/** All jobs by name. */
export const JOBS = Object.assign({}, ...Object.values(JOBS_OF)) as Readonly<Record<JobName, JobDeclaration>>;

const known = new Map<string, JobDeclaration>(Object.entries(JOBS));

/** Registers jobs of kinds that exist only in a test. Call it before queues are opened. */
export function addJobs(more: Readonly<Record<string, JobDeclaration>>): void {
  for (const [name, job] of Object.entries(more)) known.set(name, job);
}

export const isJobName = (name: string): boolean => known.has(name);

/** Returns a job's declaration. @throws Error with the name of an unknown job */
export function jobOf(name: string): JobDeclaration {
  const job = known.get(name);
  if (!job) throw new Error(`this release has no job named ${name}`);
  return job;
}

/** Returns the kinds of work, each with its own queues. */
export const works = (): string[] => [...new Set([...known.values()].map(({ work }) => work))];

export const jobsOfWork = (work: string): JobDeclaration[] => [...known.values()].filter((job) => job.work === work);

/** A job as a worker receives it. */
export interface ReceivedJob {
  readonly name: string;
  readonly payload: StepPayload;
  /** The job was delayed, and somebody has promoted it early. */
  readonly isPromoted?: boolean;
  /** The queue itself delivers the job again, because its worker was lost or suspended. */
  readonly hasStalled?: boolean;
}

/**
 * Validates a job received from a queue.
 * @throws Error with the job's name, if it is unknown here or its payload has another shape
 */
export function readJob(name: string, data: unknown): ReceivedJob {
  jobOf(name);
  const parsed = stepPayload.safeParse(data);
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  return { name, payload: parsed.data };
}
