import type { Knex } from 'knex';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { addPeople, admitPeople, endExpiredInvites, inviterOf, seatsLeft } from '../admit-people.command.ts';
import { setGroups } from '../set-groups.command.ts';
import { endMemberships } from '../end-memberships.command.ts';
import { storeRole } from '../member.commands.ts';
import type { OrganisationPerson } from '../organisation.model.ts';
import type { lockOrganisation } from '../own-organisation.queries.ts';
import type { OrganisationRosterRow, RosterFields } from './roster.model.ts';

/** Input for applying or undoing a list. */
export interface RosterWork {
  readonly rosterId: string;
  /** Locked. */
  readonly organisation: Awaited<ReturnType<typeof lockOrganisation>>;
  /** The account that applies or undoes the list. */
  readonly accountId: string;
  readonly authoriseWhy: string | null;
}

export type DueRow = Pick<OrganisationRosterRow, 'line' | 'kind' | 'email' | 'wanted' | 'before' | 'person_id' | 'applied_version'>;
export type Standing = Pick<OrganisationPerson, 'id' | 'account_id' | 'email' | 'role' | 'state' | 'version' | 'external_id'>;

/** Reads the current people of an organisation, by id. */
export async function standingOf(trx: Knex.Transaction, organisationId: string): Promise<Map<string, Standing>> {
  const people = await trx('organisation_person')
    .where({ organisation_id: organisationId })
    .select('id', 'account_id', 'email', 'role', 'state', 'version', 'external_id');
  return new Map(people.map((one) => [one.id, one]));
}

/**
 * Applies the rows of a list as far as that is still possible; people who have changed since the list was compared are compared again.
 * People who leave go first, which frees their seats.
 * @returns ids of sessions that ended with a membership
 */
export async function applyRows(trx: Knex.Transaction, { rosterId, organisation, accountId, authoriseWhy }: RosterWork): Promise<string[]> {
  const { organisationId } = organisation;
  const rows: DueRow[] = await trx('organisation_roster_row')
    .where({ roster_id: rosterId })
    .whereIn('kind', ['added', 'changed', 'removed'])
    .whereNull('outcome')
    .orderBy('line')
    .select('line', 'kind', 'email', 'wanted', 'before', 'person_id', 'applied_version');
  const standing = await standingOf(trx, organisationId);
  const of = (kind: DueRow['kind']) => rows.filter((row) => row.kind === kind);
  const done = new Map<number, string>();

  const leaving = of('removed').flatMap((row) => {
    const person = standing.get(row.person_id ?? '');
    const mayGo =
      person && person.state !== 'left' && (person.role === 'member' || person.role === 'teacher') && person.account_id !== accountId;
    return mayGo ? [{ line: row.line, personId: person.id }] : [];
  });
  for (const { line, personId } of leaving) done.set(line, personId);
  const ended = await endMemberships(trx, { organisation, personIds: leaving.map(({ personId }) => personId) });

  const changing = of('changed').flatMap((row) => {
    const person = standing.get(row.person_id ?? '');
    return person && person.state !== 'left' ? [{ row, person }] : [];
  });
  const isStored = await storeFields(
    trx,
    { organisationId, actor: `account:${accountId}` },
    changing.map(({ row, person }) => ({ person, fields: row.wanted ?? {} })),
  );
  for (const { row, person } of changing) if (isStored.has(person.id)) done.set(row.line, person.id);

  await endExpiredInvites(trx, organisationId);
  const byEmail = new Map([...standing.values()].map((one) => [one.email, one]));
  const taken = new Map([...standing.values()].flatMap(({ external_id: id, email }) => (id === null ? [] : [[id, email] as const])));
  const newcomers = of('added')
    .filter(({ email }) => (byEmail.get(email)?.state ?? 'left') === 'left')
    .filter(({ email, wanted }) => !wanted?.external_id || (taken.get(wanted.external_id) ?? email) === email)
    .slice(0, Math.max(0, await seatsLeft(trx, organisation)));
  const added = await addPeople(
    trx,
    { organisationId, source: 'roster' },
    newcomers.map(({ email, wanted }) => ({
      email,
      role: wanted?.role ?? 'member',
      externalId: wanted?.external_id ?? null,
      givenName: wanted?.given_name ?? '',
      familyName: wanted?.family_name ?? '',
      birthYear: wanted?.birth_year ?? null,
    })),
  );
  const ids = added.map(({ id }) => id);
  newcomers.forEach(({ line }, at) => done.set(line, ids[at]!));
  if (authoriseWhy !== null) {
    const minors = newcomers.flatMap(({ wanted }, at) => (needsConsent(wanted?.birth_year ?? null) ? [ids[at]!] : []));
    await trx('organisation_person')
      .whereIn('id', minors)
      .update({ authorised_by: accountId, authorised_why: authoriseWhy, authorised_at: trx.fn.now() });
  }
  await admitPeople(trx, { organisation, personIds: ids, inviter: await inviterOf(trx, accountId) });
  await setGroups(
    trx,
    organisationId,
    [...newcomers, ...changing.map(({ row }) => row)].flatMap(({ line, wanted }) => {
      const personId = done.get(line);
      return personId !== undefined && wanted?.groups ? [{ personId, groups: wanted.groups }] : [];
    }),
  );
  await noteOutcome(trx, rosterId, done);
  return ended;
}

