import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** A validated course version out of everything the run has made; calls no service. */
export const assembleCourse = defineJob({ name: 'assemble-course', work: 'generate', payload: stepPayload });
