import type { Knex } from 'knex';
import type { Filter } from 'scim2-parse-filter';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { invalidValue, noSuchResource, ScimError } from './scim-error.ts';
import { conditionOf, type Filtered } from './scim-filter.ts';
import { readPath, type PatchOperation } from './scim-patch.ts';
import { assertVersion, type ScimCaller } from './scim-users.commands.ts';
import { LIST_SCHEMA, metaOf, SCIM_PATH, TOLD_TO_DIRECTORY, type ScimList, type ScimPage } from './scim-users.queries.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly changed_at: Date;
}
type Member = { readonly value: string; readonly display: string };

const COLUMNS = sql`g.id, g.name, g.external_id, g.version, g.created_at, g.changed_at`;
const ATTRIBUTES = new Map<string, Filtered>([
  ['id', { type: 'id', of: sql`g.id` }],
  ['displayname', { type: 'text', of: sql`g.name` }],
  ['externalid', { type: 'text', of: sql`g.external_id`, isExact: true }],
  ['members', { type: 'member', is: (id) => hasMember(id) }],
  ['members.value', { type: 'member', is: (id) => hasMember(id) }],
  ['meta.created', { type: 'time', of: sql`g.created_at` }],
  ['meta.lastmodified', { type: 'time', of: sql`g.changed_at` }],
]);
const hasMember = (id: string): Sql =>
  sql`exists (select from organisation_group_person m where m.group_id = g.id and m.person_id = ${id}::uuid)`;

/** Lists groups, without their members: a page of groups could have a hundred thousand of them. @throws ScimError invalidFilter */
export async function listGroups(organisationId: string, { filter, startIndex, count }: ScimPage): Promise<ScimList> {
  const where = filter === undefined ? empty : sql`and ${conditionOf(filter, ATTRIBUTES)}`;
  const rows = await rowsOf<GroupRow & { total: number }>(
    database(),
    sql`with found as materialized (select g.id, g.created_at from organisation_group g where g.organisation_id = ${organisationId} ${where}),
        page as (select id from found order by created_at, id offset ${startIndex - 1} limit ${count})
        select (select count(*) from found)::int as total, ${COLUMNS}
          from (values (1)) one left join (organisation_group g join page using (id)) on true order by g.created_at, g.id`,
  );
  const groups = rows.filter(({ id }) => id !== null);
  return {
    schemas: [LIST_SCHEMA],
    totalResults: rows[0]?.total ?? 0,
    startIndex,
    itemsPerPage: groups.length,
    Resources: groups.map((row) => groupResource(row, null)),
  };
}

/** Reads a group. @param withMembers whether to include its members @throws ScimError 404 */
export async function findGroup(organisationId: string, id: string, { withMembers = true, store = database() as Knex } = {}) {
  const row = await rowOf(store, organisationId, id);
  const members = withMembers
    ? await rowsOf<Member>(
        store,
        sql`select p.id as value, coalesce(nullif(trim(p.given_name || ' ' || p.family_name), ''), p.email) as display
              from organisation_group_person m join organisation_person p on p.id = m.person_id where m.group_id = ${id} and ${TOLD_TO_DIRECTORY} order by p.id`,
      )
    : null;
  return { version: row.version, resource: groupResource(row, members) };
}

async function rowOf(store: Knex, organisationId: string, id: string): Promise<GroupRow> {
  if (!isUuid(id)) throw noSuchResource();
  const [row] = await rowsOf<GroupRow>(
    store,
    sql`select ${COLUMNS} from organisation_group g where g.id = ${id} and g.organisation_id = ${organisationId}`,
  );
  if (!row) throw noSuchResource();
  return row;
}

const groupResource = (row: GroupRow, members: readonly Member[] | null) => ({
  schemas: [GROUP_SCHEMA],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.name,
  ...(members && { members: members.map((member) => ({ ...member, type: 'User', $ref: `${SCIM_PATH}/Users/${member.value}` })) }),
  meta: metaOf('Groups', row),
});