/** Records the outcome of each row, with the person's version after it. */
async function noteOutcome(trx: Knex.Transaction, rosterId: string, done: ReadonlyMap<number, string>): Promise<void> {
  const [lines, ids] = [[...done.keys()], [...done.values()]];
  await rowsOf(
    trx,
    sql`update organisation_roster_row r set outcome = 'done', person_id = p.id, applied_version = p.version
          from unnest(${lines}::int[], ${ids}::uuid[]) as one (line, person_id) join organisation_person p on p.id = one.person_id
         where r.roster_id = ${rosterId} and r.line = one.line`,
  );
  await trx('organisation_roster_row')
    .where({ roster_id: rosterId, outcome: null })
    .whereIn('kind', ['added', 'changed', 'removed'])
    .update({ outcome: 'not_done', reason: 'changed_since' });
}

interface Actor {
  readonly organisationId: string;
  readonly actor: string;
}

/**
 * Stores a list's data about people; unspecified values stay. A person whose new role is owner, or who is too young for it, does not change
 * at all.
 * @param people `keepsEmpty`: also store empty and missing values, as when a list is undone
 * @returns ids of the people whose data was stored
 */
export async function storeFields(
  trx: Knex.Transaction,
  { organisationId, actor }: Actor,
  people: readonly { readonly person: Standing; readonly fields: RosterFields }[],
  { keepsEmpty = false } = {},
): Promise<Set<string>> {
  const stored: { person: Standing; fields: RosterFields }[] = [];
  for (const { person, fields } of people) {
    const role = (fields.role ?? person.role) as OrganisationRole;
    if (role === person.role || (await hasNewRole(trx, { organisationId, actor, person, role }))) stored.push({ person, fields });
  }
  const column = <T>(read: (fields: RosterFields) => T): T[] => stored.map(({ fields }) => read(fields));
  const isSet = keepsEmpty ? sql`true` : sql`false`;
  await rowsOf(
    trx,
    sql`update organisation_person p
           set given_name = case when ${isSet} then coalesce(one.given_name, '') else coalesce(one.given_name, p.given_name) end,
               family_name = case when ${isSet} then coalesce(one.family_name, '') else coalesce(one.family_name, p.family_name) end,
               external_id = case when ${isSet} then one.external_id else coalesce(one.external_id, p.external_id) end,
               birth_year = case when ${isSet} then one.birth_year else coalesce(one.birth_year, p.birth_year) end,
               version = p.version + 1, changed_at = now()
          from unnest(${stored.map(({ person }) => person.id)}::uuid[], ${column(({ given_name: name }) => name ?? null)}::text[],
                      ${column(({ family_name: name }) => name ?? null)}::text[], ${column(({ external_id: id }) => id ?? null)}::text[],
                      ${column(({ birth_year: year }) => year ?? null)}::int[])
               as one (id, given_name, family_name, external_id, birth_year)
         where p.id = one.id and not exists (
           select from organisation_person other where other.organisation_id = p.organisation_id and other.external_id = one.external_id and other.id <> p.id)`,
  );
  return new Set(stored.map(({ person }) => person.id));
}

async function hasNewRole(
  trx: Knex.Transaction,
  { organisationId, actor, person, role }: Actor & { readonly person: Standing; readonly role: OrganisationRole },
): Promise<boolean> {
  if (person.role === 'owner' || role === 'owner') return false;
  try {
    await storeRole(trx, { organisationId, person, role, by: 'hand', actor });
    return true;
  } catch (error) {
    // before anything was written
    if (error instanceof ProductError && error.code === 'age.too_young') return false;
    throw error;
  }
}
