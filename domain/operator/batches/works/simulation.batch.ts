import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { courseHome } from '#domain/courses/pictures/course-pictures.queries.ts';
import type { BatchWork } from '../batch-work.ts';
import { costOfRuns } from '../estimate.queries.ts';
import { isSelected, LIVE, MOST_COURSES } from '../selection.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { removeRunSimulation, startMissingSimulation } from '#domain/simulations/simulation.commands.ts';
import { hasSimulation } from '#domain/simulations/simulation.queries.ts';

/** The prompt with its rules is sent twice, and the scene once for its check; a third of the scenes are corrected. */
const PRESUMED = { tokensIn: 9_000, tokensOut: 6_000, seconds: 60 };

/** Makes the first simulation of each course that has none. */
export const MISSING_SIMULATIONS: BatchWork = {
  /** A simulation in progress counts, a failed one does not. */
  async choose(_task, filters) {
    const found = await rowsOf<{ id: string; account_id: string }>(
      database(),
      sql`select live.id, live.account_id from (${LIVE}) live join course on course.id = live.id
           where ${isSelected(filters)} and not ${hasSimulation(courseHome(sql`course`))} order by live.id limit ${MOST_COURSES}`,
    );
    return {
      courses: found.map(({ id, account_id: accountId }) => ({ courseId: id, accountId, lessonIds: [], places: ['1'], ofLessons: 0 })),
      pinned: 0,
      edited: 0,
    };
  },
  nothing: toSentence('All of these courses already have a simulation.'),
  costOfUnit: () => costOfRuns({ kind: 'simulation', presumed: PRESUMED }),
  priceOf: (courses) => courses.length * COST_ESTIMATE.ar_vr,
  ofPlan: { quota: 'ar_vr_simulation', centitokens: COST_ESTIMATE.ar_vr },
  start: async (_batch, _item, begun) => ({ runId: await startMissingSimulation(begun) }),
  async takeBack({ child_id: runId }) {
    await removeRunSimulation(runId);
    return null;
  },
};
