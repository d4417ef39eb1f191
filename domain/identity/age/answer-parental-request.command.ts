import type { Knex } from 'knex';
import { ageBandOf } from '#contract/platform/age-rules.ts';
import type { ParentalRequest } from '#contract/identity/age.contract.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ParentalRequest as StoredRequest } from './parental-consent.model.ts';
import { storeBirthYear } from './set-birth-year.command.ts';

type RequestRow = Pick<Account, 'first_name' | 'birth_year'> &
  Pick<StoredRequest, 'account_id' | 'parent_email' | 'refused_at'> & { readonly given_at: Date | null };

/**
 * Returns a parent's request, and the answer so far.
 * @throws ProductError auth.link_invalid
 */
export async function readParentalRequest(token: string): Promise<ParentalRequest> {
  return toWire(await findRequest(database(), token));
}

/**
 * Stores a parent's answer. The link works for a year, so that consent can be withdrawn where it was given; repeating an answer changes
 * nothing.
 * @throws ProductError auth.link_invalid
 */
export async function answerParentalRequest({ token, agrees }: { token: string; agrees: boolean }): Promise<ParentalRequest> {
  return transact(async (trx) => {
    const { account_id: accountId } = await findRequest(trx, token);
    await Account.query(trx).findById(accountId).select('id').forUpdate();
    // a newer link, or another year of birth, may have been stored before the lock
    const request = await findRequest(trx, token);
    if (agrees === (request.given_at !== null) && agrees !== (request.refused_at !== null)) return toWire(request);
    const row = { account_id: accountId, given_by: 'parent' };
    if (agrees) {
      const given = { parent_email: request.parent_email, given_at: trx.fn.now() };
      await trx('parental_consent')
        .insert({ ...row, ...given })
        .onConflict(['account_id', 'given_by'])
        .merge(given);
    } else await trx('parental_consent').where(row).delete();
    await trx('parental_request')
      .where({ account_id: accountId })
      .update({ refused_at: agrees ? null : trx.fn.now() });
    const action = agrees ? 'account.parent_agreed' : 'account.parent_refused';
    await recordAudit({ actor: 'parent', action, subject: `account:${accountId}`, detail: {} }, trx);
    return toWire(await findRequest(trx, token));
  });
}

/**
 * Stores the year of birth of their child that a parent gives who has agreed. One that makes an adult of the child ends the consent and the
 * link with it.
 * @throws ProductError auth.link_invalid; age.parent_needed before the parent has agreed
 */
export async function correctBirthYear({ token, birthYear }: { token: string; birthYear: number }): Promise<ParentalRequest> {
  return transact(async (trx) => {
    const { account_id: accountId } = await findRequest(trx, token);
    await Account.query(trx).findById(accountId).select('id').forUpdate();
    const request = await findRequest(trx, token);
    if (request.given_at === null)
      throw new ProductError('age.parent_needed', 'Only a parent who has agreed can change the year of birth.');
    const changed = { ...request, birth_year: birthYear };
    if (request.birth_year === birthYear) return toWire(changed);
    await storeBirthYear(trx, { accountId, birthYear });
    const detail = { from: ageBandOf(request.birth_year), to: ageBandOf(birthYear) };
    await recordAudit({ actor: 'parent', action: 'account.parent_set_year', subject: `account:${accountId}`, detail }, trx);
    return toWire(changed);
  });
}

/** Finds the request of a token. @throws ProductError auth.link_invalid */
async function findRequest(store: Knex, token: string): Promise<RequestRow> {
  const [request] = await rowsOf<RequestRow>(
    store,
    sql`select r.account_id, a.first_name, a.birth_year, r.parent_email, r.refused_at, c.given_at
          from account_link l join parental_request r using (account_id) join account a on a.id = r.account_id
          left join parental_consent c on c.account_id = r.account_id and c.given_by = 'parent' and c.parent_email = r.parent_email
         where l.kind = 'parental-consent' and l.token_hash = ${hashToken(token)} and l.expires_at > now()`,
  );
  if (!request) throw new ProductError('auth.link_invalid', 'This link no longer works. Your child can ask for a new one.');
  return request;
}

const toWire = ({ first_name, birth_year, refused_at: refused, given_at: given }: RequestRow): ParentalRequest => ({
  first_name,
  birth_year,
  band: ageBandOf(birth_year),
  is_child: ageBandOf(birth_year) === 'child',
  state: given ? 'agreed' : refused ? 'refused' : 'asked',
});
