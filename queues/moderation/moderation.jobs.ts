import { defineJobs } from '../platform/define-job.ts';

/** One call of a service about a text that waits to be seen. */
export const MODERATION_JOBS = defineJobs('moderate', { 'judge-text': {} });
