import { canAskParent } from '#contract/identity/parental-consent.ts';
import { addMail } from '#domain/mail/add-mail.command.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { makeLink } from '../accounts/account-link.ts';
import { isSameMailbox } from './same-mailbox.ts';
import { Account } from '../accounts/account.model.ts';

/**
 * Mails a parent the link to the page where they agree or refuse. The previous link stops working; consent already given stays.
 * @param parentEmail in lower case
 * @throws ProductError validation.failed for a user of 18 or older, of unknown age, or for their own address; not_found
 */
export async function askParent({ accountId, parentEmail }: { accountId: string; parentEmail: string }): Promise<void> {
  await transact(async (trx) => {
    const account = await Account.query(trx).findById(accountId).forUpdate();
    if (!account) throw notFound('account');
    if (!canAskParent(account.birth_year))
      throw invalid('parent_email', 'Only people under 18 who have given their year of birth can ask a parent.');
    if (isSameMailbox(account.email, parentEmail)) throw invalid('parent_email', 'This is your own address. A parent agrees from theirs.');
    const { seed, name } = await makeLink(trx, 'parental-consent', accountId);
    const request = { parent_email: parentEmail, asked_at: trx.fn.now(), refused_at: null };
    await trx('parental_request')
      .insert({ account_id: accountId, ...request })
      .onConflict('account_id')
      .merge(request);
    const data = { first_name: account.first_name, seed };
    await addMail(trx, { kind: 'parental-consent', cause: `parental-consent:${name}`, accountId, to: parentEmail, data });
  });
}

const invalid = (field: string, problem: string) =>
  new ProductError('validation.failed', problem, { data: { errors: [fieldProblem(field, problem)] } });
