import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** A verdict on one lesson, by a service that wrote none of it. */
export const reviewLesson = defineJob({ name: 'review-lesson', work: 'generate', payload: stepPayload });
