import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { makeRecommendations } from '#domain/recommendations/recommendation.commands.ts';
import type { Processor } from '../platform/processor.ts';

export const RECOMMENDATION_PROCESSORS: Readonly<Record<JobsOf<'recommend'>, Processor>> = {
  'recommend-courses': { work: makeRecommendations, settle: settleFailure },
};
