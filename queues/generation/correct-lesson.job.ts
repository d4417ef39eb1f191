import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** One correction round of a lesson whose review found faults. */
export const correctLesson = defineJob({ name: 'correct-lesson', work: 'generate', payload: stepPayload });
