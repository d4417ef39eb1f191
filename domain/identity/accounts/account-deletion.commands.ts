import type { Knex } from 'knex';
import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';
import { deleteKeysOf } from '#domain/identity/api-keys/api-key.commands.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { identityPorts } from '#domain/identity/identity.ports.ts';
import { valuesOfDeleted } from './account-columns.ts';

/**
 * Schedules an account's deletion after the grace period, for a caller who knows its password. All its sessions end; until the deletion the
 * owner can sign in again to cancel it. Repeating the call does not change the date.
 * @returns when it will be deleted
 * @throws ProductError auth.password_wrong
 */
export async function requestDeletion({ accountId, password }: { accountId: string; password: string }): Promise<{ dueAt: Date }> {
  const proved = await provePassword(accountId, password);
  const ends = await identityPorts().describeDeletionLoss(accountId);
  const { dueAt, ended } = await transact(async (trx) => {
    const [account] = await trx('account')
      .where({ id: accountId, password_hash: proved })
      .update({
        deletion_due_at: expression(trx, sql`coalesce(deletion_due_at, now() + make_interval(days => ${DELETION_GRACE_DAYS}))`),
      })
      .returning(['email', 'first_name', 'deletion_due_at']);
    if (!account?.deletion_due_at) throw new ProductError('auth.password_wrong', 'The password has been changed in the meantime.');
    const due = account.deletion_due_at.toISOString();
    await addMail(trx, {
      kind: 'account-deletion',
      cause: `account-deletion:${accountId}:${due}`,
      accountId,
      to: account.email,
      data: { first_name: account.first_name, due_at: due, ends, link: '/sign-in' },
    });
    await recordAudit(
      { actor: `account:${accountId}`, action: 'account.deletion_requested', subject: `account:${accountId}`, detail: { due_at: due } },
      trx,
    );
    return { dueAt: account.deletion_due_at, ended: await revokeSessionsOf(trx, { accountId }, 'deletion-requested') };
  });
  ended.forEach(invalidateSession);
  return { dueAt };
}

/** Cancels an account's deletion. Succeeds without a pending deletion too. */
export async function cancelDeletion(accountId: string): Promise<void> {
  await transact(async (trx) => {
    const cancelled = await trx('account').where({ id: accountId }).whereNotNull('deletion_due_at').update({ deletion_due_at: null });
    if (cancelled === 0) return;
    await recordAudit({ actor: `account:${accountId}`, action: 'account.deletion_cancelled', subject: `account:${accountId}` }, trx);
  });
}

/** Accounts per call; the next hour takes the rest. */
const MOST_AT_ONCE = 200;

/**
 * Deletes the accounts whose grace period is over, one by one: first ends everything that could still cost the owner money, then deletes
 * everything in one transaction. An account that fails, e.g. because Stripe is unavailable, is logged, waits for the next call, and does
 * not block others. Every worker may call it at any time.
 * The tables' foreign keys declare what is deleted: references with `on delete cascade` delete their rows, `on delete set null` empties the
 * reference, and plain references (ledgers, orders) stay. For those, the account's own row stays, anonymised (`account-columns.ts`). Its address
 * can be registered again.
 * @returns number of deleted accounts
 */
export async function purgeAccounts(): Promise<number> {
  const due = await database()('account')
    .where('deletion_due_at', '<=', database().fn.now())
    .orderBy('deletion_due_at')
    .limit(MOST_AT_ONCE)
    .select('id');
  let purged = 0;
  for (const { id } of due) {
    try {
      await identityPorts().closeBilling(id);
      if (await transact((trx) => purge(trx, id))) purged += 1;
    } catch (error) {
      logger().error({ err: error, account_id: id }, 'purge: an account could not be deleted, retrying');
    }
  }
  return purged;
}

/**
 * Tables whose rows belong to an organisation when they name one, whoever made them; their own commands delete the rows that the account
 * held itself. All other rows that name an organisation and are deleted with an account are about the person (`account-deletion.test.ts`
 * lists them).
 */
const HELD_BY_ORGANISATIONS: readonly string[] = ['api_key', 'webhook'];

/** Deletes one account. @returns false when another worker has locked it, or its owner has just cancelled the deletion */
async function purge(trx: Knex.Transaction, accountId: string): Promise<boolean> {
  const account = await trx('account')
    .where({ id: accountId })
    .where('deletion_due_at', '<=', trx.fn.now())
    .forUpdate()
    .skipLocked()
    .first('id');
  if (!account) return false;
  await trx('account').where({ id: account.id }).update(valuesOfDeleted(trx, account.id));
  await deleteKeysOf(trx, account.id);
  await identityPorts().deleteWebhooks(trx, account.id);
  for (const { table, column, goes } of await referencesToAccount(trx)) {
    if (HELD_BY_ORGANISATIONS.includes(table)) continue;
    const rows = trx(table).where(column, account.id);
    await (goes ? rows.delete() : rows.update({ [column]: null }));
  }
  await recordAudit({ actor: 'schedule:purge-accounts', action: 'account.purged', subject: `account:${account.id}` }, trx);
  return true;
}

/** Lists our tables whose rows are deleted with an account (`goes`) or whose reference to it is emptied. */
const referencesToAccount = (trx: Knex.Transaction): Promise<{ table: string; column: string; goes: boolean }[]> =>
  rowsOf(
    trx,
    sql`select conrelid::regclass::text as table, attname as column, confdeltype = 'c' as goes
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
         where contype = 'f' and confrelid = 'account'::regclass and confdeltype in ('c', 'n')
         order by 1, 2`,
  );
