import { defineJobs } from '../platform/define-job.ts';

/** One call of a service for a learner who waits for it. */
export const PRACTICE_JOBS = defineJobs('grade', { 'grade-answer': {} });
