import type { Knex } from 'knex';
import { roleMay } from '#contract/organisations/roles.ts';
import type { LtiContext, LtiPlatform, LtiProblemKind, LtiRefusal } from '#contract/lti/platforms.contract.ts';
import { LTI_REFUSAL_DAYS, LTI_REFUSALS_AT_MOST, LTI_LIMITS } from '#contract/lti/platforms.contract.ts';
import { findAllowed, findMembership } from '#domain/membership/membership.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { preparedRowsOf, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { LtiPlatform as Row } from './lti.model.ts';

/** A registered platform, with everything that a launch needs. */
export interface ActivePlatform {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly auth_url: string;
  readonly token_url: string;
  readonly token_audience: string | null;
  readonly jwks_url: string;
  readonly origins: readonly string[];
  readonly deployment_ids: readonly string[];
  readonly adopts_deployment: boolean;
}

/** Returns a platform that may launch. @throws ProductError not_found; lti.paused while it waits for its registration or is paused */
export async function activePlatform(platformId: string, store: Knex = database()): Promise<ActivePlatform> {
  const row = isUuid(platformId) ? await store('lti_platform').where({ id: platformId }).first() : undefined;
  if (!row) throw notFound('platform');
  if (row.state !== 'active') throw new ProductError('lti.paused');
  return row as unknown as ActivePlatform;
}

/** Origins that may show a platform's launches in a frame, and the origin of its sign-in page, which stores secrets of launches. */
export interface FramePlaces {
  readonly origins: readonly string[];
  readonly storage_origin: string | null;
}

/** Returns the origins that may show a platform's launches; none if it does not exist or is paused. */
export async function framePlaces(platformId: string): Promise<FramePlaces> {
  const [row] = isUuid(platformId)
    ? await preparedRowsOf<{ origins: string[]; auth_url: string }>(
        database(),
        sql`select origins, auth_url from lti_platform where id = ${platformId} and state = 'active'`,
      )
    : [];
  return row ? { origins: row.origins, storage_origin: new URL(row.auth_url).origin } : { origins: [], storage_origin: null };
}

/** Returns the values to copy into a platform. */
export const addressesOf = (platformId: string) => {
  const at = `${config().publicOrigin}/lti/${platformId}`;
  const api = `${config().publicOrigin}/api/lti`;
  return { login: `${at}/login`, launch: `${at}/launch`, jwks: `${api}/jwks`, configuration: `${api}/configuration/${platformId}` };
};

/** Lists the platforms of the caller's organisation, the oldest first. @throws as `findAllowed` */
export async function listPlatforms(accountId: string): Promise<LtiPlatform[]> {
  const { organisationId } = await findAllowed(accountId, 'set_up_lms');
  return readPlatforms(database(), sql`platform.organisation_id = ${organisationId}`);
}

/** Returns platforms as shown to administrators. */
export async function readPlatforms(store: Knex, which: Sql): Promise<LtiPlatform[]> {
  const rows = await rowsOf<Row & { refusals: number; grades_waiting: number; grades_dropped: number }>(
    store,
    sql`select platform.*,
               (select count(*)::int from lti_refusal r where r.platform_id = platform.id and ${IS_SHOWN}) as refusals,
               (select count(*) filter (where score.state = 'waiting')::int from lti_score score join lti_link link on link.id = score.link_id
                 where link.platform_id = platform.id) as grades_waiting,
               (select count(*) filter (where score.state = 'dropped')::int from lti_score score join lti_link link on link.id = score.link_id
                 where link.platform_id = platform.id) as grades_dropped
          from lti_platform platform where ${which} order by platform.created_at, platform.id limit ${LTI_LIMITS.platforms}`,
  );
  return rows.map((row) => ({
    platform_id: row.id,
    name: row.name,
    product: row.product,
    state: row.state,
    issuer: row.issuer,
    client_id: row.client_id,
    auth_url: row.auth_url,
    token_url: row.token_url,
    token_audience: row.token_audience,
    audience_used: row.audience_used,
    jwks_url: row.jwks_url,
    origins: row.origins,
    deployment_ids: row.deployment_ids,
    addresses: addressesOf(row.id),
    created_at: row.created_at.toISOString(),
    last_launch_at: row.last_launch_at?.toISOString() ?? null,
    refusals: row.refusals,
    grades_waiting: row.grades_waiting,
    grades_dropped: row.grades_dropped,
  }));
}

