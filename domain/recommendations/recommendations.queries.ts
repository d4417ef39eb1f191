import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { Recommendation, RecommendationsStanding } from '#contract/recommendations/recommendations.contract.ts';
import { database } from '#domain/platform/database.ts';
import { failureReason } from '#domain/platform/runs/run-error.ts';
import type { Run } from '#domain/platform/runs/run.model.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { RECOMMENDATIONS_KIND } from './recommendations.kind.ts';

type Row = Pick<Run, 'id' | 'status' | 'error_code' | 'error_detail' | 'operator_detail' | 'finished_at'> & {
  readonly result: { readonly recommendations: Recommendation[]; readonly insights: string[] } | null;
};

/** Returns a user's last recommendations, and the state of a later request. */
export async function readRecommendations(accountId: string): Promise<RecommendationsStanding> {
  const rows = await rowsOf<Row>(
    database(),
    sql`(select id, status, error_code, error_detail, operator_detail, finished_at, null::jsonb as result from run
       where account_id = ${accountId} and kind = ${RECOMMENDATIONS_KIND} order by created_at desc limit 1)
     union all
     (select id, status, error_code, error_detail, operator_detail, finished_at, result from run
       where account_id = ${accountId} and kind = ${RECOMMENDATIONS_KIND} and status = 'completed' and result is not null order by created_at desc limit 1)`,
  );
  const last = rows.find(({ result }) => result === null);
  const made = rows.find(({ result }) => result !== null);
  const status = last?.status;
  return {
    recommendations: made?.result?.recommendations ?? [],
    insights: made?.result?.insights ?? [],
    created_at: made?.finished_at?.toISOString() ?? null,
    run:
      last && (status === 'queued' || status === 'running' || status === 'failed')
        ? {
            task_id: last.id,
            status,
            detail: status === 'failed' ? ERRORS[(last.error_code ?? 'vendors.failed') as ErrorCode].title : null,
            reason: status === 'failed' ? failureReason(last) : null,
          }
        : null,
  };
}
