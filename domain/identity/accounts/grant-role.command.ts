import { raw } from 'objection';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { Account, type Role } from './account.model.ts';

/**
 * Grants an account a role, and writes an audit entry. Open sessions have it at once (`watchSessions`).
 * @param given `actor` as `<kind>:<id>`, for instance `script:grant`
 * @returns its current roles
 * @throws ProductError not_found when no account has that email
 */
export async function grantRole(given: { email: string; role: Role; actor: string }): Promise<Role[]> {
  return transact(async (trx) => {
    const [account] = await Account.query(trx)
      .patch({ roles: raw('case when ? = any(roles) then roles else array_append(roles, ?) end', [given.role, given.role]) as never })
      .where({ email: given.email.trim().toLowerCase() })
      .returning(['id', 'roles']);
    if (!account) throw notFound('account');
    await recordAudit({ actor: given.actor, action: 'role.grant', subject: `account:${account.id}`, detail: { role: given.role } }, trx);
    return account.roles;
  });
}
