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

/** A person to be added to an organisation. */
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

/** A person as added. */
export type Added = Pick<OrganisationPerson, 'id' | 'email' | 'version' | 'created_at' | 'changed_at'>;

/**
 * Adds people in the state waiting, in the order given. A person who had left keeps the id and all values that are not given. None of the
 * addresses may belong to a person who has joined. The caller has locked the organisation and counted its seats.
 * @returns the added people, in the same order
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

/** The sender of an invite: a person, or the organisation itself. */
export interface Inviter {
  readonly accountId: string | null;
  readonly name: string;
}

/** Returns a person as the sender of an invite, with the name for the mail. */
export async function inviterOf(trx: Knex, accountId: string): Promise<Inviter> {
  const account = await trx('account').where({ id: accountId }).first('first_name', 'last_name');
  return { accountId, name: `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim() };
}

interface Admission {
  readonly organisation: { readonly organisationId: string; readonly name: string };
  /** Ids of people in the state waiting. */
  readonly personIds: readonly string[];
  /** The sender of the invites, whose name is in the mail. */
  readonly inviter: Inviter;
}

interface Joined extends Pick<OrganisationPerson, 'id' | 'email' | 'authorised_by' | 'authorised_why'> {
  readonly account_id: string;
  readonly birth_year: number | null;
}

/**
 * Admits waiting people. Those who have proved an address of a verified domain join at once, because the address belongs to the
 * organisation. Everybody else gets an invite, since only its owner decides about an account; so do members of another organisation, and
 * people too young for their role.
 * @returns the people who have joined
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
 * Lets former members back in, unless they have joined another organisation. The caller has locked the organisation and counted its seats.
 * @returns ids of the people who are members again
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

/** @param ready query for people of the organisation, with `role`, `account_id` and `birth_year` */
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
 * Informs the organisation's webhooks about new members, however they joined. Call it after everything about them is stored: webhooks may
 * learn of a child only once the school's consent is stored.
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
  /** The address under which the organisation knows the person, in lower case. */
  readonly email: string;
  readonly role: OrganisationRole;
  /** Source for a person whom the organisation does not know yet. */
  readonly source: PersonSource;
  /** Whether the organisation consents for the person, as for people of its learning platform. */
  readonly isAnsweredFor?: boolean;
}

/** Whether an account can join an organisation. `other_person`: the organisation knows another account's member by this address. */
export type Place = 'free' | 'seats_full' | 'other_person';

/**
 * Tells whether a locked organisation has a place for a person: a free seat, or the seat of an open invite to the address.
 * @param accountId null while the account is yet to be created
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
 * Makes an account a member of a locked organisation, if it has a place. Everybody who joins by themselves comes this way: by an invite,
 * the organisation's sign-in or a learning platform. An open invite to the address counts as accepted, and webhooks are informed. A
 * membership of an organisation that has ended is replaced.
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
  // deleted rather than changed: dependent rows, such as a place in a class, go with it
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
 * Records in the organisation's list of people that an account has joined. In the previous organisation's list it is marked as left, and
 * that organisation's consent for a minor ends.
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
  if (!person) throw new Error(`organisation ${organisationId} already has another member with this address`);
  const account = await trx('account').where({ id: accountId }).first('birth_year');
  await authoriseByRecord(trx, organisationId, { ...person, birth_year: account?.birth_year ?? null });
  if (isAnsweredFor) await setSchoolConsent(trx, { accountId, organisationId, isGiven: true });
}

/** Makes the consent valid that the organisation recorded for a person under 13 before they joined. */
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

/** SQL expression: the number of an organisation's seats taken by members and open invites. */
export const seatsHeld = (organisationId: string): Sql =>
  sql`((select count(*) from organisation_member where organisation_id = ${organisationId})::int
     + (select count(*) from organisation_invite where organisation_id = ${organisationId} and ended_at is null and expires_at > now())::int)`;

/**
 * Counts the free seats of a locked organisation: those of neither members nor open invites. Negative when it has more people than seats.
 */
export async function seatsLeft(
  trx: Knex,
  { organisationId, seats }: { readonly organisationId: string; readonly seats: number },
): Promise<number> {
  const [row] = await rowsOf<{ held: number }>(trx, sql`select ${seatsHeld(organisationId)} as held`);
  return seats - row!.held;
}

/** Ends the expired invites of a locked organisation, so that the addresses can be invited again. */
export async function endExpiredInvites(trx: Knex.Transaction, organisationId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ organisation_id: organisationId })
    .whereNull('ended_at')
    .where('expires_at', '<=', trx.fn.now())
    .update({ ended_at: trx.fn.now(), ended_how: 'expired' });
}
