import { inGoodStanding } from '#domain/identity/accounts/account.queries.ts';
import type { Launch, LaunchedActivity, LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';

interface Row {
  readonly account_id: string;
  readonly user_id: string;
  readonly platform_id: string;
  readonly organisation_id: string;
  readonly activity: LaunchedActivity | null;
}

/** SQL expression: whether results can be sent to the platform of a `link`. */
export const IS_GRADED_LINK = sql`(link.ags_scopes @> array['https://purl.imsglobal.org/spec/lti-ags/scope/score'] and
  (link.lineitem_url is not null or (link.lineitems_url is not null and link.ags_scopes @> array['https://purl.imsglobal.org/spec/lti-ags/scope/lineitem'])))`;

/** SQL expression: whether results of a learner's `session` can be sent to the platform of its `link`. */
const IS_GRADED = sql`(not session.is_teacher and ${IS_GRADED_LINK})`;

/** SQL expression: the content that a `session` has opened, from its `link` and `placement`; null for a choice of content. */
export const ACTIVITY = sql`case when link.id is null then null else jsonb_build_object(
  'linkId', link.id, 'kind', placement.kind, 'title', placement.title, 'courseId', session.course_id, 'lessonId', placement.lesson_id,
  'simulationId', placement.simulation_id, 'placedId', placement.placed_id, 'isGraded', ${IS_GRADED}) end`;

/** SQL from: sessions with their links and the launched content, which the session keeps even if its link later launches other content. */
export const OPENED = sql`lti_session session join lti_link link on link.id = session.link_id
  join lti_placement placement on placement.id = coalesce(session.placement_id, link.placement_id)`;

/** An upper bound on the length of launch tokens. */
const MOST_CHARS = 100;

/**
 * Returns the session of a launch's token. Every call asks the database, so the session ends together with the platform, the organisation's
 * plan, the membership, or the account.
 * @returns the session of the learner's account, without any role
 * @throws ProductError lti.session_ended
 */
export async function verifyLaunch(token: string): Promise<LiveSession & { readonly launch: Launch }> {
  const ended = () => new ProductError('lti.session_ended');
  if (token.length > MOST_CHARS) throw ended();
  const [row] = await preparedRowsOf<Row>(
    database(),
    sql`select session.account_id, session.user_id, session.platform_id, platform.organisation_id,
               ${ACTIVITY} as activity
          from lti_session session
          join lti_platform platform on platform.id = session.platform_id and platform.state = 'active'
          join organisation on organisation.id = platform.organisation_id and organisation.ends_at > now()
          join account on account.id = session.account_id and ${inGoodStanding(sql`account`)}
          join organisation_member member on member.account_id = account.id and member.organisation_id = organisation.id
          left join lti_link link on link.id = session.link_id
          left join lti_placement placement on placement.id = coalesce(session.placement_id, link.placement_id)
         where session.token_hash = ${hashToken(token)} and session.expires_at > now()`,
  );
  if (!row) throw ended();
  return {
    // never the id of a `session` row, so nothing can refresh or end it
    sessionId: row.user_id,
    userId: row.account_id,
    roles: [],
    cookieSeen: false,
    launch: { platformId: row.platform_id, organisationId: row.organisation_id, ltiUserId: row.user_id, activity: row.activity },
  };
}
