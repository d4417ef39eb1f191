import { defineJobs } from '../platform/define-job.ts';

/** Clips are waited for outside the worker; joining them takes its processor for some seconds. */
export const VIDEO_JOBS = defineJobs('film', { 'film-take': {}, 'join-takes': {}, 'hear-clip': {} });
