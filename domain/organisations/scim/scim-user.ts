import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import { ORGANISATION_ROLES, type OrganisationRole } from '#contract/organisations/roles.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import { invalidValue, ScimError } from './scim-error.ts';
import { hasControl, parseFilter } from './scim-filter.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A user as a directory wants it, of what is kept. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  /** In lower case. */
  readonly email: string;
  readonly isActive: boolean;
  /** Null: the directory says none. */
  readonly role: OrganisationRole | null;
}

const MOST_VALUES = 50;
const text = (most: number) =>
  z
    .string()
    .transform((value) => stripInvisible(value).trim())
    .refine((value) => value.length <= most, `has more than ${most} characters`);
/** Directories send nothing as null or as an empty text. */
const optional = (most: number) => z.nullish(text(most)).transform((value) => value || null);
/** Entra sends booleans as texts. */
const flag = z.union([z.boolean(), z.string()]).transform((value, context) => {
  const said = String(value).toLowerCase();
  if (said !== 'true' && said !== 'false') context.addIssue({ code: 'custom', message: 'must be true or false' });
  return said === 'true';
});
/** A value, or an object with it; Entra sends some objects as texts. */
const plural = z.union([
  z.string().transform((value) => ({ value, type: null, primary: false })),
  z.object({ value: z.nullish(z.string()), type: z.nullish(z.string()), primary: z.nullish(flag) }),
]);
const list = z.nullish(z.union([z.array(plural).max(MOST_VALUES), plural.transform((one) => [one])])).transform((values) => values ?? []);

const userSchema = z.object({
  userName: text(254).pipe(z.string().min(1)),
  externalId: optional(200),
  name: z.nullish(z.object({ givenName: optional(100), familyName: optional(100), formatted: optional(200) })),
  displayName: optional(200),
  emails: list,
  active: z.nullish(flag).transform((value) => value ?? true),
  roles: list,
});
const emailSchema = z.email().max(254);

/** Attributes are compared without case (RFC 7643, 2.1). */
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

/** Spells attributes as the schema does, three levels deep; what is unknown stays as it is, and is not read. */
export function spelled(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > 3 ? value : value.map((one) => spelled(one, depth + 1));
  if (typeof value !== 'object' || value === null || depth > 3) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [ATTRIBUTES.get(name.toLowerCase()) ?? name, spelled(inner, depth + 1)]),
  );
}

/** Reads a user. @throws ScimError invalidValue with what is wrong */
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
  const at = whole.lastIndexOf(' ');
  const isNamed = Boolean(name?.givenName ?? name?.familyName);
  return {
    userName,
    externalId,
    givenName: isNamed ? (name?.givenName ?? '') : whole.slice(0, at < 0 ? undefined : at).slice(0, 100),
    familyName: isNamed ? (name?.familyName ?? '') : at < 0 ? '' : whole.slice(at + 1).slice(0, 100),
    email: email.data,
    isActive: active,
    role: roleOf(roles.flatMap(({ value }) => value ?? [])),
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

/** Finds the highest role that a directory names; names of its own are passed over. */
function roleOf(values: readonly string[]): OrganisationRole | null {
  const named = values.map((value) => ROLES[roleName(value).trim().toLowerCase()]);
  return ORGANISATION_ROLES.find((role) => named.includes(role)) ?? null;
}

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

const MOST_OPERATIONS = 100;
/** Of a path; names of attributes are paths too. */
const PATH_LENGTH = 500;
/** Of a user's operations together: what they cost grows with the square of either. */
const [MOST_NAMES, MOST_PATCHED] = [200, 200];
const patchSchema = z.object({
  schemas: z
    .array(z.string())
    .max(20)
    .refine((schemas) => schemas.includes(PATCH_SCHEMA), `must include ${PATCH_SCHEMA}`),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.nullish(z.string().max(PATH_LENGTH)),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MOST_OPERATIONS),
});
export type PatchOperation = z.infer<typeof patchSchema>['Operations'][number];

