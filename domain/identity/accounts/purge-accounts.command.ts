import type { Knex } from 'knex';
import { raw } from 'objection';
import { closeBilling } from '#domain/billing/subscriptions/close-billing.command.ts';
import { NOBODY } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { Account } from './account.model.ts';

/** Accounts one call looks at: the next hour takes the rest. */
const MOST_AT_ONCE = 200;

/**
 * Deletes the accounts whose days of grace are over, each by itself: first what could still cost its owner money ends, then everything goes in
 * one transaction. One that fails, because Stripe is away for instance, is logged, waits for the next call, and holds up nobody else. Every
 * worker may call it at any time.
 *
 * What goes is declared by the tables themselves: rows whose reference to the account says `on delete cascade` are deleted, references that
 * say `on delete set null` are emptied, and rows that only refer (ledgers, orders) stay. The account's own row stays for those, as nobody:
 * without address, name, bio, password, birth year and roles. Its address can be registered anew.
 * @returns how many were deleted
 */
export async function purgeAccounts(): Promise<number> {
  const due = await Account.query()
    .where('deletion_due_at', '<=', raw('now()'))
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

/** @returns false when another worker has it, or its owner has just taken the wish back */
async function purge(trx: Knex.Transaction, accountId: string): Promise<boolean> {
  const account = await Account.query(trx)
    .findById(accountId)
    .where('deletion_due_at', '<=', raw('now()'))
    .select('id')
    .forUpdate()
    .skipLocked();
  if (!account) return false;
  await Account.query(trx)
    .patch({
      email: `deleted-${account.id}${NOBODY}`,
      password_hash: null,
      first_name: '',
      last_name: '',
      bio: '',
      roles: ['learner'],
      marketing_consent: false,
      email_verified_at: null,
      birth_year: null,
      deletion_due_at: null,
      deleted_at: raw('now()') as never,
    })
    .where({ id: account.id });
  for (const { table, column, goes } of await referencesToAccount(trx)) {
    const rows = trx(table).where(column, account.id);
    await (goes ? rows.delete() : rows.update({ [column]: null }));
  }
  await recordAudit({ actor: 'schedule:purge-accounts', action: 'account.purged', subject: `account:${account.id}` }, trx);
  return true;
}

/** Tables of ours that go with an account (`goes`) or forget it. */
async function referencesToAccount(trx: Knex.Transaction): Promise<{ table: string; column: string; goes: boolean }[]> {
  const { rows } = await trx.raw(
    `select conrelid::regclass::text as table, attname as column, confdeltype = 'c' as goes
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'account'::regclass and confdeltype in ('c', 'n')
      order by 1, 2`,
  );
  return rows;
}
