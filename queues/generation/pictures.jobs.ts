import { defineJobs } from '../platform/define-job.ts';

/** Pictures have queues of their own, so that no lesson waits behind one. */
export const PICTURE_JOBS = defineJobs('draw', { 'plan-pictures': {}, 'draw-picture': {}, 'film-course': {}, 'close-pictures': {} });
