import { defineJobs } from '../platform/define-job.ts';

export const EXPORT_JOBS = defineJobs('export', { 'write-export': {}, 'take-course': {} });
