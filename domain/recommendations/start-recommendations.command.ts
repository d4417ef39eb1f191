import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { recommendCourses } from '#contract/recommendations/recommendations.contract.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { RECOMMENDATIONS_KIND } from './recommendations.kind.ts';

interface Start {
  readonly accountId: string;
  readonly requestId: string;
  readonly options: BodyOf<typeof recommendCourses>;
}

/**
 * Starts choosing courses for a learner. One request at a time: a repeat meanwhile returns the same run.
 * @returns id of its run
 * @throws ProductError spend.user_cap, spend.install_cap
 */
export async function startRecommendations({ accountId, requestId, options }: Start): Promise<string> {
  const { runId } = await acceptRun({
    kind: RECOMMENDATIONS_KIND,
    accountId,
    request: {
      context: options.user_context,
      count: options.recommendation_count,
      insights: options.include_insights,
      language: options.language,
    },
    subject: 'Recommendations',
    requestId,
    fingerprint: null,
    dedupeKey: `${RECOMMENDATIONS_KIND}:${accountId}`,
  });
  return runId;
}
