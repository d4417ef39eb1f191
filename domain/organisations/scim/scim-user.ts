import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import { ORGANISATION_ROLES, type OrganisationRole } from '#contract/organisations/roles.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import { readWholeName } from '#contract/platform/whole-name.ts';
import { invalidValue } from './scim-error.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The stored attributes of a user, as a directory sends them. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  /** In lower case. */
  readonly email: string;
  readonly isActive: boolean;
  /** `none`: the directory gives no role and withdraws what it gave; null: it does not mention roles. */
  readonly role: OrganisationRole | 'none' | null;
}

const MOST_VALUES = 50;
const text = (most: number) =>
  z
    .string()
    .transform((value) => stripInvisible(value).trim())
    .refine((value) => value.length <= most, `has more than ${most} characters`);
/** Directories send null or an empty text for missing values. */
const optional = (most: number) => z.nullish(text(most)).transform((value) => value || null);
/** Entra sends booleans as the texts `True` and `False`; no other text is accepted. @throws ScimError invalidValue */
export function readFlag(value: unknown): boolean {
  const said = typeof value === 'boolean' || typeof value === 'string' ? String(value).trim().toLowerCase() : '';
  if (said !== 'true' && said !== 'false') throw invalidValue('A boolean is true or false.');
  return said === 'true';
}
const flag = z.union([z.boolean(), z.string()]).transform((value, context) => {
  try {
    return readFlag(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be true or false' });
    return z.NEVER;
  }
});
/** A plain value, or an object with it; Entra sends some objects as texts. */
const plural = z.union([
  z.string().transform((value) => ({ value, type: null, primary: false })),
  z.object({ value: z.nullish(z.string()), type: z.nullish(z.string()), primary: z.nullish(flag) }),
]);
const some = z.nullable(z.union([z.array(plural).max(MOST_VALUES), plural.transform((one) => [one])])).transform((values) => values ?? []);
const list = z.optional(some).transform((values) => values ?? []);

const userSchema = z.object({
  userName: text(254).pipe(z.string().min(1)),
  externalId: optional(200),
  name: z.nullish(z.object({ givenName: optional(100), familyName: optional(100), formatted: optional(200) })),
  displayName: optional(200),
  emails: list,
  active: z.nullish(flag).transform((value) => value ?? true),
  roles: z.optional(some),
});
const emailSchema = z.email().max(254);

/** Attribute names are compared without case (RFC 7643, 2.1). */
const ATTRIBUTES = new Map(
  [
    'schemas',
    'id',
    'userName',
    'externalId',
    'name',
    'displayName',
    'emails',
    'active',
    'roles',
    'givenName',
    'familyName',
    'formatted',
    'value',
    'type',
    'primary',
  ].map((name) => [name.toLowerCase(), name]),
);

/** Gives attributes the schema's spelling, down to three levels; unknown attributes stay as they are and are not read. */
export function spelled(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > 3 ? value : value.map((one) => spelled(one, depth + 1));
  if (typeof value !== 'object' || value === null || depth > 3) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [ATTRIBUTES.get(name.toLowerCase()) ?? name, spelled(inner, depth + 1)]),
  );
}

/** Reads a user. @throws ScimError invalidValue with the problem */
export function readUser(body: unknown): WantedUser {
  const parsed = userSchema.safeParse(spelled(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidValue(`${issue!.path.join('.') || 'The resource'}: ${issue!.message}`);
  }
  const { userName, externalId, name, displayName, emails, active, roles } = parsed.data;
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0];
  const email = emailSchema.safeParse((chosen?.value ?? userName).trim().toLowerCase());
  if (!email.success) throw invalidValue('An address is needed, in emails or as the userName.');
  const whole = name?.formatted ?? displayName ?? '';
  const isNamed = Boolean(name?.givenName ?? name?.familyName);
  const parts = isNamed ? { given: name?.givenName ?? '', family: name?.familyName ?? '' } : readWholeName(whole);
  return {
    userName,
    externalId,
    givenName: parts.given.slice(0, 100),
    familyName: parts.family.slice(0, 100),
    email: email.data,
    isActive: active,
    role: roles === undefined ? null : roleOf(roles.flatMap(({ value }) => value ?? [])),
  };
}

const ROLES: Readonly<Record<string, OrganisationRole>> = lookup({
  owner: 'owner',
  administrator: 'administrator',
  admin: 'administrator',
  teacher: 'teacher',
  instructor: 'teacher',
  member: 'member',
  student: 'member',
  user: 'member',
});

/** Returns the highest role that a directory names; unknown names are ignored. */
function roleOf(values: readonly string[]): OrganisationRole | 'none' {
  const named = values.map(roleNamed);
  return ORGANISATION_ROLES.find((role) => named.includes(role)) ?? 'none';
}

/** Returns the role that a value names, or the value itself. */
export const roleNamed = (value: string): string => ROLES[roleName(value).trim().toLowerCase()] ?? roleName(value);

/** Entra sends an assigned role as JSON in a text. */
function roleName(value: string): string {
  if (!value.startsWith('{')) return value;
  try {
    const { value: name } = JSON.parse(value) as { value?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}
