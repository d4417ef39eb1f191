import { needsConsent, type ConsentGiver } from '#contract/identity/parental-consent.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { Account } from './account.model.ts';

interface BirthYear {
  readonly accountId: string;
  /** null: it is taken back. */
  readonly birthYear: number | null;
  /** Who agrees, of somebody under 13; the latest is kept, with its time. */
  readonly consentBy?: ConsentGiver | undefined;
}

/**
 * Notes the year somebody says to be born in, or forgets it (null), together with the agreement a child needs. See `isMinor`.
 * @throws ProductError validation.failed for a child of whom nobody has agreed
 */
export async function setBirthYear({ accountId, birthYear, consentBy }: BirthYear): Promise<void> {
  await transact(async (trx) => {
    await Account.query(trx).findById(accountId).select('id').forUpdate();
    const consent = () => trx('parental_consent').where({ account_id: accountId });
    if (!needsConsent(birthYear)) await consent().delete();
    else if (consentBy) {
      const given = { given_by: consentBy, given_at: trx.fn.now() };
      await trx('parental_consent')
        .insert({ account_id: accountId, ...given })
        .onConflict('account_id')
        .merge(given);
    } else if (!(await consent().first('given_at'))) throw noConsent();
    await Account.query(trx).patch({ birth_year: birthYear }).where({ id: accountId });
  });
}

function noConsent(): ProductError {
  const said = 'For learners under 13, a parent or their school has to agree.';
  return new ProductError('validation.failed', said, { data: { errors: [fieldProblem('consent_by', said)] } });
}
