import { needsConsent, type ConsentGiver } from '#contract/identity/parental-consent.ts';
import { transact } from '#domain/platform/database.ts';
import { Account } from './account.model.ts';
import { recordConsent, refuseWithoutConsent, withdrawConsent } from './parental-consent.command.ts';

interface BirthYear {
  readonly accountId: string;
  /** null: it is taken back. */
  readonly birthYear: number | null;
  /** Who agrees, of somebody under 13. */
  readonly consentBy?: ConsentGiver | undefined;
}

/**
 * Notes the year somebody says to be born in, or forgets it (null), together with the agreement a child needs. See `isMinor`.
 * @throws ProductError validation.failed for a child of whom nobody has agreed
 */
export async function setBirthYear({ accountId, birthYear, consentBy }: BirthYear): Promise<void> {
  await transact(async (trx) => {
    await Account.query(trx).findById(accountId).select('id').forUpdate();
    if (!needsConsent(birthYear)) await withdrawConsent(trx, accountId);
    else if (consentBy) await recordConsent(trx, { accountId, givenBy: consentBy });
    else if (!(await trx('parental_consent').where({ account_id: accountId, purpose: 'account' }).first('id'))) refuseWithoutConsent();
    await Account.query(trx).patch({ birth_year: birthYear }).where({ id: accountId });
  });
}
