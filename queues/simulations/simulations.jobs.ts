import { defineJobs } from '../platform/define-job.ts';

/** Calls of services for one simulation. */
export const SIMULATION_JOBS = defineJobs('simulate', { 'write-simulation': {}, 'check-simulation': {}, 'correct-simulation': {} });
