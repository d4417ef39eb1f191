import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** The text of one lesson. */
export const writeLesson = defineJob({ name: 'write-lesson', work: 'generate', payload: stepPayload });
