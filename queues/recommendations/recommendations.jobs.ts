import { defineJobs } from '../platform/define-job.ts';

/** One call of a service, separate from the writing of courses. */
export const RECOMMENDATION_JOBS = defineJobs('recommend', { 'recommend-courses': {} });
