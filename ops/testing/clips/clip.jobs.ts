import { defineJobs } from '#queues/platform/define-job.ts';

/** A kind of work of its own, with queues of its own. */
export const CLIP_JOBS = defineJobs('film', { 'film-clip': {}, 'cut-clip': {}, 'start-clips': {} });
