import { defineJob } from '../platform/define-job.ts';
import { stepPayload } from './step-payload.ts';

/** What is current and practised in the topic, beside the outline. */
export const researchTopic = defineJob({ name: 'research-topic', work: 'generate', payload: stepPayload });
