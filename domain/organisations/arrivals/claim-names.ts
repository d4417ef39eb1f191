import type { SignInAttributes } from '#contract/organisations/sign-in.contract.ts';

/** The claims that are read about a person. */
export type Read = Exclude<keyof SignInAttributes, 'subject'> | 'name';

/** The name of a claim that a provider sends, according to its documentation. */
interface ProviderClaim {
  readonly as: Read;
  readonly name: string;
  readonly provider: string;
  readonly source: string;
}

const ENTRA_OIDC = 'https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference';
const ENTRA_OPTIONAL = 'https://learn.microsoft.com/entra/identity-platform/optional-claims';
const ENTRA_SAML = 'https://learn.microsoft.com/entra/identity-platform/reference-saml-tokens';
const ADFS = 'https://learn.microsoft.com/windows-server/identity/ad-fs/technical-reference/the-role-of-claims';
const CLAIM_TYPES = 'https://learn.microsoft.com/dotnet/api/system.security.claims.claimtypes';
const OKTA = 'https://developer.okta.com/docs/reference/api/oidc/';
const OKTA_SAML = 'https://help.okta.com/en-us/content/topics/apps/define-attribute-statements.htm';
const ONELOGIN = 'https://developers.onelogin.com/saml';
const KEYCLOAK = 'https://www.keycloak.org/docs/latest/server_admin/#_protocol-mappers';
const GOOGLE = 'https://developers.google.com/identity/openid-connect/openid-connect';
const GOOGLE_SAML = 'https://support.google.com/a/answer/6087519';
const EDUPERSON = 'https://wiki.refeds.org/display/STAN/eduPerson';
const OPENID = 'https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims';
const SOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';

const of = (as: Read, provider: string, source: string, names: readonly string[]): ProviderClaim[] =>
  names.map((name) => ({ as, name, provider, source }));

/**
 * The claims and attributes of common providers. Of each kind the first that was sent counts; `upn` and the like only if the value is an
 * address, and a whole name only if no part of it was sent. Names are compared by `claimKey`.
 */
