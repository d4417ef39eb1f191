import * as z from 'zod';
import { assembleCourse } from './generation/assemble-course.job.ts';
import { correctLesson } from './generation/correct-lesson.job.ts';
import { draftOutline } from './generation/draft-outline.job.ts';
import { finishRewrite } from './generation/finish-rewrite.job.ts';
import { researchTopic } from './generation/research-topic.job.ts';
import { reviewLesson } from './generation/review-lesson.job.ts';
import { writeLesson } from './generation/write-lesson.job.ts';
import { writePractice } from './generation/write-practice.job.ts';

/** Every job there is. `workers/processors.ts` must have a processor for each. */
export const JOBS = {
  'draft-outline': draftOutline,
  'research-topic': researchTopic,
  'write-lesson': writeLesson,
  'write-practice': writePractice,
  'review-lesson': reviewLesson,
  'correct-lesson': correctLesson,
  'assemble-course': assembleCourse,
  'finish-rewrite': finishRewrite,
} as const satisfies { [Name in string]: { name: Name } };

export type JobName = keyof typeof JOBS;

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** A job as a worker receives it: a known name with the payload that name declares. */
export type TakenJob = { [Name in JobName]: { readonly name: Name; readonly payload: z.infer<(typeof JOBS)[Name]['payload']> } }[JobName];

/**
 * Checks what came out of a queue against its declaration.
 * @throws Error naming the job when it is unknown here or its payload has another shape
 */
export function readJob(name: string, data: unknown): TakenJob {
  if (!isJobName(name)) throw new Error(`no job is called ${name} here`);
  const parsed = JOBS[name].payload.safeParse(data);
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  return { name, payload: parsed.data };
}
