import { canAskParent } from '#contract/identity/parental-consent.ts';
import { ageRefusal } from '#contract/platform/age-rules.ts';
import { transact } from '#domain/platform/database.ts';
import { Account } from '../accounts/account.model.ts';

interface BirthYear {
  readonly accountId: string;
  /** null deletes it. */
  readonly birthYear: number | null;
}

/**
 * Stores a user's year of birth, or deletes it (null). A child's account stays pending until a parent or the school has agreed; consents
 * that are no longer needed are deleted, and so is consent to marketing mail that the age does not allow.
 */
export async function setBirthYear({ accountId, birthYear }: BirthYear): Promise<void> {
  await transact(async (trx) => {
    await Account.query(trx).findById(accountId).select('id').forUpdate();
    if (!canAskParent(birthYear)) {
      for (const table of ['parental_consent', 'parental_request']) await trx(table).where({ account_id: accountId }).delete();
      await trx('account_link').where({ account_id: accountId, kind: 'parental-consent' }).delete();
    }
    const isMailOff = ageRefusal('marketing_mail', { birthYear, consents: [] }) !== null;
    await Account.query(trx)
      .patch({ birth_year: birthYear, ...(isMailOff && { marketing_consent: false }) })
      .where({ id: accountId });
  });
}