export const PROVIDER_CLAIMS: readonly ProviderClaim[] = [
  ...of('email', 'OpenID Connect', OPENID, ['email']),
  ...of('email', 'Google Workspace', GOOGLE, ['email']),
  ...of('email', 'Google Workspace (SAML)', GOOGLE_SAML, ['Primary Email', 'primaryEmail', 'mail']),
  ...of('email', 'Okta (SAML)', OKTA_SAML, ['Email', 'user.email', 'User.Email']),
  ...of('email', 'OneLogin (SAML)', ONELOGIN, ['User.email', 'E-Mail']),
  ...of('email', 'AD FS', ADFS, [`${SOAP}/emailaddress`, 'http://schemas.xmlsoap.org/claims/EmailAddress', 'E-Mail Address']),
  ...of('email', 'Entra ID (SAML)', ENTRA_SAML, [`${SOAP}/emailaddress`]),
  ...of('email', 'eduPerson', EDUPERSON, ['urn:oid:0.9.2342.19200300.100.1.3', 'urn:mace:dir:attribute-def:mail']),
  ...of('email', 'Entra ID', ENTRA_OPTIONAL, ['upn', 'preferred_username']),
  ...of('email', 'AD FS', CLAIM_TYPES, [`${SOAP}/upn`, 'http://schemas.xmlsoap.org/claims/UPN', 'unique_name']),
  ...of('email', 'Okta', OKTA, ['preferred_username', 'login', 'user.login']),
  ...of('email', 'Keycloak', KEYCLOAK, ['preferred_username', 'username']),
  ...of('email', 'eduPerson', EDUPERSON, ['urn:oid:1.3.6.1.4.1.5923.1.1.1.6', 'eduPersonPrincipalName']),
  ...of('email', 'Entra ID (SAML)', ENTRA_SAML, [`${SOAP}/name`]),

  ...of('first_name', 'OpenID Connect', OPENID, ['given_name']),
  ...of('first_name', 'Okta (SAML)', OKTA_SAML, ['firstName', 'First Name', 'user.firstName']),
  ...of('first_name', 'OneLogin (SAML)', ONELOGIN, ['User.FirstName']),
  ...of('first_name', 'AD FS', CLAIM_TYPES, [`${SOAP}/givenname`]),
  ...of('first_name', 'Entra ID (SAML)', ENTRA_SAML, [`${SOAP}/givenname`]),
  ...of('first_name', 'Keycloak (SAML)', KEYCLOAK, ['givenName', 'urn:oid:2.5.4.42']),
  ...of('first_name', 'eduPerson', EDUPERSON, ['urn:oid:2.5.4.42', 'urn:mace:dir:attribute-def:givenName']),

  ...of('last_name', 'OpenID Connect', OPENID, ['family_name']),
  ...of('last_name', 'Okta (SAML)', OKTA_SAML, ['lastName', 'Last Name', 'user.lastName']),
  ...of('last_name', 'OneLogin (SAML)', ONELOGIN, ['User.LastName']),
  ...of('last_name', 'AD FS', CLAIM_TYPES, [`${SOAP}/surname`, 'sn']),
  ...of('last_name', 'Entra ID (SAML)', ENTRA_SAML, [`${SOAP}/surname`]),
  ...of('last_name', 'Keycloak (SAML)', KEYCLOAK, ['surname', 'urn:oid:2.5.4.4']),
  ...of('last_name', 'eduPerson', EDUPERSON, ['urn:oid:2.5.4.4', 'urn:mace:dir:attribute-def:sn']),

  ...of('name', 'Entra ID', ENTRA_OIDC, ['name']),
  ...of('name', 'Entra ID (SAML)', ENTRA_SAML, ['http://schemas.microsoft.com/identity/claims/displayname']),
  ...of('name', 'AD FS', CLAIM_TYPES, ['displayName', 'http://schemas.xmlsoap.org/claims/CommonName']),
  ...of('name', 'eduPerson', EDUPERSON, ['urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3', 'cn']),

  ...of('role', 'Entra ID', ENTRA_OIDC, ['roles', 'groups']),
  ...of('role', 'Entra ID (SAML)', ENTRA_SAML, [`${MS}/role`, `${MS}/groups`]),
  ...of('role', 'AD FS', CLAIM_TYPES, [`${MS}/role`, 'http://schemas.xmlsoap.org/claims/Group', 'Group']),
  ...of('role', 'Okta', OKTA, ['groups']),
  ...of('role', 'OneLogin (SAML)', ONELOGIN, ['memberOf', 'Member Of']),
  ...of('role', 'Keycloak', KEYCLOAK, ['realm_access.roles']),
  ...of('role', 'Keycloak (SAML)', KEYCLOAK, ['Role']),
  ...of('role', 'eduPerson', EDUPERSON, [
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.1',
    'urn:mace:dir:attribute-def:eduPersonAffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
    'eduPersonScopedAffiliation',
  ]),
];

/**
 * Returns the form in which claim names are compared: in lower case, without separators, and for an address or a URN only its last part
 * (object ids stay whole). `User.Email`, `E-Mail`, `email` and `https://example.com/claims/Email` are the same.
 */
export function claimKey(name: string): string {
  const text = name.trim().toLowerCase();
  if (text.startsWith('urn:oid:')) return text;
  const last = /^(https?:\/\/|urn:)/.test(text) ? (text.split(/[/#:]/).findLast((part) => part !== '') ?? text) : text;
  return last.replace(/^user\./, '').replaceAll(/[\s._-]/g, '');
}

const KEYS = Map.groupBy(PROVIDER_CLAIMS, ({ as }) => as);

/**
 * Returns the keys to look a field up by, in order of preference.
 * @param clientId our client id at the provider, under which Keycloak sends roles
 */
export function keysOf(what: Read, clientId: string | null): readonly string[] {
  const own = what === 'role' && clientId !== null ? [claimKey(`resource_access.${clientId}.roles`)] : [];
  return [...new Set([...(KEYS.get(what) ?? []).map(({ name }) => claimKey(name)), ...own])];
}

/** Claims about the sign-in itself, not about the person. */
export const OF_THE_SIGN_IN: ReadonlySet<string> = new Set(
  [
    'iss',
    'aud',
    'exp',
    'iat',
    'nbf',
    'nonce',
    'at_hash',
    'c_hash',
    's_hash',
    'azp',
    'acr',
    'amr',
    'auth_time',
    'sid',
    'jti',
    'typ',
    'ver',
    'tid',
    'uti',
    'rh',
    'aio',
    'xms_ftd',
  ].map(claimKey),
);

/** Claims that Entra sends for a person with too many groups to list: the groups then do not determine the role. */
export const TOO_MANY_GROUPS: ReadonlySet<string> = new Set(
  ['_claim_names.groups', 'hasgroups', 'http://schemas.microsoft.com/claims/groups.link'].map(claimKey),
);
