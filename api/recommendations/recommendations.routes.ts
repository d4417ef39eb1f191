import * as contract from '#contract/recommendations/recommendations.contract.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { awaitRun } from '#domain/platform/runs/run-envelope.queries.ts';
import { readRecommendations } from '#domain/recommendations/recommendations.queries.ts';
import { startRecommendations } from '#domain/recommendations/recommendation.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountRecommendations(router: ApiRouter): void {
  mount(router, contract.recommendCourses, async ({ user, body, requestId, signal }) => {
    const { user_id: named } = body.user_context;
    if (named !== undefined && named !== user.userId) throw new ProductError('access.denied');
    const runId = await startRecommendations({ accountId: user.userId, requestId, options: body });
    const how = signal.aborted ? 'timeout' : await awaitRun(runId, { timeoutMs: config().generateWaitMs, signal });
    const standing = await readRecommendations(user.userId);
    if (how === 'timeout') return { status: 202, body: standing };
    if (standing.run?.status === 'failed') {
      const { reason } = standing.run;
      throw new ProductError('vendors.failed', 'No AI service could recommend courses right now. Please try again later.', {
        data: { ...(reason && { reason }) },
      });
    }
    return { status: 200, body: standing };
  });
  mount(router, contract.getRecommendations, async ({ user }) => ({ status: 200, body: await readRecommendations(user.userId) }));
}
