import { defineJobs } from '#queues/platform/define-job.ts';

/** The test kind's jobs, with separate queues. */
export const CLIP_JOBS = defineJobs('film', { 'film-clip': {}, 'cut-clip': {}, 'start-clips': {} });
