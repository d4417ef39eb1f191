import type { Knex } from 'knex';
import type { ParentalRequest } from '#contract/identity/age.contract.ts';
import { canAskParent } from '#contract/identity/parental-consent.ts';
import { ageBandOf, ageRefusal } from '#contract/platform/age-rules.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { transact, database } from '#domain/platform/database.ts';
import { notFound, ProductError, fieldProblem } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';
import { makeLink } from '../accounts/account-link.ts';
import type { Account } from '../accounts/account.model.ts';
import type { ParentalRequest as StoredRequest } from './parental-consent.model.ts';

interface BirthYear {
  readonly accountId: string;
  /** Null deletes it. */
  readonly birthYear: number | null;
}

/**
 * Stores the year of birth that a user enters, or deletes it (null). A year that means under 18 stays: only a parent or an operator can
 * change it. An attempt to become older is recorded for the moderators.
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
  if (isFixed)
    throw new ProductError('age.fixed', 'For someone under 18, only the parent who gave consent or our team can change the year of birth.');
}

/**
 * Stores a year of birth that another person vouches for: a parent, or an operator, who audits it in the same transaction. A child's
 * account stays pending until a parent or the school has agreed. Consents that are no longer needed are deleted, and so is consent to
 * marketing mail that the age does not allow.
 */
export async function storeBirthYear(trx: Knex.Transaction, { accountId, birthYear }: BirthYear): Promise<void> {
  await trx('account').where({ id: accountId }).forUpdate().first('id');
  if (!canAskParent(birthYear)) {
    for (const table of ['parental_consent', 'parental_request']) await trx(table).where({ account_id: accountId }).delete();
    await trx('account_link').where({ account_id: accountId, kind: 'parental-consent' }).delete();
  }
  const isMailOff = ageRefusal('marketing_mail', { birthYear, consents: [] }) !== null;
  await trx('account')
    .where({ id: accountId })
    .update({ birth_year: birthYear, ...(isMailOff && { marketing_consent: false }) });
}

async function lockedYear(trx: Knex.Transaction, accountId: string): Promise<number | null> {
  const account = await trx('account').where({ id: accountId }).forUpdate().first('birth_year');
  if (!account) throw notFound('account');
  return account.birth_year;
}

/** Records the attempt once a day, so that repeating it cannot fill the log. Without the years, because the log outlives the account. */
async function recordRefusal(trx: Knex.Transaction, accountId: string, { from, to }: { from: number | null; to: number }): Promise<void> {
  const [by, action] = [`account:${accountId}`, 'account.older_refused'] as const;
  const known = await trx('audit_entry')
    .where({ subject: by, action })
    .where('at', '>', expression(trx, sql`now() - interval '1 day'`))
    .first('id');
  if (!known) await recordAudit({ actor: by, action, subject: by, detail: { from: ageBandOf(from), to: ageBandOf(to) } }, trx);
}

/**
 * Mails a parent the link to the page where they agree or refuse. An earlier link stops working; a consent already given stays.
 * @param parentEmail in lower case
 * @throws ProductError validation.failed for a user of 18 or older, a user of unknown age, or the user's own address; not_found
 */
