import { defineJobs } from '../platform/define-job.ts';

/** A service transcribes the parts while the worker waits; splitting uses a CPU for some seconds. */
export const VOICE_JOBS = defineJobs('hear', { 'split-speech': {}, 'hear-speech': {}, 'join-speech': {} });
