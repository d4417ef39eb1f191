import type { ClaimReading, SignInAttributes } from '#contract/organisations/sign-in.contract.ts';
import { readWholeName } from '#contract/platform/whole-name.ts';
import type { RoleRule } from '#domain/organisations/sign-in/sign-in.model.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import { claimKey, keysOf, OF_THE_SIGN_IN, TOO_MANY_GROUPS, type Read } from './claim-names.ts';

/** A person as an organisation's provider vouches for them. */
export interface ArrivedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null when the provider sent none. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Role by the organisation's rules; null when no rule matches or there are none. */
  readonly role: RoleRule['role'] | null;
  /** The provider left the groups out because there are too many, so the rules cannot decide. */
  readonly isRoleUnsaid?: boolean;
  /** When the provider ends the session (ISO); absent when it does not say. */
  readonly sessionEndsAt?: string;
  /** The provider's own session id; absent when it names none. */
  readonly providerSession?: string;
  /** Everything that was sent, for the report of a Test. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Which value each claim gave, or why it gave none; for the same report. */
  readonly readings?: readonly ClaimReading[];
}

type Attributes = Readonly<Record<string, readonly string[]>>;

const RANKS: readonly RoleRule['role'][] = ['administrator', 'teacher', 'member'];
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LONGEST_SUBJECT = 255;

const addressIn = (values: readonly string[]): string | undefined => values.find((text) => ADDRESS.test(text) && text.length <= 254);

interface Came {
  readonly issuer: string;
  /** The person's id in the protocol; '' when the provider sends no permanent one. */
  readonly subject: string;
  readonly attributes: Attributes;
  /** Used when no attribute holds an address: SAML's NameID may be one. */
  readonly otherEmail?: string;
  /** Our client id at the provider. */
  readonly clientId?: string | null;
  /** Whether the provider itself says that it has not verified the address. */
  readonly isUnverified?: boolean;
  readonly sessionEndsAt?: string;
  readonly providerSession?: string;
}

type Names = Partial<SignInAttributes>;

/** Reads one field. @returns the claim it was taken from and its values, and the claims that were candidates */
function take(what: Read, { attributes, clientId = null }: Came, names: Names) {
  const asked = what === 'name' ? undefined : names[what] || undefined;
  const keys = asked === undefined ? keysOf(what, clientId) : [claimKey(asked)];
  const entries = Object.entries(attributes);
  // a claim with exactly the configured name comes first
  const own = asked === undefined ? [] : entries.filter(([name]) => name === asked);
  const found = own.length > 0 ? own : keys.flatMap((key) => entries.filter(([name]) => claimKey(name) === key));
  const fits = (values: readonly string[]): boolean => {
    if (what === 'email') return addressIn(values) !== undefined;
    return values.length > 0 && !(what === 'name' && ADDRESS.test(values[0]!));
  };
  const taken = found.find(([, values]) => fits(values));
  return {
    what,
    found: new Set(found.map(([name]) => name)),
    name: taken?.[0] ?? null,
    values: taken?.[1] ?? [],
    isAsked: asked !== undefined,
  };
}

/**
 * Tells which of a person's data is still missing: an address or a role that a rule needs (`needed`), or only parts of the name (`names`).
 */
export function lacking(
  attributes: Attributes,
  names: Names,
  { hasRules, clientId }: { hasRules: boolean; clientId: string | null },
): 'needed' | 'names' | 'nothing' {
  const came = { issuer: '', subject: '', attributes, clientId };
  const has = (what: Read): boolean => take(what, came, names).name !== null;
  if (!has('email') || (hasRules && !has('role'))) return 'needed';
  return has('first_name') || has('last_name') ? 'nothing' : 'names';
}

/**
 * Reads a person's data from the claims that the organisation has configured, or else those that providers use (`claim-names.ts`), ignoring
 * case. Of several roles the highest counts.
 * @throws SignInRefused no_subject
 */
