import type { JobsOf } from '#queues/registry.ts';
import { judgeAgain } from '#domain/moderation/decision.commands.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const MODERATION_PROCESSORS: Readonly<Record<JobsOf<'moderate'>, Processor>> = {
  'judge-text': { work: judgeAgain, settle: settleFailure },
};
