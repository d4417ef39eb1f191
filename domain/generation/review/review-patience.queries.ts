import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';

/** How long reviews wait for a second service when the last lesson and its practice are written: somebody waits for the course. */
export const REVIEW_WAITS_MS = 20_000;

/**
 * Returns for how long a review may still wait for a service, in ms. It has time while lessons are being written, and nobody waits for the
 * runs of an operators' batch.
 */
export async function reviewPatienceMs({ runId, lane }: Pick<ClaimedStep, 'runId' | 'lane'>): Promise<number> {
  if (lane === 'batch') return Infinity;
  const [written] = await rowsOf<{ since_ms: number | null }>(
    database(),
    sql`select case when bool_and(state in ('completed', 'failed')) then extract(epoch from now() - max(finished_at)) * 1000 end::float as since_ms
          from step where run_id = ${runId} and (key like 'lesson:%' or key like 'practice:%')`,
  );
  return written?.since_ms == null ? Infinity : REVIEW_WAITS_MS - written.since_ms;
}