const NAME_LENGTH = 200;
/** Per request; a directory sends larger groups in several requests. */
export const MOST_MEMBERS = 10_000;
const name = z
  .string()
  .transform((value) => stripInvisible(value).trim())
  .refine((value) => value !== '' && value.length <= NAME_LENGTH, `has 1 to ${NAME_LENGTH} characters`);
const memberList = z.union(
  [z.array(z.object({ value: z.string() })).max(MOST_MEMBERS), z.object({ value: z.string() }).transform((one) => [one])],
  { error: `names users by their ids, at most ${MOST_MEMBERS} in a request` },
);
const groupSchema = z.object({
  displayName: name,
  externalId: z.nullish(z.string().max(200)),
  members: z.nullish(memberList),
});

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidValue(`${issue!.path.join('.') || 'The value'}: ${issue!.message}`);
}

type OfGroup = ScimCaller & { readonly id: string; readonly ifMatch?: string | undefined };
const taken = () => new ScimError(409, 'Another group has this displayName or externalId.', 'uniqueness');

async function changing<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  try {
    return await transact(work);
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

/** Makes a group. @returns its id @throws ScimError uniqueness, invalidValue */
export async function createGroup({ organisationId }: ScimCaller, body: unknown): Promise<string> {
  const { displayName, externalId, members } = read(groupSchema, body);
  return changing(async (trx) => {
    const id = uuidv7();
    await trx('organisation_group').insert({
      id,
      organisation_id: organisationId,
      name: displayName,
      external_id: externalId ?? null,
      source: 'scim',
    });
    await addMembers(trx, { organisationId, id }, members ?? []);
    return id;
  });
}

/** Replaces a group with its members (PUT). @throws ScimError 404, 412, uniqueness, invalidValue */
export async function replaceGroup(given: OfGroup, body: unknown): Promise<void> {
  const { displayName, externalId, members } = read(groupSchema, body);
  await changing(async (trx) => {
    await lock(trx, given);
    await store(trx, given.id, { name: displayName, external_id: externalId ?? null });
    await clearMembers(trx, given.id);
    await addMembers(trx, given, members ?? []);
  });
}

/** Deletes a group; its members stay in the organisation. @throws ScimError 404, 412 */
export async function deleteGroup(given: OfGroup): Promise<void> {
  await changing(async (trx) => {
    await lock(trx, given);
    await trx('organisation_group').where({ id: given.id }).delete();
  });
}

/**
 * Changes a group (PATCH). Its members are changed as sets in the database, so that a group of thousands costs no more than its changes.
 * @throws as `replaceGroup`, ScimError invalidPath
 */
export async function changeGroup(given: OfGroup, operations: readonly PatchOperation[]): Promise<void> {
  await changing(async (trx) => {
    await lock(trx, given);
    await store(trx, given.id, {});
    for (const operation of operations) await apply(trx, given, operation);
  });
}

/** Locks a group, so that changes of its members happen one after another. @throws ScimError 404, 412 */
async function lock(trx: Knex.Transaction, { organisationId, id, ifMatch }: OfGroup): Promise<void> {
  if (!isUuid(id)) throw noSuchResource();
  const row = await trx('organisation_group').where({ id, organisation_id: organisationId }).forUpdate().first('version');
  if (!row) throw noSuchResource();
  assertVersion(row.version, ifMatch);
}

async function store(trx: Knex.Transaction, id: string, fields: { name?: string; external_id?: string | null }): Promise<void> {
  await trx('organisation_group')
    .where({ id })
    .increment('version', 1)
    .update({ ...fields, changed_at: trx.fn.now() });
}

async function apply(trx: Knex.Transaction, group: OfGroup, { op, path, value }: PatchOperation): Promise<void> {
  if (!path) {
    if (op === 'remove') throw new ScimError(400, 'A remove operation needs a path.', 'noTarget');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidValue('Without a path the value holds attributes.');
    for (const [name, inner] of Object.entries(value)) await apply(trx, group, { op, path: name, value: inner });
    return;
  }
  const core = path.replace(new RegExp(`^${GROUP_SCHEMA}[:.]`, 'i'), '');
  // attributes of extensions are not stored
  if (/^urn:/i.test(core)) return;
  const { attribute, filter } = readPath(core);
  if (filter === null || attribute !== 'members') return applyTo(trx, group, { op, attribute, value });
  if (op !== 'remove') throw new ScimError(400, 'A filter on members can only remove them.', 'invalidPath');
  await removeMembers(trx, group, idsOf(filter));
}

/** Reads the ids of `value eq "…"`, also of several joined by `or`. */
function idsOf(parsed: Filter): string[] {
  const parts = parsed.op === 'or' ? parsed.filters : [parsed];
  return parts.map((part) => {
    if (part.op !== 'eq' || part.attrPath.toLowerCase() !== 'value' || typeof part.compValue !== 'string')
      throw new ScimError(400, 'Members must be identified by their value.', 'invalidPath');
    return part.compValue;
  });
}

interface Attribute {
  readonly op: PatchOperation['op'];
  readonly attribute: string;
  readonly value: unknown;
}

async function applyTo(trx: Knex.Transaction, group: OfGroup, { op, attribute, value }: Attribute): Promise<void> {
  const { id } = group;
  switch (attribute) {
    case 'displayname':
      if (op === 'remove') throw new ScimError(400, 'A group needs a displayName.', 'mutability');
      await trx('organisation_group')
        .where({ id })
        .update({ name: read(name, value) });
      return;
    case 'externalid':
      await trx('organisation_group')
        .where({ id })
        .update({ external_id: op === 'remove' ? null : read(z.string().max(200), value) });
      return;
    case 'members': {
      const members = value === undefined || value === null ? null : read(memberList, value);
      if (op === 'remove' && members)
        return removeMembers(
          trx,
          group,
          members.map((member) => member.value),
        );
      if (op !== 'add') await clearMembers(trx, id);
      if (op !== 'remove') await addMembers(trx, group, members ?? []);
      return;
    }
    default:
      // attributes that are not stored, and those that directories repeat, such as the id, are ignored
      return;
  }
}

type OneGroup = Pick<OfGroup, 'organisationId' | 'id'>;

/** @throws ScimError invalidValue for a member who is not in the organisation */
async function addMembers(
  trx: Knex.Transaction,
  { organisationId, id }: OneGroup,
  members: readonly { readonly value: string }[],
): Promise<void> {
  const ids = [...new Set(members.map(({ value }) => value))];
  if (ids.length === 0) return;
  const [known] = ids.every(isUuid)
    ? await rowsOf<{ known: number }>(
        trx,
        sql`with known as (select id from organisation_person where organisation_id = ${organisationId} and id = any(${ids}::uuid[])),
            added as (insert into organisation_group_person (group_id, person_id) select ${id}, id from known on conflict do nothing)
            select count(*)::int as known from known`,
      )
    : [];
  if (known?.known !== ids.length) throw invalidValue('members: one of them is no user of the organisation.');
}

/** A directory's list cannot contain people who are hidden from it, so they stay in the group. */
const clearMembers = (trx: Knex.Transaction, id: string) =>
  rowsOf(
    trx,
    sql`delete from organisation_group_person m using organisation_person p where m.group_id = ${id} and p.id = m.person_id and ${TOLD_TO_DIRECTORY}`,
  );

async function removeMembers(trx: Knex.Transaction, { id }: OneGroup, members: readonly string[]): Promise<void> {
  await trx('organisation_group_person').where({ group_id: id }).whereIn('person_id', members.filter(isUuid)).delete();
}
