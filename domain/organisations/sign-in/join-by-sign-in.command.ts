import type { Knex } from 'knex';
import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { placeFor, takeMembership } from '../admit-people.command.ts';
import { storeRole } from '../member.commands.ts';
import { lockOrganisation } from '../own-organisation.queries.ts';
import type { Connection } from './sign-in.queries.ts';
import type { RoleRule } from './sign-in.model.ts';
import { refusedBy } from '#domain/vendors/identity-providers/sign-in-refused.ts';

/** The effect on a membership when the organisation's provider vouches for a person. */
export type Standing =
  | 'member'
  | 'joins'
  | Extract<SignInFailureReason, 'not_member' | 'other_organisation' | 'other_person' | 'seats_full' | 'ended'>;

/** The arriving person: an account, or an address whose account is yet to be created. */
export type Comer = { readonly accountId: string } | { readonly email: string };

/**
 * Returns what arriving would mean for a person's membership. For a new person the organisation is locked, so that seats are counted
 * correctly; members do not wait for each other. If the organisation does not let people join by signing in, only people whom it already
 * waits for, by an invite, a list or a directory, can join. People who left or were removed return only by an invite, a list or the
 * directory, because the provider may not know that they left.
 */
export async function standingOf(trx: Knex.Transaction, connection: Connection, comer: Comer): Promise<Standing> {
  const { organisationId } = connection;
  const accountId = 'accountId' in comer ? comer.accountId : null;
  const isMember = { account_id: accountId ?? '', organisation_id: organisationId };
  if (accountId !== null && (await trx('organisation_member').where(isMember).first('role'))) return 'member';
  const { seats, active } = await lockOrganisation(trx, organisationId);
  const email = 'email' in comer ? comer.email : (await trx('account').where({ id: comer.accountId }).first('email'))!.email;
  // read under the lock, because somebody may have admitted the person meanwhile
  const [now] = await rowsOf<{ organisation_id: string | null; role: string; is_active: boolean; is_awaited: boolean; is_out: boolean }>(
    trx,
    sql`select m.organisation_id, m.role, o.ends_at > now() as is_active,
               exists (select from organisation_person p
                        where p.organisation_id = ${organisationId} and p.email = ${email} and p.state = 'waiting') as is_awaited,
               exists (select from organisation_person p
                        where p.organisation_id = ${organisationId} and (p.email = ${email} or p.account_id = ${accountId}::uuid) and p.state = 'left') as is_out
          from (values (1)) one left join (organisation_member m join organisation o on o.id = m.organisation_id) on m.account_id = ${accountId}::uuid`,
  );
  const { organisation_id: current, role, is_active: isActive, is_awaited: isAwaited, is_out: isOut } = now!;
  if (current === organisationId) return 'member';
  if (current !== null && (isActive || role === 'owner')) return 'other_organisation';
  if (!active) return 'ended';
  if (isOut || (!connection.joins && !isAwaited)) return 'not_member';
  const place = await placeFor(trx, { organisationId, seats }, { accountId, email });
  return place === 'free' ? 'joins' : place;
}

interface Coming {
  readonly accountId: string;
  readonly standing: 'member' | 'joins';
  readonly role: RoleRule['role'] | null;
  /** The provider did not send the values that the rules need, so members keep their role. */
  readonly isUnsaid?: boolean | undefined;
}

/**
 * Makes a person whose standing is `joins` a member, and gives members the role that the provider names, in the transaction of
 * `standingOf`. An organisation's role rules decide at every sign-in, but never make or change owners. A new person whom no rule matches
 * gets the role that the organisation intended for them. A minor gets no role above member.
 */
export async function joinBySignIn(
  trx: Knex.Transaction,
  connection: Connection,
  { accountId, standing, role: named, isUnsaid = false }: Coming,
): Promise<void> {
  const { organisationId } = connection;
  const actor = `organisation:${organisationId}`;
  if (standing === 'joins') {
    const account = await trx('account').where({ id: accountId }).first('email');
    const waiting = await trx('organisation_person')
      .where({ organisation_id: organisationId, email: account!.email, state: 'waiting' })
      .first('role');
    const meant = named ?? (waiting && waiting.role !== 'owner' ? waiting.role : 'member');
    const role = await roleByAge(trx, accountId, meant);
    const joining = { accountId, email: account!.email, role, source: 'sign_in' } as const;
    const outcome = await takeMembership(trx, await lockOrganisation(trx, organisationId), joining);
    if (outcome !== 'joined') throw refusedBy(outcome);
    const detail = { member: accountId, role };
    return recordAudit({ actor, action: 'organisation.joined_by_sign_in', subject: actor, detail }, trx);
  }
  if (connection.roles.length === 0 || isUnsaid) return;
  const role = await roleByAge(trx, accountId, named ?? 'member');
  const which = { account_id: accountId, organisation_id: organisationId };
  const current = await trx('organisation_member').where(which).first('role');
  if (!current || current.role === 'owner' || current.role === role) return;
  await lockOrganisation(trx, organisationId);
  const person = await trx('organisation_person')
    .where({ ...which, state: 'joined' })
    .first('id', 'account_id', 'email', 'role', 'state');
  // somebody may have made the person an owner meanwhile
  if (person && person.role !== 'owner' && person.role !== role)
    await storeRole(trx, { organisationId, person, role, by: 'sign_in', actor });
}

async function roleByAge<T extends OrganisationRole>(trx: Knex.Transaction, accountId: string, role: T): Promise<T | 'member'> {
  const isMinor = role !== 'member' && (await findAgeRefusal(accountId, 'organisation_owner', trx)) === 'age.too_young';
  return isMinor ? 'member' : role;
}