export async function askParent({ accountId, parentEmail }: { accountId: string; parentEmail: string }): Promise<void> {
  await transact(async (trx) => {
    const account = await trx('account').where({ id: accountId }).forUpdate().first('email', 'first_name', 'birth_year');
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

type RequestRow = Pick<Account, 'first_name' | 'birth_year'> &
  Pick<StoredRequest, 'account_id' | 'parent_email' | 'refused_at'> & { readonly given_at: Date | null };

/**
 * Returns the request to a parent, with the answer so far.
 * @throws ProductError auth.link_invalid
 */
export async function readParentalRequest(token: string): Promise<ParentalRequest> {
  return toWire(await findRequest(database(), token));
}

/**
 * Stores a parent's answer. The link works for a year, so that the parent can withdraw consent on the same page; repeating an answer
 * changes nothing.
 * @throws ProductError auth.link_invalid; age.too_young when the address belongs to a user who has entered an age under 18
 */
export async function answerParentalRequest({ token, agrees }: { token: string; agrees: boolean }): Promise<ParentalRequest> {
  return transact(async (trx) => {
    const { account_id: accountId } = await findRequest(trx, token);
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    // a newer link or another year of birth may have been stored before the lock
    const request = await findRequest(trx, token);
    if (agrees === (request.given_at !== null) && agrees !== (request.refused_at !== null)) return toWire(request);
    const row = { account_id: accountId, given_by: 'parent' };
    if (agrees) {
      await assertNoChildsMailbox(trx, request.parent_email);
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
 * Refuses the address of another minor, such as a friend or sister. Checked at the answer, so that sending the request does not reveal
 * anybody's age.
 * @throws ProductError age.too_young
 */
async function assertNoChildsMailbox(trx: Knex.Transaction, email: string): Promise<void> {
  const holders = await rowsOf<Pick<Account, 'birth_year'>>(
    trx,
    sql`select birth_year from account where deleted_at is null and email ~ ${addressesOf(email)}`,
  );
  if (!holders.some((holder) => ['child', 'minor'].includes(ageBandOf(holder.birth_year)))) return;
  throw new ProductError(
    'age.too_young',
    'The account with this address belongs to someone under 18. A parent must give consent from their own address.',
  );
}

/**
 * Stores the child's year of birth as entered by a parent who has agreed. A year that makes the child an adult ends the consent and the
 * link.
 * @throws ProductError auth.link_invalid; age.parent_needed before the parent has agreed
 */
export async function correctBirthYear({ token, birthYear }: { token: string; birthYear: number }): Promise<ParentalRequest> {
  return transact(async (trx) => {
    const { account_id: accountId } = await findRequest(trx, token);
    await trx('account').where({ id: accountId }).forUpdate().first('id');
    const request = await findRequest(trx, token);
    if (request.given_at === null)
      throw new ProductError('age.parent_needed', 'Only the parent who gave consent can change the year of birth.');
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

interface SchoolConsent {
  /** The person whose use the school agrees to. */
  readonly accountId: string;
  /** The school. */
  readonly organisationId: string;
  /** False when the school withdraws its consent. */
  readonly isGiven: boolean;
  /** Who recorded the consent, never the person themselves, and why. */
  readonly recordedBy?: string | null;
  readonly reason?: string | null;
}

/** Stores or withdraws a school's consent, in the caller's transaction. @returns whether that changed anything */
export async function setSchoolConsent(trx: Knex.Transaction, given: SchoolConsent): Promise<boolean> {
  const { accountId, organisationId, isGiven, recordedBy = null, reason = null } = given;
  const consent = { account_id: accountId, organisation_id: organisationId, given_by: 'school' as const };
  const record = { recorded_by: recordedBy, reason };
  const changed = isGiven
    ? await trx('parental_consent')
        .insert({ ...consent, ...record })
        .onConflict(['account_id', 'given_by'])
        .merge({ organisation_id: organisationId, given_at: trx.fn.now(), ...record })
        .whereNot('parental_consent.organisation_id', organisationId)
        .returning('account_id')
    : await trx('parental_consent').where(consent).delete().returning('account_id');
  return changed.length > 0;
}

/** Withdraws the school's consents for accounts that leave it, in the caller's transaction. */
export async function endSchoolConsents(trx: Knex.Transaction, organisationId: string, accountIds: readonly string[]): Promise<void> {
  await trx('parental_consent').where({ organisation_id: organisationId, given_by: 'school' }).whereIn('account_id', accountIds).delete();
}

/** Domains whose mailboxes ignore dots. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** Returns the mailbox that an address is delivered to: in lower case, without `+tag`, and without dots where the domain ignores them. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const [name = ''] = address.slice(0, at).trim().toLowerCase().split('+');
  return WITHOUT_DOTS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Returns a PostgreSQL regular expression for all addresses that are delivered to the same mailbox as this one. */
function addressesOf(address: string): string {
  const mailbox = mailboxOf(address);
  const at = mailbox.lastIndexOf('@');
  const literal = (text: string): string => text.replaceAll(/[^\da-z]/g, String.raw`\$&`);
  const [name, domain] = [mailbox.slice(0, at), mailbox.slice(at + 1)];
  const isDotted = WITHOUT_DOTS.has(domain);
  const names = [...name].map((sign) => literal(sign) + (isDotted ? '[.]*' : '')).join('');
  return `^${names}([+].*)?@${isDotted ? 'g(oogle)?mail[.]com' : literal(domain)}$`;
}

/** Tells whether two addresses are read by the same person: a sub-address of one's own is no one else's. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);