const IS_SHOWN = sql`r.refused_at > now() - make_interval(days => ${LTI_REFUSAL_DAYS})`;

/** Lists the problems of a platform, newest first. @throws as `ownPlatform` */
export async function listRefusals(accountId: string, platformId: string): Promise<LtiRefusal[]> {
  await ownPlatform(database(), { accountId, platformId });
  const rows = await rowsOf<{ kind: LtiProblemKind; reason: string; detail: string | null; refused_at: Date }>(
    database(),
    sql`select kind, reason, detail, refused_at from lti_refusal r where r.platform_id = ${platformId} and ${IS_SHOWN}
         order by refused_at desc, id desc limit ${LTI_REFUSALS_AT_MOST}`,
  );
  return rows.map((row) => ({ ...row, refused_at: row.refused_at.toISOString() }));
}

/** Returns the organisation whose platforms an account administers. @throws ProductError not_found */
async function setUpBy(accountId: string, what: string, store?: Knex): Promise<string> {
  const membership = await findMembership(accountId, store);
  if (!membership || !roleMay(membership.role, 'set_up_lms')) throw notFound(what);
  return membership.organisationId;
}

/** Returns a platform of the caller's organisation. @throws ProductError not_found */
export async function ownPlatform(store: Knex, { accountId, platformId }: { accountId: string; platformId: string }) {
  const organisationId = await setUpBy(accountId, 'platform', store);
  const row = isUuid(platformId)
    ? await store('lti_platform').where({ id: platformId, organisation_id: organisationId }).first()
    : undefined;
  if (!row) throw notFound('platform');
  return row;
}

/** Maximum number of contexts listed. */
const MOST_CONTEXTS = 500;

interface ContextRow {
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly has_roster: boolean;
  readonly members: number;
  readonly read_at: Date | null;
  readonly is_due: boolean;
  readonly last_error: string | null;
}

async function readContexts(which: Sql): Promise<LtiContext[]> {
  const rows = await rowsOf<ContextRow>(
    database(),
    sql`select context.id, context.title, platform.name as platform, context.memberships_url is not null as has_roster,
               (select count(*)::int from lti_context_member member where member.context_id = context.id) as members,
               context.read_at, context.due_at is not null as is_due, context.last_error
          from lti_context context join lti_platform platform on platform.id = context.platform_id
         where ${which} order by context.created_at desc, context.id limit ${MOST_CONTEXTS}`,
  );
  return rows.map(({ id, last_error: problem, read_at, ...row }) => ({
    context_id: id,
    ...row,
    read_at: read_at?.toISOString() ?? null,
    problem,
  }));
}

/** Lists the contexts of the organisation's platforms. @throws as `findAllowed` */
export async function listContexts(accountId: string): Promise<LtiContext[]> {
  const { organisationId } = await findAllowed(accountId, 'set_up_lms');
  return readContexts(sql`platform.organisation_id = ${organisationId}`);
}

/** Returns a context of the organisation's platforms. @throws ProductError not_found */
export async function findContext(accountId: string, contextId: string): Promise<LtiContext> {
  const organisationId = await setUpBy(accountId, 'class');
  const [context] = isUuid(contextId)
    ? await readContexts(sql`platform.organisation_id = ${organisationId} and context.id = ${contextId}`)
    : [];
  if (!context) throw notFound('class');
  return context;
}

/** Lists the members of a context by name. @throws as `findContext` */
export async function listContextMembers(accountId: string, contextId: string) {
  const context = await findContext(accountId, contextId);
  const members = await rowsOf<{ name: string | null; email: string | null; roles: string[]; is_active: boolean; user_id: string | null }>(
    database(),
    sql`select member.name, member.email, member.roles, member.is_active, person.account_id as user_id
          from lti_context_member member join lti_context context on context.id = member.context_id
          left join lti_user person on person.platform_id = context.platform_id and person.subject = member.subject
         where member.context_id = ${contextId} order by member.name nulls last, member.subject limit ${LTI_LIMITS.members}`,
  );
  return { context, members };
}
