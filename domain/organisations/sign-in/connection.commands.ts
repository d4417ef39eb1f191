import type { AuditAction } from '#contract/platform/audit-actions.ts';
import type { Knex } from 'knex';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { saveSignIn as saveEndpoint, SignInMode, SignInReport, SignInSetup } from '#contract/organisations/sign-in.contract.ts';
import { tenancyOf } from '#contract/organisations/issuer-tenants.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { readTestArrival } from '#domain/organisations/arrivals/arrival.commands.ts';
import { beginOrganisationSignIn, endArrivals } from '#domain/organisations/arrivals/attempt.commands.ts';
import { NotAsked, readProviderAddress } from '#domain/vendors/identity-providers/ask-provider.ts';
import { discoverOidc } from '#domain/vendors/identity-providers/oidc.client.ts';
import { readCertificates } from '#domain/vendors/identity-providers/saml.client.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import type { ReadCertificate } from '#domain/vendors/identity-providers/saml.task.ts';
import { endOwnKeys } from '#domain/identity/api-keys/api-key.commands.ts';
import { countAsCome, forgetSessions, revokeOtherWays } from '#domain/identity/sessions/session.commands.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { reseal, seal } from '#domain/platform/secrets/sealed.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAllowed, lockAllowed } from '#domain/membership/membership.queries.ts';
import { fetchMetadata, parseMetadata } from './metadata.ts';
import { isVerifiedDomain } from '../own-organisation.queries.ts';
import { connectionOf, describeSetup, secretContext, type Connection } from './sign-in.queries.ts';
import { HAS_WAY_IN, SIGNS_IN_BY_IT } from '#domain/membership/ways-in.queries.ts';
import type { OrganisationSignIn } from './sign-in.model.ts';
import { tellAdministrators } from './tell-administrators.command.ts';

type Sent = BodyOf<typeof saveEndpoint>;

/** Returns the setup for a page of owners and administrators. @throws ProductError organisation.none, organisation.not_allowed */
export async function readSetup(accountId: string): Promise<SignInSetup> {
  return describeSetup((await findAllowed(accountId, 'set_sign_in')).organisationId);
}

const invalid = (path: string, message: string | Sentence) =>
  new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });

/** A provider's settings, as sent or as read from the provider before saving. */
type Provider = Pick<OrganisationSignIn, 'kind' | 'issuer' | 'tenants' | 'client_id' | 'sso_address' | 'metadata_address'> & {
  /** Null to keep the stored ones. */
  readonly certificates: readonly ReadCertificate[] | null;
};

/**
 * Sets up or changes an organisation's provider, after reading the provider's own description. Invalidates an earlier Test; an enforced
 * sign-in is only offered until it is tested again.
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.slug_taken, organisation.metadata_refused;
 * validation.failed for settings that this kind of provider lacks
 */
