import { defineJobs } from '../platform/define-job.ts';

/** Reading may use a CPU for a minute: it has queues of its own. */
export const SOURCE_JOBS = defineJobs('source', { 'fetch-source': {}, 'read-source': {} });
