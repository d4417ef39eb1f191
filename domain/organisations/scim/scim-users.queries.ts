import type { Knex } from 'knex';
import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { OrganisationPerson } from '../organisation.model.ts';
import { noSuchResource } from './scim-error.ts';
import { conditionOf, type Filtered } from './scim-filter.ts';
import { USER_SCHEMA } from './scim-user.ts';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const SCIM_PATH = '/scim/v2';
/** Maximum per page; the next constant is the default. */
export const MOST_RESOURCES = 200;
export const USUAL_RESOURCES = 100;

export interface ScimPage {
  readonly filter?: string | undefined;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** A page of resources in the form of RFC 7644, section 3.4.2. */
export interface ScimList {
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly object[];
}

export type UserRow = Pick<
  OrganisationPerson,
  | 'id'
  | 'account_id'
  | 'email'
  | 'user_name'
  | 'external_id'
  | 'given_name'
  | 'family_name'
  | 'role'
  | 'role_by'
  | 'hand_role'
  | 'state'
  | 'version'
  | 'source'
  | 'created_at'
  | 'changed_at'
> & { readonly groups: readonly { readonly value: string; readonly display: string }[] };

const COLUMNS = sql`p.id, p.account_id, p.email, p.user_name, p.external_id, p.given_name, p.family_name, p.role, p.role_by, p.hand_role, p.state, p.version, p.source, p.created_at, p.changed_at`;
const GROUPS = sql`coalesce((select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) order by g.name)
  from (select g.id, g.name from organisation_group_person m join organisation_group g on g.id = m.group_id where m.person_id = p.id order by g.name limit 100) g), '[]')`;
const USER_NAME = sql`coalesce(p.user_name, p.email)`;

const ATTRIBUTES = new Map<string, Filtered>([
  ['id', { type: 'id', of: sql`p.id` }],
  ['externalid', { type: 'text', of: sql`p.external_id`, isExact: true }],
  ['username', { type: 'text', of: USER_NAME }],
  ['emails', { type: 'text', of: sql`p.email` }],
  ['emails.value', { type: 'text', of: sql`p.email` }],
  ['name.givenname', { type: 'text', of: sql`p.given_name` }],
  ['name.familyname', { type: 'text', of: sql`p.family_name` }],
  ['displayname', { type: 'text', of: sql`trim(p.given_name || ' ' || p.family_name)` }],
  ['active', { type: 'boolean', of: sql`(p.state <> 'left')` }],
  ['roles', { type: 'text', of: sql`p.role` }],
  ['roles.value', { type: 'text', of: sql`p.role` }],
  ['groups', { type: 'member', is: (id) => inGroup(id) }],
  ['groups.value', { type: 'member', is: (id) => inGroup(id) }],
  ['meta.created', { type: 'time', of: sql`p.created_at` }],
  ['meta.lastmodified', { type: 'time', of: sql`p.changed_at` }],
]);
const inGroup = (id: string): Sql =>
  sql`exists (select from organisation_group_person m where m.person_id = p.id and m.group_id = ${id}::uuid)`;

/**
 * SQL condition: a directory may see a person `p`. Of a child without consent it sees only what a directory of the organisation has sent
 * itself (decision A33).
 */
export const TOLD_TO_DIRECTORY = sql`(p.account_id is null or p.source = 'scim' or ${mayByAge('secret_address', sql`p.account_id`)})`;

/** Lists users of an organisation in a fixed order. @throws ScimError invalidFilter */
export async function listUsers(organisationId: string, { filter, startIndex, count }: ScimPage): Promise<ScimList> {
  const where = filter === undefined ? empty : sql`and ${conditionOf(filter, ATTRIBUTES)}`;
  const rows = await rowsOf<UserRow & { total: number }>(
    database(),
    sql`with found as materialized (
          select p.id, p.created_at from organisation_person p where p.organisation_id = ${organisationId} and ${TOLD_TO_DIRECTORY} ${where}),
        page as (select id from found order by created_at, id offset ${startIndex - 1} limit ${count})
        select (select count(*) from found)::int as total, ${COLUMNS}, ${GROUPS} as groups
          from (values (1)) one left join (organisation_person p join page using (id)) on true order by p.created_at, p.id`,
  );
  const users = rows.filter(({ id }) => id !== null);
  return {
    schemas: [LIST_SCHEMA],
    totalResults: rows[0]?.total ?? 0,
    startIndex,
    itemsPerPage: users.length,
    Resources: users.map(userResource),
  };
}

/**
 * Reads a user.
 * @param which people it may return; the default leaves out hidden ones, but a directory that names a person by the address knows them
 * @throws ScimError 404
 */
export async function findUser(
  organisationId: string,
  id: string,
  store: Knex = database(),
  which: Sql = TOLD_TO_DIRECTORY,
): Promise<UserRow> {
  if (!isUuid(id)) throw noSuchResource();
  const [row] = await rowsOf<UserRow>(
    store,
    sql`select ${COLUMNS}, ${GROUPS} as groups from organisation_person p
         where p.id = ${id} and p.organisation_id = ${organisationId} and ${which}`,
  );
  if (!row) throw noSuchResource();
  return row;
}

const locationOf = (kind: 'Users' | 'Groups', id: string): string => `${config().publicOrigin}${SCIM_PATH}/${kind}/${id}`;
/** Returns the weak ETag of a version. */
export const versionTag = (version: number): string => `W/"${version}"`;

interface Dated {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly changed_at: Date;
}

/** Returns the `meta` attribute of a resource (RFC 7643, section 3.1). */
export const metaOf = (kind: 'Users' | 'Groups', { id, version, created_at: created, changed_at: changed }: Dated) => ({
  resourceType: kind === 'Users' ? 'User' : 'Group',
  created: created.toISOString(),
  lastModified: changed.toISOString(),
  location: locationOf(kind, id),
  version: versionTag(version),
});

/** Returns a person in the form of a directory's user. */
export function userResource(row: UserRow) {
  const {
    id,
    email,
    user_name: userName,
    external_id: externalId,
    given_name: givenName,
    family_name: familyName,
    role,
    state,
    groups,
  } = row;
  const formatted = `${givenName} ${familyName}`.trim();
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName: userName ?? email,
    name: { givenName, familyName, formatted },
    displayName: formatted || email,
    emails: [{ value: email, type: 'work', primary: true }],
    active: state !== 'left',
    roles: [{ value: role, primary: true }],
    groups: groups.map((group) => ({ ...group, $ref: locationOf('Groups', group.value) })),
    meta: metaOf('Users', row),
  };
}
