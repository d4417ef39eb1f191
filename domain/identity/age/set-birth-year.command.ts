import { canAskParent } from '#contract/identity/parental-consent.ts';
import { ageRefusal } from '#contract/platform/age-rules.ts';
import { transact } from '#domain/platform/database.ts';
import { Account } from '../accounts/account.model.ts';

interface BirthYear {
  readonly accountId: string;
  /** null: it is taken back. */
  readonly birthYear: number | null;
}

/**
 * Notes the year somebody says to be born in, or forgets it (null). A child's account stays pending until a parent or the school has agreed;
 * what nobody needs to agree to any more is forgotten, and so is a wish for mail that the age does not allow.
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
