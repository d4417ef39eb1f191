import type { PRACTICE_JOBS } from '#queues/practice/practice.jobs.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { gradeAnswer } from '#domain/practice/words/grade-answer.command.ts';
import type { Processor } from '../platform/processor.ts';

export const PRACTICE_PROCESSORS: Readonly<Record<keyof typeof PRACTICE_JOBS, Processor>> = {
  'grade-answer': { work: gradeAnswer, settle: settleFailure },
};
