import type { Knex } from 'knex';
import { canAskParent } from '#contract/identity/parental-consent.ts';
import { ageBandOf, ageRefusal } from '#contract/platform/age-rules.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { Account } from '../accounts/account.model.ts';

interface BirthYear {
  readonly accountId: string;
  /** null deletes it. */
  readonly birthYear: number | null;
}

/**
 * Stores the year of birth that a user gives, or deletes it (null). Under 18 it stays: only a parent or an operator changes it then.
 * Whoever tries to be older is recorded for the moderators.
 * @throws ProductError not_found; age.fixed under 18
 */
export async function setBirthYear({ accountId, birthYear }: BirthYear): Promise<void> {
  const isFixed = await transact(async (trx) => {
    const before = await lockedYear(trx, accountId);
    if (birthYear === before) return false;
    if (!canAskParent(before)) {
      await storeBirthYear(trx, { accountId, birthYear });
      return false;
    }
    if (birthYear !== null && before !== null && birthYear < before) await recordRefusal(trx, accountId, { from: before, to: birthYear });
    return true;
  });
  if (isFixed) throw new ProductError('age.fixed', 'Under 18, only a parent who has agreed or our team can change the year of birth.');
}

/**
 * Stores a year of birth that somebody else vouches for: a parent or an operator, who audits it in the same transaction. A child's account
 * stays pending until a parent or the school has agreed; consents that are no longer needed are deleted, and so is consent to marketing
 * mail that the age does not allow.
 */
export async function storeBirthYear(trx: Knex.Transaction, { accountId, birthYear }: BirthYear): Promise<void> {
  await Account.query(trx).findById(accountId).select('id').forUpdate();
  if (!canAskParent(birthYear)) {
    for (const table of ['parental_consent', 'parental_request']) await trx(table).where({ account_id: accountId }).delete();
    await trx('account_link').where({ account_id: accountId, kind: 'parental-consent' }).delete();
  }
  const isMailOff = ageRefusal('marketing_mail', { birthYear, consents: [] }) !== null;
  await Account.query(trx)
    .patch({ birth_year: birthYear, ...(isMailOff && { marketing_consent: false }) })
    .where({ id: accountId });
}

async function lockedYear(trx: Knex.Transaction, accountId: string): Promise<number | null> {
  const account = await Account.query(trx).findById(accountId).select('birth_year').forUpdate();
  if (!account) throw notFound('account');
  return account.birth_year;
}

/** Once a day: repeating it must not fill the log. The years stay out, because the log outlives the account. */
async function recordRefusal(trx: Knex.Transaction, accountId: string, { from, to }: { from: number | null; to: number }): Promise<void> {
  const [by, action] = [`account:${accountId}`, 'account.older_refused'];
  const known = await trx('audit_entry')
    .where({ subject: by, action })
    .where('at', '>', expression(trx, sql`now() - interval '1 day'`))
    .first('id');
  if (!known) await recordAudit({ actor: by, action, subject: by, detail: { from: ageBandOf(from), to: ageBandOf(to) } }, trx);
}
