import type { SignInAttributes } from '#contract/organisations/sign-in.contract.ts';
import type { RoleRule } from '#domain/organisations/sign-in/sign-in.model.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

/** Somebody as an organisation's provider has vouched for them. */
export interface ArrivedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null when the provider sent none. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** By the organisation's rules; null: no rule names it, or there are none. */
  readonly role: RoleRule['role'] | null;
  /** Everything that came, for the report of a Test. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** The names under which Entra, Okta, Google and eduPerson send them. */
const USUAL: Readonly<Record<keyof SignInAttributes, readonly string[]>> = {
  subject: [],
  email: [
    'email',
    'mail',
    'emailaddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  first_name: [
    'given_name',
    'firstName',
    'first_name',
    'givenName',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
  ],
  last_name: [
    'family_name',
    'lastName',
    'last_name',
    'sn',
    'surname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'urn:oid:2.5.4.4',
  ],
  role: [
    'roles',
    'role',
    'groups',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.1',
  ],
};

const RANKS: readonly RoleRule['role'][] = ['administrator', 'teacher', 'member'];
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LONGEST_SUBJECT = 255;

interface Came {
  readonly issuer: string;
  /** As the protocol names the person; '' when it names nobody for good. */
  readonly subject: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Used where no attribute is an address: SAML's NameID may be one. */
  readonly otherEmail?: string;
}

/**
 * Reads who came, by the names that the organisation has set, or the usual ones. Of several roles the highest counts.
 * @throws SignInRefused no_subject
 */
export function identityOf(
  { issuer, subject, attributes, otherEmail }: Came,
  names: Partial<SignInAttributes>,
  rules: readonly RoleRule[],
): ArrivedIdentity {
  const valuesOf = (what: keyof SignInAttributes): readonly string[] => {
    const named = names[what] ? [names[what]] : USUAL[what];
    return named.map((name) => attributes[name] ?? []).find((values) => values.length > 0) ?? [];
  };
  const who = names.subject ? (valuesOf('subject')[0] ?? '') : subject;
  if (who === '' || who.length > LONGEST_SUBJECT || !isStorable(who))
    throw new SignInRefused('no_subject', 'it does not name anybody for good');
  const email = [valuesOf('email')[0], otherEmail].find((text) => text !== undefined && ADDRESS.test(text) && text.length <= 254);
  const given = new Set(valuesOf('role'));
  const roles = rules.filter(({ value }) => given.has(value)).map(({ role }) => role);
  return {
    issuer,
    subject: who,
    email: email?.toLowerCase() ?? null,
    firstName: valuesOf('first_name')[0]?.slice(0, 100) ?? null,
    lastName: valuesOf('last_name')[0]?.slice(0, 100) ?? null,
    role: RANKS.find((rank) => roles.includes(rank)) ?? null,
    attributes,
  };
}
