import { defineJobs } from '../platform/define-job.ts';

/** One call of a service about a text that awaits moderation. */
export const MODERATION_JOBS = defineJobs('moderate', { 'judge-text': {} });
