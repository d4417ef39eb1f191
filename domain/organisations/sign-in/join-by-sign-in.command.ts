import type { Knex } from 'knex';
import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { takeMembership } from '../admit-people.command.ts';
import { storeRole } from '../member.commands.ts';
import { lockOrganisation } from '../own-organisation.queries.ts';
import type { Connection } from './sign-in.queries.ts';
import type { RoleRule } from './sign-in.model.ts';

/** What becomes of a membership when its organisation's provider vouches for somebody. */
export type Standing = 'member' | 'joins' | Extract<SignInFailureReason, 'not_member' | 'other_organisation' | 'seats_full' | 'ended'>;

/**
 * Returns what arriving would mean for somebody's membership. For somebody new the organisation is locked, so that seats are counted once;
 * members do not wait for each other.
 * @param accountId null: the account is yet to be made
 */
export async function standingOf(trx: Knex.Transaction, connection: Connection, accountId: string | null): Promise<Standing> {
  const { organisationId } = connection;
  const [current] = await rowsOf<{ organisation_id: string; role: string; active: boolean }>(
    trx,
    sql`select m.organisation_id, m.role, o.ends_at > now() as active
          from organisation_member m join organisation o on o.id = m.organisation_id where m.account_id = ${accountId}::uuid`,
  );
  if (current?.organisation_id === organisationId) return 'member';
  if (current && (current.active || current.role === 'owner')) return 'other_organisation';
  await lockOrganisation(trx, organisationId);
  const [organisation] = await rowsOf<{ seats: number; active: boolean; taken: number }>(
    trx,
    sql`select o.seats, o.ends_at > now() as active,
               (select count(*)::int from organisation_member m where m.organisation_id = o.id) as taken
          from organisation o where o.id = ${organisationId}`,
  );
  if (!organisation?.active) return 'ended';
  if (!connection.joins) return 'not_member';
  return organisation.taken >= organisation.seats ? 'seats_full' : 'joins';
}

/**
 * Makes somebody a member whose standing is `joins`, and gives members the role that the provider names, in the transaction of `standingOf`.
 * Where the organisation has rules for roles they decide at every sign-in; an owner stays one, and nobody becomes one. Somebody new whom no
 * rule names gets the role under which the organisation waits for them. A minor gets no role above member.
 */
export async function joinBySignIn(
  trx: Knex.Transaction,
  connection: Connection,
  { accountId, standing, role: named }: { accountId: string; standing: 'member' | 'joins'; role: RoleRule['role'] | null },
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
    if (!(await takeMembership(trx, { organisationId, accountId, email: account!.email, role, source: 'sign_in' })))
      throw new ProductError('organisation.already_member');
    await endInviteTo(trx, organisationId, accountId);
    const detail = { member: accountId, role };
    return recordAudit({ actor, action: 'organisation.joined_by_sign_in', subject: actor, detail }, trx);
  }
  if (connection.roles.length === 0) return;
  const role = await roleByAge(trx, accountId, named ?? 'member');
  const which = { account_id: accountId, organisation_id: organisationId };
  const current = await trx('organisation_member').where(which).first('role');
  if (!current || current.role === 'owner' || current.role === role) return;
  await lockOrganisation(trx, organisationId);
  const person = await trx('organisation_person')
    .where({ ...which, state: 'joined' })
    .first('id', 'account_id', 'email', 'role', 'state');
  // another may have made somebody an owner meanwhile
  if (person && person.role !== 'owner' && person.role !== role) await storeRole(trx, { organisationId, person, role, actor });
}

async function roleByAge<T extends OrganisationRole>(trx: Knex.Transaction, accountId: string, role: T): Promise<T | 'member'> {
  const isMinor = role !== 'member' && (await findAgeRefusal(accountId, 'organisation_owner', trx)) === 'age.too_young';
  return isMinor ? 'member' : role;
}

/** An open invite to somebody who has come without it holds no seat any more. */
async function endInviteTo(trx: Knex.Transaction, organisationId: string, accountId: string): Promise<void> {
  await rowsOf(
    trx,
    sql`update organisation_invite i set ended_at = now(), ended_how = 'accepted', accepted_by = ${accountId} from account a
         where a.id = ${accountId} and i.organisation_id = ${organisationId} and i.email = a.email and i.ended_at is null`,
  );
}
