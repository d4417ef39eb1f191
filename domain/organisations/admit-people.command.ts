import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { ADULT_AT } from '#contract/platform/age-rules.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import { INVITE_DAYS } from '#contract/organisations/organisation.contract.ts';
import type { OrganisationRole, PersonSource } from '#contract/organisations/roles.ts';
import { endSchoolConsents, setSchoolConsent } from '#domain/identity/age/age.commands.ts';
import { addMails } from '#domain/mail/mail.commands.ts';
import { raw, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { publishEvents } from '#domain/webhooks/publish-event.command.ts';
import { causeOfInvite, hashInviteToken, newInviteToken } from './invite-secret.ts';
import type { OrganisationPerson } from './organisation.model.ts';

/** Somebody who is to be added to an organisation's people. */
export interface Newcomer {
  /** In lower case. */
  readonly email: string;
  readonly role: OrganisationRole;
  readonly userName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly birthYear?: number | null | undefined;
}

/** Somebody as they were added. */
export type Added = Pick<OrganisationPerson, 'id' | 'email' | 'version' | 'created_at' | 'changed_at'>;

/**
 * Adds people who wait, in the order given; one who had left waits again, and keeps the id and what is not given. Addresses of people who
 * have joined must not be among them. The caller has locked the organisation and counted its seats.
 * @returns them in the same order
 */
export async function addPeople(
  trx: Knex.Transaction,
  { organisationId, source }: { readonly organisationId: string; readonly source: PersonSource },
  people: readonly Newcomer[],
): Promise<Added[]> {
  const column = <T>(read: (one: Newcomer) => T): T[] => people.map(read);
  const rows = await rowsOf<Added>(
    trx,
    sql`insert into organisation_person as p
               (id, organisation_id, email, user_name, external_id, given_name, family_name, birth_year, role, role_by, source)
        select one.id, ${organisationId}, one.email, one.user_name, one.external_id, one.given_name, one.family_name, one.birth_year, one.role, case when ${source} = 'scim' and one.role <> 'member' then 'directory' else 'hand' end, ${source}
          from unnest(${column(() => uuidv7())}::uuid[], ${column(({ email }) => email)}::text[],
                      ${column(({ userName }) => userName ?? null)}::text[], ${column(({ externalId }) => externalId ?? null)}::text[],
                      ${column(({ givenName }) => givenName ?? '')}::text[], ${column(({ familyName }) => familyName ?? '')}::text[],
                      ${column(({ birthYear }) => birthYear ?? null)}::int[], ${column(({ role }) => role)}::text[])
               as one (id, email, user_name, external_id, given_name, family_name, birth_year, role)
        on conflict (organisation_id, email) do update
           set state = 'waiting', left_at = null, account_id = null, source = excluded.source, role = excluded.role,
               role_by = excluded.role_by, hand_role = null,
               user_name = coalesce(excluded.user_name, p.user_name), external_id = coalesce(excluded.external_id, p.external_id),
               given_name = coalesce(nullif(excluded.given_name, ''), p.given_name),
               family_name = coalesce(nullif(excluded.family_name, ''), p.family_name),
               birth_year = coalesce(excluded.birth_year, p.birth_year), version = p.version + 1, changed_at = now()
         where p.state <> 'joined'
        returning p.id, p.email, p.version, p.created_at, p.changed_at`,
  );
  const byEmail = new Map(rows.map((added) => [added.email, added]));
  return people.map(({ email }) => byEmail.get(email)!);
}

/** Who invites: a person, or the organisation itself. */
export interface Inviter {
  readonly accountId: string | null;
  readonly name: string;
}

/** Returns who invites, as the mail names them. */
export async function inviterOf(trx: Knex, accountId: string): Promise<Inviter> {
  const account = await trx('account').where({ id: accountId }).first('first_name', 'last_name');
  return { accountId, name: `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim() };
}

interface Admission {
  readonly organisation: { readonly organisationId: string; readonly name: string };
  /** People who wait. */
  readonly personIds: readonly string[];
  /** In whose name they are invited; the name is in the mail. */
  readonly inviter: Inviter;
}

interface Joined extends Pick<OrganisationPerson, 'id' | 'email' | 'authorised_by' | 'authorised_why'> {
  readonly account_id: string;
  readonly birth_year: number | null;
}

/**
 * Lets people in who wait. Whose address is of a verified domain of the organisation, and who has proved it, joins at once: the address is the
 * organisation's. Everybody else gets an invite: an account is nobody's but its owner's, who takes it up or not. So do members of another
 * organisation, and those who are too young for their role.
 * @returns those who have joined
 */
export async function admitPeople(
  trx: Knex.Transaction,
  { organisation, personIds, inviter }: Admission,
): Promise<readonly Pick<Joined, 'id' | 'account_id'>[]> {
  const joined = await joinAtOnce(trx, organisation.organisationId, personIds);
  await addMails(
    trx,
    joined.map(({ id, account_id: accountId, email }) => ({
      kind: 'organisation-added' as const,
      cause: `organisation-added:${id}:${uuidv7()}`,
      accountId,
      to: email,
      data: { organisation: organisation.name, link: '/organisation' },
    })),
  );
  const inside = new Set(joined.map(({ id }) => id));
  await invite(trx, { organisation, inviter, personIds: personIds.filter((id) => !inside.has(id)) });
  return joined;
}

const joinAtOnce = (trx: Knex.Transaction, organisationId: string, personIds: readonly string[]): Promise<Joined[]> =>
  letIn(
    trx,
    organisationId,
    sql`select p.id, p.role, a.id as account_id, a.birth_year
          from organisation_person p
          join organisation_domain d on d.organisation_id = p.organisation_id and d.verified_at is not null and d.domain = split_part(p.email, '@', 2)
          join account a on a.email = p.email and a.email_verified_at is not null and a.deleted_at is null
         where p.id = any(${personIds}::uuid[]) and p.organisation_id = ${organisationId} and p.state = 'waiting'
           and not exists (select from organisation_member m where m.account_id = a.id)
           and (p.role = 'member' or a.birth_year is null or a.birth_year < date_part('year', now() at time zone 'UTC') - ${raw(String(ADULT_AT))})`,
  );

/**
 * Lets people back in who were members, unless they have joined another organisation. The caller has locked the organisation and counted its
 * seats.
 * @returns ids of those who are in again
 */
export async function letBackIn(trx: Knex.Transaction, organisationId: string, personIds: readonly string[]): Promise<string[]> {
  const back = await letIn(
    trx,
    organisationId,
    sql`select p.id, p.role, a.id as account_id, a.birth_year
          from organisation_person p join account a on a.id = p.account_id and a.deleted_at is null
         where p.id = any(${personIds}::uuid[]) and p.organisation_id = ${organisationId} and p.state = 'left'`,
  );
  return back.map(({ id }) => id);
}

/** @param ready people of the organisation, with `role`, `account_id` and `birth_year` */
async function letIn(trx: Knex.Transaction, organisationId: string, ready: Sql): Promise<Joined[]> {
  const joined = await rowsOf<Joined & Pick<OrganisationPerson, 'source'>>(
    trx,
    sql`with ready as (${ready}),
        taken as (
          insert into organisation_member (account_id, organisation_id, role) select account_id, ${organisationId}, role from ready
          on conflict (account_id) do nothing
          returning account_id)
        update organisation_person p
           set state = 'joined', left_at = null, account_id = ready.account_id, version = p.version + 1, changed_at = now()
          from ready join taken using (account_id) where p.id = ready.id
        returning p.id, p.email, p.source, p.authorised_by, p.authorised_why, ready.account_id, ready.birth_year`,
  );
  for (const one of joined) await authoriseByRecord(trx, organisationId, one);
  await tellOfJoined(
    trx,
    organisationId,
    joined.map(({ account_id: accountId, source }) => ({ accountId, source, inviteId: null })),
  );
  return joined;
}

interface HasJoined {
  readonly accountId: string;
  readonly source: PersonSource;
  readonly inviteId: string | null;
}

/**
 * Tells the organisation's webhooks who has joined, in whatever way. It comes after everything that is stored about them: of a child nothing is told
 * before the school's consent is there.
 */
const tellOfJoined = (trx: Knex.Transaction, organisationId: string, joined: readonly HasJoined[]): Promise<void> =>
  publishEvents(trx, {
    type: 'member.joined',
    to: { organisationId },
    about: joined.map(({ accountId, source, inviteId }) => ({ objectId: accountId, data: { source, invite_id: inviteId } })),
  });

interface NewMembership {
  readonly organisationId: string;
  readonly accountId: string;
  /** The address that the organisation knows, in lower case. */
  readonly email: string;
  readonly role: OrganisationRole;
  /** The source of a person whom the organisation does not know yet. */
  readonly source: PersonSource;
  /** The organisation consents for them, as it does for people of its learning platform. */
  readonly isAnsweredFor?: boolean;
}

/** Whether an account can have a place in an organisation; `other_person`: by its address the organisation knows a member with another account. */
export type Place = 'free' | 'seats_full' | 'other_person';

/**
 * Tells whether a locked organisation has a place for somebody: a seat that nobody holds, or the one that the open invite to the address holds.
 * @param accountId null: the account is yet to be made
 */
export async function placeFor(
  trx: Knex.Transaction,
  { organisationId, seats }: { readonly organisationId: string; readonly seats: number },
  { accountId, email }: { readonly accountId: string | null; readonly email: string },
): Promise<Place> {
  const [found] = await rowsOf<{ members: number; invites: number; is_invited: boolean; is_others: boolean }>(
    trx,
    sql`with open as (select email from organisation_invite where organisation_id = ${organisationId} and ended_at is null and expires_at > now())
        select (select count(*) from organisation_member where organisation_id = ${organisationId})::int as members,
               (select count(*) from open)::int as invites, exists (select from open where email = ${email}) as is_invited,
               exists (select from organisation_person p where p.organisation_id = ${organisationId} and p.email = ${email} and p.state = 'joined'
                          and p.account_id is distinct from ${accountId}::uuid) as is_others`,
  );
  const { members, invites, is_invited: isInvited, is_others: isOthers } = found!;
  if (isOthers) return 'other_person';
  return members + (isInvited ? 0 : invites) < seats ? 'free' : 'seats_full';
}

/**
 * Makes an account a member of a locked organisation that has a place for it: the one way in for who comes by themselves, by an invite, the
 * organisation's sign-in or a learning platform. An open invite to the address is taken up by it, and webhooks are told. A membership of an
 * organisation that has ended is replaced.
 */
export async function takeMembership(
  trx: Knex.Transaction,
  organisation: { readonly organisationId: string; readonly seats: number },
  given: Omit<NewMembership, 'organisationId'>,
): Promise<'joined' | Exclude<Place, 'free'> | 'other_organisation'> {
  const { organisationId } = organisation;
  const { accountId, email, role, source } = given;
  const place = await placeFor(trx, organisation, given);
  if (place !== 'free') return place;
  // deleted rather than changed: with it goes what hangs on it, such as a place in a class
  await rowsOf(
    trx,
    sql`delete from organisation_member m where m.account_id = ${accountId} and m.role <> 'owner'
           and not exists (select from organisation o where o.id = m.organisation_id and o.ends_at > now())`,
  );
  // the user may be joining another organisation at the same time
  const member = { account_id: accountId, organisation_id: organisationId, role };
  const joined = await trx('organisation_member').insert(member).onConflict('account_id').ignore().returning('account_id');
  if (joined.length === 0) return 'other_organisation';
  await notePersonJoined(trx, { organisationId, ...given });
  const [invite] = await trx('organisation_invite')
    .where({ organisation_id: organisationId, email, ended_at: null })
    .update({ ended_at: trx.fn.now(), ended_how: 'accepted', accepted_by: accountId })
    .returning('id');
  await tellOfJoined(trx, organisationId, [{ accountId, source, inviteId: invite?.id ?? null }]);
  return 'joined';
}

/**
 * Notes in the list of people that an account has joined; in that of an organisation it was in before, that it has left, whose agreement for a
 * minor ends.
 */
export async function notePersonJoined(trx: Knex.Transaction, given: NewMembership): Promise<void> {
  const { organisationId, accountId, email, role, source, isAnsweredFor = false } = given;
  const [before] = await trx('organisation_person')
    .where({ account_id: accountId, state: 'joined' })
    .whereNot({ organisation_id: organisationId })
    .update({ state: 'left', left_at: trx.fn.now(), changed_at: trx.fn.now() })
    .returning('organisation_id');
  if (before) await endSchoolConsents(trx, before.organisation_id, [accountId]);
  const [person] = await rowsOf<Omit<Joined, 'birth_year'>>(
    trx,
    sql`insert into organisation_person as p (id, organisation_id, account_id, email, role, role_by, state, source)
        values (${uuidv7()}, ${organisationId}, ${accountId}, ${email}, ${role}, ${source === 'sign_in' && role !== 'member' ? 'sign_in' : 'hand'}, 'joined', ${source})
        on conflict (organisation_id, email) do update
           set account_id = excluded.account_id, role = excluded.role,
               role_by = case when p.role = excluded.role then p.role_by else excluded.role_by end, state = 'joined', left_at = null, version = p.version + 1, changed_at = now()
         where p.state <> 'joined' or p.account_id = excluded.account_id
        returning p.id, p.email, p.account_id, p.authorised_by, p.authorised_why`,
  );
  if (!person) throw new Error(`the organisation ${organisationId} knows another member by this address`);
  const account = await trx('account').where({ id: accountId }).first('birth_year');
  await authoriseByRecord(trx, organisationId, { ...person, birth_year: account?.birth_year ?? null });
  if (isAnsweredFor) await setSchoolConsent(trx, { accountId, organisationId, isGiven: true });
}

/** Turns the consent that the organisation recorded for a person under 13 before they joined into a valid one. */
async function authoriseByRecord(trx: Knex.Transaction, organisationId: string, person: Omit<Joined, 'id' | 'email'>): Promise<void> {
  const { account_id: accountId, authorised_by: recordedBy, authorised_why: reason, birth_year: birthYear } = person;
  const isOfAge = birthYear !== null && !needsConsent(birthYear);
  if (reason === null || recordedBy === null || recordedBy === accountId || isOfAge) return;
  await setSchoolConsent(trx, { accountId, organisationId, isGiven: true, recordedBy, reason });
}

async function invite(trx: Knex.Transaction, { organisation, personIds, inviter }: Admission): Promise<void> {
  if (personIds.length === 0) return;
  const invites = personIds.map((personId) => ({ personId, inviteId: uuidv7(), token: newInviteToken() }));
  const stored = await rowsOf<{ id: string; email: string }>(
    trx,
    sql`insert into organisation_invite (id, organisation_id, email, token_hash, role, invited_by, expires_at)
        select one.id, p.organisation_id, p.email, one.token_hash, p.role, ${inviter.accountId}, now() + ${INVITE_DAYS} * interval '1 day'
          from unnest(${invites.map(({ inviteId }) => inviteId)}::uuid[], ${invites.map(({ personId }) => personId)}::uuid[],
                      ${invites.map(({ token }) => hashInviteToken(token))}::bytea[]) as one (id, person_id, token_hash)
          join organisation_person p on p.id = one.person_id and p.organisation_id = ${organisation.organisationId}
        returning id, email`,
  );
  const tokens = new Map(invites.map(({ inviteId, token }) => [inviteId, token]));
  await addMails(
    trx,
    stored.map(({ id, email }) => ({
      kind: 'invite' as const,
      cause: causeOfInvite(id),
      to: email,
      data: { organisation: organisation.name, inviter: inviter.name, link: `/organisation/join?token=${tokens.get(id)!}` },
    })),
  );
}

/** SQL expression: the seats of an organisation that members and open invites hold. */
export const seatsHeld = (organisationId: string): Sql =>
  sql`((select count(*) from organisation_member where organisation_id = ${organisationId})::int
     + (select count(*) from organisation_invite where organisation_id = ${organisationId} and ended_at is null and expires_at > now())::int)`;

/**
 * Counts the seats of a locked organisation that nobody holds: neither members nor open invites. Below zero when it has more people than
 * seats.
 */
export async function seatsLeft(
  trx: Knex,
  { organisationId, seats }: { readonly organisationId: string; readonly seats: number },
): Promise<number> {
  const [row] = await rowsOf<{ held: number }>(trx, sql`select ${seatsHeld(organisationId)} as held`);
  return seats - row!.held;
}

/** Ends invites of a locked organisation that have expired, so that their addresses can be invited again. */
export async function endExpiredInvites(trx: Knex.Transaction, organisationId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ organisation_id: organisationId })
    .whereNull('ended_at')
    .where('expires_at', '<=', trx.fn.now())
    .update({ ended_at: trx.fn.now(), ended_how: 'expired' });
}
