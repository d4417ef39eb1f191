import { researchTopic } from '#domain/generation/outline/research-topic.command.ts';
import type { Processor } from '../platform/processor.ts';

export const researchTopicProcessor: Processor = ({ step, signal }) => researchTopic({ step, signal });
