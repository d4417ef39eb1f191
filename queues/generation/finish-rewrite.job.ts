import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** Ends a run that wrote single lessons: they wait as a proposal, or fill the gaps of their course. Calls no service. */
export const finishRewrite = defineJob({ name: 'finish-rewrite', work: 'generate', payload: stepPayload });