export function identityOf(came: Came, names: Names, rules: readonly RoleRule[]): ArrivedIdentity {
  const { issuer, subject, attributes, otherEmail, isUnverified = false, sessionEndsAt, providerSession } = came;
  const asked = names.subject;
  const named = asked
    ? (Object.entries(attributes).find(([name]) => name === asked) ??
      Object.entries(attributes).find(([name]) => claimKey(name) === claimKey(asked)))
    : undefined;
  const who = asked ? (named?.[1][0] ?? '') : subject;
  if (who === '' || who.length > LONGEST_SUBJECT || !isStorable(who))
    throw new SignInRefused('no_subject', 'it does not name anybody for good');
  const [email, first, last, whole, role] = (['email', 'first_name', 'last_name', 'name', 'role'] as const).map((what) =>
    take(what, came, names),
  );
  const isWhole = first!.name === null && last!.name === null && whole!.name !== null;
  const given = new Set(role!.values);
  const roles = rules.filter(({ value }) => given.has(value)).map((rule) => rule.role);
  const address = isUnverified ? undefined : (addressIn(email!.values) ?? addressIn(otherEmail === undefined ? [] : [otherEmail]));
  const [firstName, lastName] = isWhole ? partsOf(whole!.values[0]!) : [first!.values[0], last!.values[0]];
  const isRoleUnsaid = role!.name === null && Object.keys(attributes).some((name) => TOO_MANY_GROUPS.has(claimKey(name)));
  return {
    issuer,
    subject: who,
    email: address?.toLowerCase() ?? null,
    firstName: firstName?.slice(0, 100) ?? null,
    lastName: lastName?.slice(0, 100) ?? null,
    role: RANKS.find((rank) => roles.includes(rank)) ?? null,
    ...(isRoleUnsaid && { isRoleUnsaid }),
    ...(sessionEndsAt !== undefined && { sessionEndsAt }),
    ...(providerSession !== undefined && { providerSession }),
    attributes,
    readings: Object.entries(attributes).map(([name, values]) =>
      readingOf(name, values, {
        subjectName: asked ? named?.[0] : 'sub',
        takes: [email!, first!, last!, ...(isWhole ? [whole!] : []), role!],
        isPassedOver: !isWhole && whole!.found.has(name),
        isUnverified,
        hasRule: roles.length > 0 || rules.length === 0,
      }),
    ),
  };
}

/** For when only the whole name was sent: it stays whole, unless it marks the family name itself. */
function partsOf(whole: string): [string, string | undefined] {
  const { given, family } = readWholeName(whole);
  return [given, family === '' ? undefined : family];
}

interface Reading {
  readonly subjectName: string | undefined;
  readonly takes: readonly ReturnType<typeof take>[];
  /** Whether it is a whole name that is ignored because its parts were sent. */
  readonly isPassedOver: boolean;
  readonly isUnverified: boolean;
  readonly hasRule: boolean;
}

function readingOf(
  name: string,
  values: readonly string[],
  { subjectName, takes, isPassedOver, isUnverified, hasRule }: Reading,
): ClaimReading {
  const taken = takes.find((one) => one.name === name);
  if (taken?.what === 'email' && isUnverified) return { name, taken_as: null, why: 'not_verified' };
  if (taken) return { name, taken_as: taken.what, why: taken.what === 'role' && !hasRule ? 'no_rule' : null };
  if (name === subjectName) return { name, taken_as: 'subject', why: null };
  const key = claimKey(name);
  if (TOO_MANY_GROUPS.has(key)) return { name, taken_as: null, why: 'too_many_groups' };
  const looked = takes.find((one) => one.found.has(name));
  const why = () => {
    if (looked && values.length === 0) return 'empty';
    if (isPassedOver) return 'another_first';
    if (looked?.what === 'email' && addressIn(values) === undefined) return 'no_address';
    if (looked) return 'another_first';
    return OF_THE_SIGN_IN.has(key)
      ? 'of_the_sign_in'
      : takes.some(({ isAsked, what }) => isAsked && keysOf(what, null).includes(key))
        ? 'named_otherwise'
        : 'unknown';
  };
  return { name, taken_as: null, why: why() };
}
