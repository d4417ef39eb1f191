import { defineJobs } from '../platform/define-job.ts';

/** One call of a service for a waiting learner. */
export const PRACTICE_JOBS = {
  ...defineJobs('grade', { 'grade-answer': {} }),
  ...defineJobs('cards', { 'write-cards': {}, 'check-cards': {}, 'close-cards': {} }),
} as const;
