import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Role } from './account.model.ts';

/**
 * Grants an account a role, and writes an audit entry. Open sessions have it at once (`watchSessions`).
 * @param given `actor` as `<kind>:<id>`, for instance `script:grant`
 * @returns its current roles
 * @throws ProductError not_found when no account has that email
 */
export async function grantRole(given: { email: string; role: Role; actor: string }): Promise<Role[]> {
  return transact(async (trx) => {
    const { role } = given;
    const [account] = await trx('account')
      .where({ email: given.email.trim().toLowerCase() })
      .update({ roles: expression(trx, sql`case when ${role} = any(roles) then roles else array_append(roles, ${role}) end`) })
      .returning(['id', 'roles']);
    if (!account) throw notFound('account');
    await recordAudit({ actor: given.actor, action: 'role.grant', subject: `account:${account.id}`, detail: { role } }, trx);
    return account.roles;
  });
}