export async function saveSignIn(accountId: string, sent: Sent): Promise<SignInSetup> {
  const { organisationId } = await findAllowed(accountId, 'set_sign_in');
  const before = await connectionOf(organisationId);
  const id = organisationId;
  const provider = await refusing(() => (sent.kind === 'oidc' ? readOidc(id, sent, before) : readSaml(id, sent, before?.kind === 'saml')));
  const secret = sent.kind === 'saml' ? null : (sent.client_secret ?? (before?.kind === 'oidc' ? before.secret : null));
  const { certificates, ...columns } = provider;
  const row = {
    ...columns,
    slug: sent.slug,
    secret_sealed: secret === null ? null : seal(Buffer.from(secret), secretContext(organisationId)),
    allows_unsolicited: sent.kind === 'saml' && sent.allows_unsolicited,
    joins: sent.joins,
    attributes: JSON.stringify(Object.fromEntries(Object.entries(sent.attributes).filter(([, name]) => name !== ''))),
    roles: JSON.stringify(sent.roles),
    changed_by: accountId,
  };
  try {
    await transact(async (trx) => {
      await lockAllowed(trx, accountId, 'set_sign_in');
      const stored = await trx('organisation_sign_in').where({ organisation_id: organisationId }).forUpdate().first();
      const read = provider.metadata_address === null ? null : trx.fn.now();
      const state = { metadata_read_at: read, metadata_problem: null, changed_at: trx.fn.now() };
      const [changed] = await trx('organisation_sign_in')
        .where({ organisation_id: organisationId })
        .update({
          ...row,
          ...state,
          mode: trx.raw(`case mode when 'enforced' then 'offered' else mode end`),
          revision: trx.raw('revision + 1'),
        })
        .returning('organisation_id');
      if (!changed) await trx('organisation_sign_in').insert({ ...row, ...state, organisation_id: organisationId });
      const isListed = certificates !== null || sent.kind === 'oidc';
      const listed = isListed ? await storeCertificates(trx, organisationId, certificates ?? []) : {};
      // sign-ins in progress belong to the provider as it was
      await endArrivals(trx, id);
      await audit(trx, {
        accountId,
        organisationId,
        action: 'organisation.sign_in_saved',
        detail: { kind: sent.kind, issuer: provider.issuer, ...listed, ...changesOf(stored, sent, row) },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ProductError('organisation.slug_taken', 'Another organisation already uses this name. Please choose another.');
    throw error;
  }
  return describeSetup(organisationId);
}

const COLUMNS = [
  'kind',
  'slug',
  'issuer',
  'tenants',
  'client_id',
  'sso_address',
  'metadata_address',
  'allows_unsolicited',
  'joins',
] as const;
type Column = (typeof COLUMNS)[number];

/** Returns the changes of a sign-in for the audit: its fields, and the role rules added and removed. */
function changesOf(
  before: Pick<OrganisationSignIn, Column | 'attributes' | 'roles'> | undefined,
  sent: Sent,
  now: Pick<OrganisationSignIn, Column>,
) {
  const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  const named = (rules: Sent['roles']): string[] => rules.map(({ value, role }) => `${value}: ${role}`);
  const [rules, rulesBefore] = [named(sent.roles), named(before?.roles ?? [])];
  const names = Object.entries(sent.attributes).filter(
    ([what, name]) => name !== (before?.attributes[what as keyof Sent['attributes']] ?? ''),
  );
  return {
    changed: [
      ...(before ? COLUMNS.filter((column) => isOther(before[column], now[column])) : []),
      ...(sent.kind === 'oidc' && sent.client_secret !== undefined ? ['client_secret'] : []),
      ...(names.length > 0 ? ['attributes'] : []),
    ],
    rules_added: rules.filter((rule) => !rulesBefore.includes(rule)),
    rules_removed: rulesBefore.filter((rule) => !rules.includes(rule)),
  };
}

/** @throws ProductError organisation.metadata_refused for invalid metadata of a provider */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    throw new ProductError('organisation.metadata_refused', toSentence('The provider cannot be used: {why}', { why: error.message }), {
      cause: error,
    });
  }
}

async function readOidc(id: string, sent: Sent, before: Connection | null): Promise<Provider> {
  if (!sent.issuer) throw invalid('issuer', 'The issuer is missing.');
  if (!sent.client_id) throw invalid('client_id', 'The client ID is missing.');
  assertAddress('issuer', sent.issuer);
  // some paste the address of the metadata; the issuer is the part before the well-known path
  const issuer = sent.issuer.replace(/\/\.well-known\/openid-configuration\/?$/, '');
  const tenants = await readTenants(id, issuer, sent.tenants ?? (before?.issuer === issuer ? before.tenants : []));
  const provider = { id, issuer, clientId: sent.client_id, secret: sent.client_secret ?? before?.secret ?? null };
  await discoverOidc(provider);
  return { kind: 'oidc', issuer, tenants, client_id: sent.client_id, sso_address: null, metadata_address: null, certificates: [] };
}

/**
 * Reads which of the provider's tenants may come. An issuer that is shared must say of whom each token is, and the connection must name them.
 * @param path of the field that holds the issuer
 * @throws ProductError validation.failed
 */
async function readTenants(organisationId: string, issuer: string, given: readonly string[], path = 'issuer'): Promise<string[]> {
  const tenancy = tenancyOf(issuer);
  if (tenancy.kind === 'refused') throw invalid(path, tenancy.sentence);
  if (tenancy.kind !== 'named') return [];
  const { provider, claim, isDomain, isOptional } = tenancy;
  const tenants = [...new Set(given.map((one) => (isDomain ? one.toLowerCase() : one)))];
  if (tenants.length === 0 && !isOptional)
    throw invalid(
      'tenants',
      toSentence('All organisations of {provider} share this address. Enter what its claim {claim} is for yours.', { provider, claim }),
    );
  for (const domain of isDomain ? tenants : [])
    if (!(await isVerifiedDomain(organisationId, `@${domain}`)))
      throw invalid('tenants', toSentence('Verify the domain {domain} first.', { domain }));
  return tenants;
}

async function readSaml(id: string, sent: Sent, isStored: boolean): Promise<Provider> {
  const none = { kind: 'saml', client_id: null, tenants: [] as string[] } as const;
  if (sent.metadata_address !== undefined || sent.metadata !== undefined) {
    if (sent.metadata_address !== undefined) assertAddress('metadata_address', sent.metadata_address);
    const read = await (sent.metadata_address === undefined
      ? parseMetadata(id, Buffer.from(sent.metadata!))
      : fetchMetadata(id, sent.metadata_address));
    assertAddress('sso_address', read.ssoAddress);
    await readTenants(id, read.entityId, [], 'metadata_address');
    const address = sent.metadata_address ?? null;
    return { ...none, issuer: read.entityId, sso_address: read.ssoAddress, metadata_address: address, certificates: read.certificates };
  }
  if (!sent.entity_id) throw invalid('entity_id', 'The provider’s entity ID is missing.');
  if (!sent.sso_address) throw invalid('sso_address', 'The provider’s sign-in address is missing.');
  assertAddress('sso_address', sent.sso_address);
  await readTenants(id, sent.entity_id, [], 'entity_id');
  if (sent.certificates === undefined && !isStored) throw invalid('certificates', 'The provider’s certificates are missing.');
  const certificates = sent.certificates === undefined ? null : await readCertificates(id, sent.certificates);
  return { ...none, issuer: sent.entity_id, sso_address: sent.sso_address, metadata_address: null, certificates };
}

/** Requires TLS and a public address, because browsers are sent there and we connect to it. @throws ProductError validation.failed */
function assertAddress(path: string, address: string): void {
  try {
    readProviderAddress(address);
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    throw invalid(path, 'Please enter a public address that begins with https://.');
  }
}

/**
 * Replaces an organisation's certificates; those that stay keep the note that their end was announced.
 * @returns fingerprints of those added and removed, in the form of the audit
 */
export async function storeCertificates(
  trx: Knex.Transaction,
  organisationId: string,
  certificates: readonly ReadCertificate[],
): Promise<{ certificates_added: string[]; certificates_removed: string[] }> {
  const fingerprints = certificates.map(({ fingerprint }) => fingerprint);
  const before: string[] = await trx('organisation_certificate').where({ organisation_id: organisationId }).pluck('fingerprint');
  await trx('organisation_certificate').where({ organisation_id: organisationId }).whereNotIn('fingerprint', fingerprints).delete();
  for (const { fingerprint, pem, startsAt, endsAt } of certificates) {
    const row = { organisation_id: organisationId, fingerprint, pem, starts_at: new Date(startsAt), ends_at: new Date(endsAt) };
    await trx('organisation_certificate').insert(row).onConflict(['organisation_id', 'fingerprint']).ignore();
  }
  return {
    certificates_added: fingerprints.filter((one) => !before.includes(one)),
    certificates_removed: before.filter((one) => !fingerprints.includes(one)),
  };
}

interface Audited {
  readonly accountId: string;
  readonly organisationId: string;
  readonly action: AuditAction;
  readonly detail?: Record<string, unknown>;
}

const audit = (trx: Knex.Transaction, { accountId, organisationId, action, detail = {} }: Audited): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `organisation:${organisationId}`, detail }, trx);

