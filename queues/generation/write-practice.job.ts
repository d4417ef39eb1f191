import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** Quiz items or exercises for one written lesson. */
export const writePractice = defineJob({ name: 'write-practice', work: 'generate', payload: stepPayload });
