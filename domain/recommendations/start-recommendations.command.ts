import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { recommendCourses } from '#contract/recommendations/recommendations.contract.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { RECOMMENDATIONS_KIND } from './recommendations.kind.ts';

interface Start {
  readonly accountId: string;
  readonly requestId: string;
  readonly asked: BodyOf<typeof recommendCourses>;
}

/**
 * Starts choosing courses for a learner. One request at a time: a repeat meanwhile returns the same run.
 * @returns id of its run
 * @throws ProductError spend.user_cap, spend.install_cap
 */
export async function startRecommendations({ accountId, requestId, asked }: Start): Promise<string> {
  const { runId } = await acceptRun({
    kind: RECOMMENDATIONS_KIND,
    accountId,
    request: {
      context: asked.user_context,
      count: asked.recommendation_count,
      insights: asked.include_insights,
      language: asked.language,
    },
    subject: 'Recommendations',
    requestId,
    asked: null,
    dedupeKey: `${RECOMMENDATIONS_KIND}:${accountId}`,
  });
  return runId;
}
