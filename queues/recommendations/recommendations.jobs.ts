import { defineJobs } from '../platform/define-job.ts';

/** One call of a service, beside the writing of courses. */
export const RECOMMENDATION_JOBS = defineJobs('recommend', { 'recommend-courses': {} });
