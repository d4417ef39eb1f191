import { writePractice } from '#domain/generation/practice/write-practice.command.ts';
import type { Processor } from '../platform/processor.ts';

export const writePracticeProcessor: Processor = ({ step, signal }) => writePractice({ step, signal });
