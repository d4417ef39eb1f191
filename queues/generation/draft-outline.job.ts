import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** Modules, lessons, objectives and durations from the form. */
export const draftOutline = defineJob({ name: 'draft-outline', work: 'generate', payload: stepPayload });
