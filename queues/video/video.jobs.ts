import { defineJobs } from '../platform/define-job.ts';

/** Clips are polled for, outside the worker; joining them uses a CPU for some seconds. */
export const VIDEO_JOBS = defineJobs('film', { 'film-take': {}, 'join-takes': {}, 'hear-clip': {} });
