import { database, transact } from '#domain/platform/database.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { copyOf } from './learner-copy.command.ts';
import { IS_GRADED_LINK } from './launch-session.queries.ts';
import type { LtiPlacement } from './lti.model.ts';
import { resultOf } from './result.queries.ts';
import { storeScore } from './score.commands.ts';

const MOST_LINKS = 20;

interface Shared {
  readonly id: string;
  readonly since: Date;
  readonly is_graded: boolean;
  readonly placement: LtiPlacement;
}

interface Learner {
  readonly id: string;
  readonly account_id: string;
}

/**
 * Recalculates the results of links that several contents shared: each learner's result in the content that the link opens now, from their
 * answers. A result that the platform already has is not sent again, and waiting results of other content are discarded.
 * @returns number of links
 */
export async function recountLinks(): Promise<number> {
  const links = await rowsOf<Shared>(
    database(),
    sql`select link.id, link.recount_since as since, ${IS_GRADED_LINK} as is_graded, to_jsonb(placement) as placement
          from lti_link link join lti_placement placement on placement.id = link.placement_id
         where link.recount_since is not null order by link.recount_since, link.id limit ${MOST_LINKS}`,
  );
  await forEachRow('lti links', links, async (link) => {
    if (link.is_graded) for (const learner of await learnersOf(link)) await recount(link, learner);
    await database()('lti_link').where({ id: link.id, recount_since: link.since }).update({ recount_since: null });
  });
  return links.length;
}

/** Returns the learners of all links with the same id in the same course. */
const learnersOf = ({ id }: Shared) =>
  rowsOf<Learner>(
    database(),
    sql`select distinct person.id, person.account_id from lti_link link
          join lti_link shared on shared.platform_id = link.platform_id and shared.deployment_id = link.deployment_id
           and coalesce(shared.resource_link, shared.resource_link_ref) = coalesce(link.resource_link, link.resource_link_ref)
           and shared.context_id is not distinct from link.context_id
          join lti_score score on score.link_id = shared.id join lti_user person on person.id = score.user_id
         where link.id = ${id}`,
  );

async function recount({ id: linkId, placement }: Shared, { id: userId, account_id: accountId }: Learner): Promise<void> {
  const courseId = await copyOf(database(), { placement, accountId });
  const { kind, lesson_id: lessonId, simulation_id: simulationId, placed_id: placedId } = placement;
  const result = courseId && (await resultOf(accountId, { kind, courseId, lessonId, simulationId, placedId }));
  await transact(async (trx) => {
    if (result) await storeScore(trx, { linkId, userId, result });
    // other content's result: its own link sends it
    await trx('lti_score').where({ link_id: linkId, user_id: userId, of_merged: true, state: 'waiting' }).update({ state: 'superseded' });
  });
}
