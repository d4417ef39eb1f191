import type { Knex } from 'knex';
import { closeBilling } from '#domain/billing/subscriptions/close-billing.command.ts';
import { DELETED_DOMAIN } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { Account } from './account.model.ts';

/** Accounts per call: the next hour takes the rest. */
const MOST_AT_ONCE = 200;

/**
 * Deletes the accounts whose grace period is over, one by one: first ends what could still cost its owner money, then deletes everything in
 * one transaction. A failed one, e.g. because Stripe is unavailable, is logged, waits for the next call, and does not block others. Every
 * worker may call it at any time.
 *
 * The tables' foreign keys declare what is deleted: references with `on delete cascade` delete their rows, `on delete set null` empties the
 * reference, and plain references (ledgers, orders) stay. The account's own row stays for those, anonymised: without address, name, bio,
 * password, birth year and roles. Its address can be registered again.
 * @returns number of deleted accounts
 */
export async function purgeAccounts(): Promise<number> {
  const due = await Account.query()
    .where('deletion_due_at', '<=', Account.knex().fn.now())
    .orderBy('deletion_due_at')
    .limit(MOST_AT_ONCE)
    .select('id');
  let purged = 0;
  for (const { id } of due) {
    try {
      await closeBilling(id);
      if (await transact((trx) => purge(trx, id))) purged += 1;
    } catch (error) {
      logger().error({ err: error, account_id: id }, 'purge: an account could not be deleted, it is tried again');
    }
  }
  return purged;
}

/** Deletes one account. @returns false when another worker has locked it, or its owner has just cancelled the deletion */
async function purge(trx: Knex.Transaction, accountId: string): Promise<boolean> {
  const account = await Account.query(trx)
    .findById(accountId)
    .where('deletion_due_at', '<=', trx.fn.now())
    .select('id')
    .forUpdate()
    .skipLocked();
  if (!account) return false;
  await trx('account')
    .where({ id: account.id })
    .update({
      email: `deleted-${account.id}${DELETED_DOMAIN}`,
      password_hash: null,
      first_name: '',
      last_name: '',
      bio: '',
      roles: ['learner'],
      marketing_consent: false,
      email_verified_at: null,
      birth_year: null,
      deletion_due_at: null,
      deleted_at: trx.fn.now(),
    });
  for (const { table, column, goes } of await referencesToAccount(trx)) {
    const rows = trx(table).where(column, account.id);
    await (goes ? rows.delete() : rows.update({ [column]: null }));
  }
  await recordAudit({ actor: 'schedule:purge-accounts', action: 'account.purged', subject: `account:${account.id}` }, trx);
  return true;
}

/** Lists our tables that are deleted with an account (`goes`) or whose reference is emptied. */
const referencesToAccount = (trx: Knex.Transaction): Promise<{ table: string; column: string; goes: boolean }[]> =>
  rowsOf(
    trx,
    sql`select conrelid::regclass::text as table, attname as column, confdeltype = 'c' as goes
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
         where contype = 'f' and confrelid = 'account'::regclass and confdeltype in ('c', 'n')
         order by 1, 2`,
  );
