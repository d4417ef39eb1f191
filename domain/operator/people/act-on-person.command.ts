import type { Knex } from 'knex';
import type { ConsolePerson, PersonAct } from '#contract/operator/people.contract.ts';
import { ageBandOf } from '#contract/platform/age-rules.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { grantByHand } from '#domain/billing/ledger/grant.commands.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { reinstateAccount, setRoles, suspendAccount } from '#domain/identity/accounts/account.commands.ts';
import { storeBirthYear } from '#domain/identity/age/age.commands.ts';
import { endKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { endWebhooksOf } from '#domain/webhooks/webhook.commands.ts';
import { forgetSessions, revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { readPerson } from './people.queries.ts';

export interface PersonAction {
  readonly personId: string;
  readonly act: PersonAct;
  readonly role?: Role | undefined;
  readonly tokens?: number | undefined;
  readonly birth_year?: number | undefined;
}

type Role = User['roles'][number];

interface Person {
  readonly id: string;
  readonly email: string;
  readonly roles: Role[];
  readonly suspended_at: Date | null;
  readonly birth_year: number | null;
}

/**
 * Performs one action on an account. Audited in the same transaction.
 * @param mayAppoint whether the operator is an admin: only admins change who is an operator or admin
 * @throws ProductError not_found; access.denied; validation.failed when role, tokens or year are missing
 */
export async function actOnPerson(action: PersonAction, operator: Operator, mayAppoint: boolean): Promise<ConsolePerson> {
  const { personId, act } = action;
  if (act === 'give_tokens') {
    const { email } = await readPerson(personId);
    const tokens = needed(action.tokens, 'tokens');
    await grantByHand({ email, tokens, actor: `account:${operator.accountId}`, cause: toSentence('Given by an operator') });
    return readPerson(personId);
  }
  const ended = await transact(async (trx) => {
    const person: Person | undefined = await trx('account')
      .where({ id: personId })
      .whereNull('deleted_at')
      .forUpdate()
      .first('id', 'email', 'roles', 'suspended_at', 'birth_year');
    if (!person) throw notFound('person');
    const { changes, sessions } = await ACTIONS[act](trx, person, action, mayAppoint);
    if (act === 'suspend' && personId === operator.accountId)
      throw new ProductError('access.denied', 'You cannot suspend your own account.');
    await auditAct(trx, operator, {
      action: `person.${act}`,
      subject: `account:${personId}`,
      before: { roles: person.roles, suspended_at: person.suspended_at },
      after: { ...changes, ...(sessions.length > 0 && { sessions_ended: sessions.length }) },
    });
    return sessions;
  });
  forgetSessions(ended);
  return readPerson(personId);
}

interface Done {
  readonly changes: object;
  /** Ids of the ended sessions. */
  readonly sessions: readonly string[];
}

const ACTIONS: Readonly<
  Record<
    Exclude<PersonAct, 'give_tokens'>,
    (trx: Knex.Transaction, person: Person, action: PersonAction, mayAppoint: boolean) => Promise<Done>
  >
> = {
  give_role: (trx, person, action, mayAppoint) =>
    changeRoles(trx, person, appointable(action, mayAppoint), (roles, role) => [...new Set([...roles, role])]),
  take_role: (trx, person, action, mayAppoint) =>
    changeRoles(trx, person, appointable(action, mayAppoint), (roles, role) => roles.filter((one) => one !== role)),
  async end_sessions(trx, { id }) {
    const [keys, webhooks] = [await endKeysOf(trx, id), await endWebhooksOf(trx, id)];
    return {
      changes: { ...(keys > 0 && { api_keys_ended: keys }), ...(webhooks > 0 && { webhooks_ended: webhooks }) },
      sessions: await revokeSessionsOf(trx, { accountId: id }, 'ended-by-operator'),
    };
  },
  async suspend(trx, { id }) {
    await suspendAccount(trx, id);
    return { changes: { suspended: true }, sessions: await revokeSessionsOf(trx, { accountId: id }, 'suspended') };
  },
  async set_birth_year(trx, { id, birth_year: before }, action) {
    const birthYear = needed(action.birth_year, 'birth_year');
    await storeBirthYear(trx, { accountId: id, birthYear });
    // the years stay out of the log, which outlives the account
    return { changes: { from: ageBandOf(before), to: ageBandOf(birthYear) }, sessions: [] };
  },
  async unsuspend(trx, { id }) {
    await reinstateAccount(trx, id);
    return { changes: { suspended: false }, sessions: [] };
  },
};

async function changeRoles(
  trx: Knex.Transaction,
  { id, roles }: Person,
  role: Role,
  change: (roles: readonly Role[], role: Role) => Role[],
): Promise<Done> {
  const changed = change(roles, role);
  await setRoles(trx, id, changed);
  return { changes: { roles: changed }, sessions: [] };
}

function appointable(action: PersonAction, mayAppoint: boolean): Role {
  const role = needed(action.role, 'role');
  if (!mayAppoint && (role === 'operator' || role === 'admin'))
    throw new ProductError('access.denied', 'Only an admin can change who is an operator or an admin.');
  return role;
}

function needed<T>(value: T | undefined, path: string): T {
  if (value !== undefined) return value;
  throw new ProductError('validation.failed', 'Something is missing.', { data: { errors: [{ path, message: 'Must be given' }] } });
}