interface Caller {
  readonly accountId: string;
  readonly sessionId: string;
}

/**
 * Turns an organisation's sign-in off, offers or enforces it. Enforcing ends the other sessions of members with the organisation's
 * addresses, except the caller's and those of owners with two-step sign-in, and revokes the members' own API keys and connected apps, which
 * were ways in too; people who sign in through the provider can make new ones. It requires a Test since the last change, a verified domain,
 * and such an owner, so that a way in remains when the provider fails.
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.sign_in_missing, organisation.sign_in_untested,
 * organisation.domain_needed, organisation.owner_locked_out
 */
export async function changeMode({ accountId, sessionId }: Caller, mode: SignInMode): Promise<SignInSetup> {
  const { ended, organisationId } = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const [row] = await rowsOf<{ mode: SignInMode; is_tested: boolean; has_domain: boolean; has_way_in: boolean }>(
      trx,
      sql`select mode, coalesce(tested_revision = revision, false) as is_tested,
                 exists (select from organisation_domain d where d.organisation_id = s.organisation_id and d.verified_at is not null) as has_domain,
                 exists (select from organisation_member m where m.organisation_id = s.organisation_id and ${HAS_WAY_IN}) as has_way_in
            from organisation_sign_in s where s.organisation_id = ${organisationId} for update`,
    );
    if (!row) throw new ProductError('organisation.sign_in_missing');
    if (mode === 'enforced' && !row.is_tested) throw new ProductError('organisation.sign_in_untested', 'Please test the sign-in first.');
    if (mode === 'enforced' && !row.has_domain) throw new ProductError('organisation.domain_needed', 'Please verify a domain first.');
    if (mode === 'enforced' && !row.has_way_in)
      throw new ProductError(
        'organisation.owner_locked_out',
        'An owner must turn on two-step sign-in first, so that someone can still sign in if the provider fails.',
      );
    if (row.mode === mode) return { ended: [], organisationId };
    await trx('organisation_sign_in').where({ organisation_id: organisationId }).update({ mode, changed_at: trx.fn.now() });
    await audit(trx, { accountId, organisationId, action: 'organisation.sign_in_mode', detail: { from: row.mode, to: mode } });
    return { ended: mode === 'enforced' ? await endOtherWays(trx, organisationId, sessionId) : [], organisationId };
  });
  forgetSessions(ended);
  return describeSetup(organisationId);
}

