import { defineJobs } from '../platform/define-job.ts';

/** Parts are heard by a service while the worker waits; splitting takes its processor for some seconds. */
export const VOICE_JOBS = defineJobs('hear', { 'split-speech': {}, 'hear-speech': {}, 'join-speech': {} });
