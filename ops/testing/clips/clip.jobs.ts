import { defineJobs } from '#queues/platform/define-job.ts';

/** The jobs of the test kind, in queues of their own. */
export const CLIP_JOBS = defineJobs('film', { 'film-clip': {}, 'cut-clip': {}, 'start-clips': {} });
