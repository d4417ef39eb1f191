import { draftOutline } from '#domain/generation/outline/draft-outline.command.ts';
import type { Processor } from '../platform/processor.ts';

export const draftOutlineProcessor: Processor = ({ step, signal }) => draftOutline({ step, signal });