async function endOtherWays(trx: Knex.Transaction, organisationId: string, except: string): Promise<string[]> {
  const members = await rowsOf<{ account_id: string }>(
    trx,
    sql`select m.account_id from organisation_member m join account a on a.id = m.account_id join organisation o on o.id = m.organisation_id
          join organisation_sign_in s on s.organisation_id = o.id
         where o.id = ${organisationId} and ${SIGNS_IN_BY_IT}`,
  );
  const accountIds = members.map((one) => one.account_id);
  await endOwnKeys(trx, accountIds);
  // by a Test, the caller has just shown that they can sign in through the provider
  await countAsCome(trx, { accountIds, organisationId, sessionId: except });
  return revokeOtherWays(trx, { accountIds, organisationId, except });
}

/** Removes an organisation's sign-in. Repeating it changes nothing. @throws ProductError organisation.none, organisation.not_allowed */
export async function removeSignIn(accountId: string): Promise<SignInSetup> {
  const organisationId = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const gone = await trx('organisation_sign_in').where({ organisation_id: organisationId }).delete();
    if (gone > 0) await audit(trx, { accountId, organisationId, action: 'organisation.sign_in_removed' });
    return organisationId;
  });
  return describeSetup(organisationId);
}

/**
 * Begins a Test: a complete round trip that signs nobody in.
 * @returns as `beginOrganisationSignIn`
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.sign_in_missing, auth.provider_away
 */
export async function startTest(accountId: string): Promise<{ url: string; browser: string }> {
  const { organisationId } = await findAllowed(accountId, 'set_sign_in');
  const connection = await connectionOf(organisationId);
  if (!connection) throw new ProductError('organisation.sign_in_missing');
  return beginOrganisationSignIn({ connectionId: connection.id, next: null, testerId: accountId });
}

/**
 * Returns the data that arrived in a Test and what a sign-in with it would do. A successful Test is remembered, and allows the sign-in to
 * be enforced.
 * @throws ProductError organisation.none, organisation.not_allowed, auth.link_invalid
 */
export async function readTest(accountId: string, arrival: string): Promise<SignInReport> {
  const { organisationId } = await findAllowed(accountId, 'set_sign_in');
  const found = await readTestArrival(arrival, accountId);
  if (!found || found.connection.organisationId !== organisationId)
    throw new ProductError('auth.link_invalid', 'This test has ended. Please start a new one.');
  if (found.report.problem === null) {
    await rowsOf(
      database(),
      sql`update organisation_sign_in set tested_revision = revision, tested_at = now() where organisation_id = ${organisationId}`,
    );
  }
  return found.report;
}

/**
 * Changes an enforced sign-in to an offered one at an operator's request, and informs the organisation's owners and administrators by mail.
 * @throws ProductError not_found
 */
export async function relaxSignIn({ organisationId, actor }: { organisationId: string; actor: string }): Promise<{ mode: SignInMode }> {
  if (!isUuid(organisationId)) throw notFound('sign-in');
  return transact(async (trx) => {
    const row = await trx('organisation_sign_in').where({ organisation_id: organisationId }).forUpdate().first('mode');
    if (!row) throw notFound('sign-in');
    if (row.mode !== 'enforced') return { mode: row.mode };
    await trx('organisation_sign_in').where({ organisation_id: organisationId }).update({ mode: 'offered', changed_at: trx.fn.now() });
    await recordAudit({ actor, action: 'organisation.sign_in_relaxed', subject: `organisation:${organisationId}` }, trx);
    const at = new Date().toISOString();
    await tellAdministrators(trx, organisationId, { change: 'relaxed', at, domain: '' }, at);
    return { mode: 'offered' };
  });
}

/** Encrypts all clients' secrets with the installation's new secret, in the caller's transaction. @returns number of secrets */
export async function resealSignIns(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  let count = 0;
  const rows = await trx('organisation_sign_in').whereNotNull('secret_sealed').select('organisation_id', 'secret_sealed').forUpdate();
  for (const { organisation_id: organisationId, secret_sealed: sealed } of rows) {
    const again = reseal(sealed!, secretContext(organisationId), before);
    if (again === null) continue;
    await trx('organisation_sign_in').where({ organisation_id: organisationId }).update({ secret_sealed: again });
    count += 1;
  }
  return count;
}
