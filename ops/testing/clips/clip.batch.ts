import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { BatchWork } from '#domain/operator/batches/batch-work.ts';
import { costOfRuns } from '#domain/operator/batches/estimate.queries.ts';
import { isSelected, LIVE, MOST_COURSES } from '#domain/operator/batches/selection.queries.ts';
import { database } from '#domain/platform/database.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { CLIP, type ClipRequest } from './clip.kind.ts';

const SECONDS = 8;
const CENTITOKENS = SECONDS * 40;

/** Films a clip for each course whose title has no scene yet. */
export const MISSING_CLIPS: BatchWork = {
  async choose(_task, filters) {
    const found = await rowsOf<{ id: string; account_id: string; title: string }>(
      database(),
      sql`select live.id, live.account_id, live.title from (${LIVE}) live
           where ${isSelected(filters)} and not exists (select from run where kind = ${CLIP} and request->>'scene' = live.title)
           order by live.id limit ${MOST_COURSES}`,
    );
    return {
      courses: found.map(({ id, account_id: accountId, title }) => ({
        courseId: id,
        accountId,
        lessonIds: [],
        places: [title],
        ofLessons: 0,
      })),
      pinned: 0,
      edited: 0,
    };
  },
  nothing: toSentence('No clip is missing.'),
  costOfUnit: () => costOfRuns({ kind: CLIP, presumed: { tokensIn: 0, tokensOut: 0, seconds: 60 }, besides: 1_000_000 }),
  priceOf: (courses) => courses.length * CENTITOKENS,
  ofPlan: null,
  async start(_batch, { places: [scene = ''] }, { accountId, batchId, ownerPays, requestId, idempotencyKey }) {
    const request: ClipRequest = { scene, seconds: SECONDS };
    const payerId = ownerPays ? accountId : null;
    const { runId } = await acceptRun({
      kind: CLIP,
      accountId,
      request,
      subject: scene,
      requestId,
      idempotencyKey,
      fingerprint: [batchId, scene],
      dedupeKey: null,
      parentId: batchId,
      lane: 'batch',
      payerId,
      cappedId: payerId,
      notifiedId: null,
    });
    return { runId };
  },
  async takeBack({ child_id: id }) {
    await database()('run').where({ id }).update({ result: null });
    return null;
  },
};
