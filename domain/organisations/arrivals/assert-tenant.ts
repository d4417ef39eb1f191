import { tenancyOf } from '#contract/organisations/issuer-tenants.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { isVerifiedDomain } from '#domain/organisations/own-organisation.queries.ts';
import type { Connection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

type Of = Pick<Connection, 'kind' | 'issuer' | 'organisationId' | 'tenants'>;
type Claims = Readonly<Record<string, readonly string[]>>;

/** Requires an issuer whose tokens say, or need not say, of which organisation a person is. @throws SignInRefused issuer */
export function assertUsableIssuer({ issuer }: Pick<Of, 'issuer'>): void {
  const tenancy = tenancyOf(issuer);
  if (tenancy.kind === 'refused') throw new SignInRefused('issuer', inEnglish(tenancy.sentence));
}

/**
 * Requires that a verified token is of the connection's tenant, for issuers that say so. A tenant in the issuer itself is proven by the issuer,
 * so a message that does not repeat it is of this tenant too; a sign-in by OpenID repeats it always.
 * @param about a sign-in, or the end of a session at the provider, whose tokens have fewer claims
 * @throws SignInRefused issuer, not_member
 */
export async function assertTenant(connection: Of, claims: Claims, about: 'sign_in' | 'end'): Promise<void> {
  assertUsableIssuer(connection);
  const tenancy = tenancyOf(connection.issuer);
  if (tenancy.kind === 'own' || tenancy.kind === 'refused') return;
  if (tenancy.kind === 'fixed') {
    const given = tenancy.claims.flatMap((claim) => claims[claim] ?? []);
    const isRepeated = given.length > 0 || about === 'end' || connection.kind === 'saml';
    if (isRepeated && given.every((one) => one.toLowerCase() === tenancy.tenant)) return;
    throw ofAnother(given[0]);
  }
  if (tenancy.isOptional && connection.tenants.length === 0) return;
  const given = claims[tenancy.claim] ?? [];
  const own = given.find((one) => connection.tenants.includes(tenancy.isDomain ? one.toLowerCase() : one));
  if (own !== undefined && (!tenancy.isDomain || (await isVerifiedDomain(connection.organisationId, `@${own}`)))) return;
  throw ofAnother(given[0]);
}

const ofAnother = (tenant: string | undefined): SignInRefused =>
  new SignInRefused('not_member', `the account is of ${tenant ?? 'no organisation'}, which is none of this connection`);
