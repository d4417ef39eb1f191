import type { JobsOf } from '#queues/registry.ts';
import { tryLesson, tryQuiz } from '#domain/generation/trial/connection-test.commands.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const CONNECTION_PROCESSORS: Readonly<Record<JobsOf<'try'>, Processor>> = {
  'try-lesson': { work: tryLesson, settle: settleFailure },
  'try-quiz': { work: tryQuiz, settle: settleFailure },
};
