import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { ADULT_AT } from '#contract/platform/age-rules.ts';
import { needsConsent } from '#contract/identity/parental-consent.ts';
import { INVITE_DAYS } from '#contract/billing/organisation.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { setSchoolConsent } from '#domain/identity/age/age.commands.ts';
import { addMails } from '#domain/mail/mail.commands.ts';
import { raw, rowsOf, sql } from '#domain/platform/sql.ts';
import { causeOfInvite, hashInviteToken, newInviteToken } from './invite-secret.ts';
import type { OrganisationPerson, PersonSource } from './organisation.model.ts';

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

/**
 * Adds people who wait, in the order given; one who had left waits again, and keeps the id and what is not given. Addresses of people who
 * have joined must not be among them. The caller has locked the organisation and counted its seats.
 * @returns their ids, in the same order
 */
export async function addPeople(
  trx: Knex.Transaction,
  { organisationId, source }: { readonly organisationId: string; readonly source: PersonSource },
  people: readonly Newcomer[],
): Promise<string[]> {
  const column = <T>(read: (one: Newcomer) => T): T[] => people.map(read);
  const rows = await rowsOf<Pick<OrganisationPerson, 'id' | 'email'>>(
    trx,
    sql`insert into organisation_person as p
               (id, organisation_id, email, user_name, external_id, given_name, family_name, birth_year, role, source)
        select one.id, ${organisationId}, one.email, one.user_name, one.external_id, one.given_name, one.family_name, one.birth_year, one.role, ${source}
          from unnest(${column(() => uuidv7())}::uuid[], ${column(({ email }) => email)}::text[],
                      ${column(({ userName }) => userName ?? null)}::text[], ${column(({ externalId }) => externalId ?? null)}::text[],
                      ${column(({ givenName }) => givenName ?? '')}::text[], ${column(({ familyName }) => familyName ?? '')}::text[],
                      ${column(({ birthYear }) => birthYear ?? null)}::int[], ${column(({ role }) => role)}::text[])
               as one (id, email, user_name, external_id, given_name, family_name, birth_year, role)
        on conflict (organisation_id, email) do update
           set state = 'waiting', left_at = null, account_id = null, source = excluded.source, role = excluded.role,
               user_name = coalesce(excluded.user_name, p.user_name), external_id = coalesce(excluded.external_id, p.external_id),
               given_name = coalesce(nullif(excluded.given_name, ''), p.given_name),
               family_name = coalesce(nullif(excluded.family_name, ''), p.family_name),
               birth_year = coalesce(excluded.birth_year, p.birth_year), version = p.version + 1, changed_at = now()
         where p.state <> 'joined'
        returning p.id, p.email`,
  );
  const byEmail = new Map(rows.map(({ id, email }) => [email, id]));
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
 * @returns ids of those who have joined
 */
export async function admitPeople(trx: Knex.Transaction, { organisation, personIds, inviter }: Admission): Promise<string[]> {
  const joined = await joinAtOnce(trx, organisation.organisationId, personIds);
  for (const one of joined) await authoriseByRecord(trx, organisation.organisationId, one);
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
  return [...inside];
}

const joinAtOnce = (trx: Knex.Transaction, organisationId: string, personIds: readonly string[]): Promise<Joined[]> =>
  rowsOf<Joined>(
    trx,
    sql`with ready as (
          select p.id, p.role, a.id as account_id, a.birth_year
            from organisation_person p
            join organisation_domain d on d.organisation_id = p.organisation_id and d.verified_at is not null and d.domain = split_part(p.email, '@', 2)
            join account a on a.email = p.email and a.email_verified_at is not null and a.deleted_at is null
           where p.id = any(${personIds}::uuid[]) and p.organisation_id = ${organisationId} and p.state = 'waiting'
             and not exists (select from organisation_member m where m.account_id = a.id)
             and (p.role = 'member' or a.birth_year is null or a.birth_year < date_part('year', now() at time zone 'UTC') - ${raw(String(ADULT_AT))})),
        taken as (
          insert into organisation_member (account_id, organisation_id, role) select account_id, ${organisationId}, role from ready
          on conflict (account_id) do nothing
          returning account_id)
        update organisation_person p set state = 'joined', account_id = ready.account_id, version = p.version + 1, changed_at = now()
          from ready join taken using (account_id) where p.id = ready.id
        returning p.id, p.email, p.authorised_by, p.authorised_why, ready.account_id, ready.birth_year`,
  );

interface NewMembership {
  readonly organisationId: string;
  readonly accountId: string;
  /** The address that the organisation knows, in lower case. */
  readonly email: string;
  readonly role: OrganisationRole;
  /** Where the organisation has a person from whom it does not know yet. */
  readonly source: PersonSource;
}

/**
 * Makes an account a member of a locked organisation in which a seat is free. A membership of an organisation that has ended is replaced.
 * @returns false when the account belongs to another organisation
 */
export async function takeMembership(trx: Knex.Transaction, given: NewMembership): Promise<boolean> {
  const { organisationId, accountId, email, role, source } = given;
  // the user may be joining another organisation at the same time
  const joined = await rowsOf(
    trx,
    sql`insert into organisation_member as m (account_id, organisation_id, role) values (${accountId}, ${organisationId}, ${role})
     on conflict (account_id) do update set organisation_id = excluded.organisation_id, role = excluded.role, joined_at = now()
        where m.role <> 'owner' and not exists (select from organisation o where o.id = m.organisation_id and o.ends_at > now())
     returning account_id`,
  );
  if (joined.length === 0) return false;
  await notePersonJoined(trx, { organisationId, accountId, email, role, source });
  return true;
}

/** Notes in the list of people that an account has joined; in that of an organisation it was in before, that it has left. */
export async function notePersonJoined(trx: Knex.Transaction, given: NewMembership): Promise<void> {
  const { organisationId, accountId, email, role, source } = given;
  await trx('organisation_person')
    .where({ account_id: accountId, state: 'joined' })
    .whereNot({ organisation_id: organisationId })
    .update({ state: 'left', left_at: trx.fn.now(), changed_at: trx.fn.now() });
  const [person] = await rowsOf<Omit<Joined, 'birth_year'>>(
    trx,
    sql`insert into organisation_person as p (id, organisation_id, account_id, email, role, state, source)
        values (${uuidv7()}, ${organisationId}, ${accountId}, ${email}, ${role}, 'joined', ${source})
        on conflict (organisation_id, email) do update
           set account_id = excluded.account_id, role = excluded.role, state = 'joined', left_at = null, version = p.version + 1, changed_at = now()
        returning p.id, p.email, p.account_id, p.authorised_by, p.authorised_why`,
  );
  const account = await trx('account').where({ id: accountId }).first('birth_year');
  await authoriseByRecord(trx, organisationId, { ...person!, birth_year: account?.birth_year ?? null });
}

/** Turns what the organisation recorded for somebody under 13 before that person joined into its consent. */
export async function authoriseByRecord(
  trx: Knex.Transaction,
  organisationId: string,
  person: Omit<Joined, 'id' | 'email'>,
): Promise<void> {
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

/**
 * Counts the seats of a locked organisation that nobody holds: neither members nor open invites. Below zero when it has more people than
 * seats.
 */
export async function seatsLeft(
  trx: Knex,
  { organisationId, seats }: { readonly organisationId: string; readonly seats: number },
): Promise<number> {
  const [held] = await rowsOf<{ held: number }>(
    trx,
    sql`select (select count(*) from organisation_member where organisation_id = ${organisationId})::int
             + (select count(*) from organisation_invite where organisation_id = ${organisationId} and ended_at is null and expires_at > now())::int as held`,
  );
  return seats - held!.held;
}

/** Ends invites of a locked organisation that have expired, so that their addresses can be invited again. */
export async function endExpiredInvites(trx: Knex.Transaction, organisationId: string): Promise<void> {
  await trx('organisation_invite')
    .where({ organisation_id: organisationId })
    .whereNull('ended_at')
    .where('expires_at', '<=', trx.fn.now())
    .update({ ended_at: trx.fn.now(), ended_how: 'expired' });
}
