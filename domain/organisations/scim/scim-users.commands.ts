import type { Knex } from 'knex';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { forgetSessions } from '#domain/identity/sessions/session.commands.ts';
import { isUniqueViolation, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { addPeople, admitPeople, seatsHeld, seatsLeft } from '../admit-people.command.ts';
import { endMemberships } from '../end-memberships.command.ts';
import { assertMayStepDown, storeRole } from '../member.commands.ts';
import { assertActive, lockOrganisation, seatsFull } from '../own-organisation.queries.ts';
import { invalidValue, ScimError } from './scim-error.ts';
import { roleByDirectory } from './directory-role.ts';
import { patchUser, type PatchOperation } from './scim-patch.ts';
import { readUser, type WantedUser } from './scim-user.ts';
import { findUser, userResource, versionTag, type UserRow } from './scim-users.queries.ts';

type Organisation = Awaited<ReturnType<typeof lockOrganisation>>;

/** The token and organisation for which a directory calls. */
export interface ScimCaller {
  readonly organisationId: string;
  readonly tokenId: string;
  /**
   * Whether the token may make administrators. Its maker must still have the right to set up directories; otherwise a departed
   * administrator could use the token to return.
   */
  readonly makesAdministrators: boolean;
}

interface OfUser extends ScimCaller {
  readonly id: string;
  /** The version that the caller has seen; undefined for any. */
  readonly ifMatch?: string | undefined;
}

const actorOf = ({ tokenId }: ScimCaller): string => `scim:${tokenId}`;
/** @throws ScimError for a role that the directory may not give */
function assertMayGive({ makesAdministrators }: ScimCaller, role: OrganisationRole): void {
  if (role === 'owner') throw invalidValue('roles: owners are made by hand.');
  if (role !== 'administrator' || makesAdministrators) return;
  throw new ScimError(
    403,
    'The person who created this token is no longer an administrator, so it cannot make anyone an administrator. Replace the token.',
  );
}
const taken = () => new ScimError(409, 'Another user has this userName, address or externalId.', 'uniqueness');

/** Runs `work` in a transaction with the organisation locked, and forgets the sessions that ended with a membership. */
async function changing<T>(
  organisationId: string,
  work: (trx: Knex.Transaction, organisation: Organisation) => Promise<{ value: T; ended: string[] }>,
): Promise<T> {
  try {
    const { value, ended } = await transact(async (trx) => work(trx, await lockOrganisation(trx, organisationId)));
    forgetSessions(ended);
    return value;
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

/**
 * Creates a directory's user. A person whom the organisation knows by the address, and who is not a directory's user yet, becomes that
 * user. An account is never taken over: it joins at once if the address is of a verified domain, and is invited otherwise (`admitPeople`).
 * @throws ScimError uniqueness, invalidValue; ProductError organisation.seats_full, organisation.ended
 */
export async function createUser(caller: ScimCaller, body: unknown): Promise<UserRow> {
  const wanted = readUser(body);
  const { organisationId } = caller;
  return changing(organisationId, async (trx, organisation) => {
    const { known, left } = await knownAs(trx, organisation, wanted);
    const [same] = known;
    if (known.length > 1 || (same && (same.user_name !== null || same.email !== wanted.email))) throw taken();
    if (same) {
      const row = await findUser(organisationId, same.id, trx, sql`true`);
      return replace(trx, { organisation, caller, row, wanted });
    }
    const { userName, externalId, givenName, familyName, email, isActive } = wanted;
    const role = wanted.role === 'none' || wanted.role === null ? 'member' : wanted.role;
    assertMayGive(caller, role);
    if (isActive) assertSeat(organisation, left);
    const [added] = await addPeople(trx, { organisationId, source: 'scim' }, [
      { email, userName, externalId, givenName, familyName, role },
    ]);
    const { id, version } = added!;
    const subject = `organisation:${organisationId}`;
    await recordAudit({ actor: actorOf(caller), action: 'organisation.directory_added', subject, detail: { person: id, to: role } }, trx);
    const joined = isActive ? await admitPeople(trx, { organisation, personIds: [id], inviter: inviterOf(organisation) }) : [];
    if (!isActive) await trx('organisation_person').where({ id }).update({ state: 'left', left_at: trx.fn.now() });
    // nobody had this address, so the row has no other data; thousands of users need not be read again
    const value: UserRow = {
      ...added!,
      account_id: joined[0]?.account_id ?? null,
      user_name: userName,
      external_id: externalId,
      given_name: givenName,
      family_name: familyName,
      role,
      role_by: role === 'member' ? 'hand' : 'directory',
      hand_role: null,
      state: joined.length > 0 ? 'joined' : isActive ? 'waiting' : 'left',
      version: version + joined.length,
      source: 'scim',
      groups: [],
    };
    return { value, ended: [] };
  });
}

interface Known {
  readonly id: string;
  readonly email: string;
  readonly user_name: string | null;
}

/**
 * Returns the people with a user's name, address or id, each found by its index, and the number of free seats. One statement, because a
 * directory's first run asks thousands of times.
 */
async function knownAs(
  trx: Knex.Transaction,
  { organisationId, seats }: Organisation,
  { userName, email, externalId }: WantedUser,
): Promise<{ known: Known[]; left: number }> {
  const rows = await rowsOf<{ [K in keyof Known]: Known[K] | null } & { held: number }>(
    trx,
    sql`with known as (
          select id, email, user_name from organisation_person where organisation_id = ${organisationId} and email = ${email}
          union
          select id, email, user_name from organisation_person
           where organisation_id = ${organisationId} and email = lower(${userName}) and user_name is null
          union
          select id, email, user_name from organisation_person
           where organisation_id = ${organisationId} and user_name is not null and lower(user_name) = lower(${userName})
          union
          select id, email, user_name from organisation_person
           where organisation_id = ${organisationId} and external_id is not null and external_id = ${externalId})
        select known.*, ${seatsHeld(organisationId)} as held from (values (1)) one left join known on true`,
  );
  return { known: rows.filter((row): row is Known & { held: number } => row.id !== null), left: seats - rows[0]!.held };
}

const inviterOf = ({ name }: Organisation) => ({ accountId: null, name });

/** @throws ProductError organisation.ended, organisation.seats_full */
function assertSeat(organisation: Organisation, left: number): void {
  assertActive(organisation);
  if (left < 1) throw seatsFull(left, 1);
}

/**
 * Replaces a user (PUT).
 * @throws ScimError 404, 412, uniqueness, invalidValue; ProductError as `createUser`, and when an owner must stay
 */
export async function replaceUser(given: OfUser, body: unknown): Promise<UserRow> {
  const wanted = readUser(body);
  return changing(given.organisationId, async (trx, organisation) => {
    const row = await matching(trx, given);
    return replace(trx, { organisation, caller: given, row, wanted });
  });
}

/** Changes a user (PATCH). @throws as `replaceUser`; ScimError invalidPath, noTarget */
export async function changeUser(given: OfUser, operations: readonly PatchOperation[]): Promise<UserRow> {
  return changing(given.organisationId, async (trx, organisation) => {
    const row = await matching(trx, given);
    const wanted = readUser(patchUser(userResource(row), operations));
    return replace(trx, { organisation, caller: given, row, wanted });
  });
}

/** Ends a user's membership and deletes the user (DELETE). @throws ScimError 404, 412; ProductError when an owner must stay */
export async function deleteUser(given: OfUser): Promise<void> {
  await changing(given.organisationId, async (trx, organisation) => {
    const row = await matching(trx, given);
    const ended = await leave(trx, { organisation, caller: given, row });
    await trx('organisation_person').where({ id: row.id }).delete();
    return { value: undefined, ended };
  });
}

async function matching(trx: Knex.Transaction, { organisationId, id, ifMatch }: OfUser): Promise<UserRow> {
  const row = await findUser(organisationId, id, trx);
  assertVersion(row.version, ifMatch);
  return row;
}

/** @throws ScimError 412 */
export function assertVersion(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.split(',').some((tag) => tag.trim() === versionTag(version))) return;
  throw new ScimError(412, 'The resource has changed in the meantime.');
}

interface OfRow {
  readonly organisation: Organisation;
  readonly caller: ScimCaller;
  readonly row: UserRow;
}

async function leave(trx: Knex.Transaction, { organisation, caller, row }: OfRow): Promise<string[]> {
  if (row.state === 'left') return [];
  const { organisationId } = organisation;
  if (row.state === 'joined' && row.role === 'owner') await assertMayStepDown(trx, organisationId, row.account_id!);
  const ended = await endMemberships(trx, { organisation, personIds: [row.id] });
  const detail = { person: row.id, ...(row.account_id && { member: row.account_id }) };
  await recordAudit(
    { actor: actorOf(caller), action: 'organisation.member_removed', subject: `organisation:${organisationId}`, detail },
    trx,
  );
  return ended;
}

/** Applies a directory's data to a user: fields, address, role, and membership. A directory cannot change an owner's role. */
async function replace(
  trx: Knex.Transaction,
  given: OfRow & { readonly wanted: WantedUser },
): Promise<{ value: UserRow; ended: string[] }> {
  const { organisation, caller, row, wanted } = given;
  const { organisationId } = organisation;
  const { userName, externalId, givenName, familyName, email, isActive } = wanted;
  const isOther =
    row.user_name !== userName ||
    row.external_id !== externalId ||
    row.given_name !== givenName ||
    row.family_name !== familyName ||
    row.email !== email;
  await assertNamesOwn(trx, given);
  const isReturning = isActive && row.state === 'left';
  const isLeaving = !isActive && row.state !== 'left';
  const isReaddressed = email !== row.email && row.state === 'waiting' && isActive;
  const said = wanted.role === 'none' || wanted.role === null ? null : wanted.role;
  if (said !== null && said !== row.role) assertMayGive(caller, said);
  // a returning person keeps their former role, except an owner, because only people make owners
  const wasOwner = isReturning && row.role === 'owner';
  const decided = roleByDirectory(
    wasOwner ? { role: 'member', role_by: 'hand', hand_role: null } : row,
    said === 'owner' ? null : wanted.role,
  );
  const newRole = decided ?? (wasOwner ? ({ role: 'member', by: 'hand' } as const) : null);
  if (isReturning) assertMayGive(caller, newRole?.role ?? row.role);
  if (isReaddressed) await withdrawOpen(trx, organisationId, row.email);
  // a waiting person holds no seat once the invite has expired
  if (isReturning || isReaddressed) assertSeat(organisation, await seatsLeft(trx, organisation));
  if (isOther || isReturning) {
    await trx('organisation_person')
      .where({ id: row.id })
      .increment('version', 1)
      .update({
        user_name: userName,
        external_id: externalId,
        given_name: givenName,
        family_name: familyName,
        email,
        source: row.source === 'purchase' ? row.source : 'scim',
        changed_at: trx.fn.now(),
        ...(isReturning && { state: 'waiting' as const, left_at: null }),
      });
  }
  if (newRole) {
    const person = { ...row, email, state: isReturning ? ('waiting' as const) : row.state };
    await storeRole(trx, { organisationId, person, ...newRole, actor: actorOf(caller) });
  }
  const ended = isLeaving ? await leave(trx, given) : [];
  if (isReturning || isReaddressed) await admitPeople(trx, { organisation, personIds: [row.id], inviter: inviterOf(organisation) });
  return { value: await findUser(organisationId, row.id, trx), ended };
}

/**
 * Requires that a member does not get somebody else's name: a new `userName` or address must be of a verified domain of the organisation,
 * or the address that the account has proved. A waiting person may get any address: the invite goes there, and only its reader can join.
 * @throws ScimError invalidValue
 */
async function assertNamesOwn(
  trx: Knex.Transaction,
  { organisation, row, wanted }: OfRow & { readonly wanted: WantedUser },
): Promise<void> {
  if (row.state !== 'joined') return;
  const named = [
    ...(wanted.email === row.email ? [] : [wanted.email]),
    ...(wanted.userName === row.user_name || !wanted.userName.includes('@') ? [] : [wanted.userName.toLowerCase()]),
  ];
  if (named.length === 0) return;
  const [foreign] = await rowsOf<{ address: string }>(
    trx,
    sql`select address from unnest(${named}::text[]) as address
         where address <> ${row.email}
           and not exists (select from account a where a.id = ${row.account_id} and a.email = address and a.email_verified_at is not null)
           and not exists (select from organisation_domain d where d.organisation_id = ${organisation.organisationId}
                              and d.verified_at is not null and d.domain = split_part(address, '@', 2)) limit 1`,
  );
  if (foreign) throw invalidValue('userName, emails: a member is named by an address of a verified domain, or by the one of the account.');
}

async function withdrawOpen(trx: Knex.Transaction, organisationId: string, email: string): Promise<void> {
  await trx('organisation_invite')
    .where({ organisation_id: organisationId, email, ended_at: null })
    .update({ ended_at: trx.fn.now(), ended_how: 'withdrawn' });
}