/** Reads the operations of a PATCH. @throws ScimError invalidSyntax */
export function readPatch(body: unknown): PatchOperation[] {
  // some directories write `operations`
  const named = typeof body === 'object' && body !== null && 'operations' in body ? { ...body, Operations: body.operations } : body;
  const parsed = patchSchema.safeParse(named);
  if (parsed.success) return parsed.data.Operations;
  const [issue] = parsed.error.issues;
  throw new ScimError(400, `${issue!.path.join('.') || 'The body'}: ${issue!.message}`, 'invalidSyntax');
}

/** What no path or value may be called: it would reach into the objects themselves. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Applies the operations of a PATCH to a user's resource, in all the forms in which Entra and Okta send them.
 * @throws ScimError invalidPath, noTarget, invalidValue
 */
export function patchUser(resource: ScimResource, operations: readonly PatchOperation[]): unknown {
  refuseTooMuch(operations.map(({ value }) => value));
  const safe = operations.map(({ op, path, value }) => {
    const plainPath = path ? pathOf(path) : undefined;
    return {
      op,
      ...(plainPath !== undefined && { path: plainPath }),
      ...(value !== undefined && { value: spelledValue(value, plainPath) }),
    };
  });
  try {
    return scimPatch(structuredClone(resource), safe as ScimPatchOperation[], { mutateDocument: true, treatMissingAsAdd: true });
  } catch (error) {
    if (error instanceof ScimError) throw error;
    const scimType = (error as { scimCode?: string }).scimCode === 'noTarget' ? 'noTarget' : 'invalidPath';
    throw new ScimError(400, error instanceof Error ? error.message.slice(0, 300) : 'The operation cannot be applied.', scimType);
  }
}

/** @throws ScimError invalidValue for more values or names than any user has */
function refuseTooMuch(values: readonly unknown[]): void {
  const lists = values.flatMap((value) => [value, ...(isObject(value) ? Object.values(value) : [])]).filter(Array.isArray);
  const names = values.flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  if (names.length > MOST_NAMES || names.some((name) => name.length > PATH_LENGTH))
    throw invalidValue('Operations: there are too many names.');
  if (lists.reduce((count, list) => count + list.length, 0) > MOST_PATCHED) throw invalidValue('Operations: there are too many values.');
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Spells the attributes of a path as the schema does, and checks its filter before another parser reads it. @throws ScimError invalidPath */
function pathOf(path: string): string {
  if (hasControl(path)) throw new ScimError(400, 'The path has control characters.', 'invalidPath');
  const core = path.replace(new RegExp(`^${USER_SCHEMA}[:.]`, 'i'), '');
  const [from, to] = [core.indexOf('['), core.lastIndexOf(']')];
  const isFiltered = from >= 0 && to > from;
  if (isFiltered) parseFilter(core.slice(from + 1, to));
  const names = (isFiltered ? core.slice(0, from) + core.slice(to + 1) : core).split(/[.:]/);
  if (names.some((name) => RESERVED.has(name.trim()))) throw new ScimError(400, 'There is no such attribute.', 'invalidPath');
  // an extension's attributes are not kept
  if (core.startsWith('urn:')) return 'urn:ignored:extension';
  const parts = core.replaceAll(/\bprimary\s+eq\s+"(true|false)"/gi, (_, said: string) => `primary eq ${said.toLowerCase()}`).split('"');
  // between quotes are values
  return parts.map((part, at) => (at % 2 === 0 ? spelledNames(part) : part)).join('"');
}

const spelledNames = (path: string): string =>
  path.replaceAll(/(^|\.|\[)([A-Za-z]+)/g, (_, before: string, name: string) => before + (ATTRIBUTES.get(name.toLowerCase()) ?? name));

/** Without a path a value holds attributes; Okta and Entra also write paths as their names, such as `name.givenName`. */
function spelledValue(value: unknown, path: string | undefined): unknown {
  const plain = spelled(value);
  if (!isObject(plain)) return path === 'active' ? readFlag(plain) : plain;
  const entries = Object.entries(plain).filter(([name]) => !RESERVED.has(name) && !name.split(/[.[]/).some((part) => RESERVED.has(part)));
  if (path !== undefined) return Object.fromEntries(entries);
  return Object.fromEntries(
    entries.flatMap(([name, inner]) => (name.toLowerCase().startsWith('urn:') ? [] : [[pathOf(name), inner] as const])),
  );
}

const readFlag = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() === 'true' : value);
