import type { Knex } from 'knex';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Role } from './account.model.ts';

/** Suspends an account, once: the time of the first suspension stays. Its sessions must be ended too. */
export async function suspendAccount(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account')
    .where({ id: accountId })
    .update({ suspended_at: expression(trx, sql`coalesce(suspended_at, now())`) });
}

/** Ends the suspension of an account. */
export async function reinstateAccount(trx: Knex.Transaction, accountId: string): Promise<void> {
  await trx('account').where({ id: accountId }).update({ suspended_at: null });
}

/** Sets the roles of an account; open sessions have them at once (`watchSessions`). */
export async function setRoles(trx: Knex.Transaction, accountId: string, roles: readonly Role[]): Promise<void> {
  await trx('account')
    .where({ id: accountId })
    .update({ roles: [...roles] });
}
