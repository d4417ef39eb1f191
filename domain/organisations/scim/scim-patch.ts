import type { Filter } from 'scim2-parse-filter';
import * as z from 'zod';
import { lookup } from '#contract/platform/lookup.ts';
import { invalidValue, ScimError } from './scim-error.ts';
import { hasControl, parseFilter } from './scim-filter.ts';
import { readFlag, roleNamed, USER_SCHEMA } from './scim-user.ts';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const MOST_OPERATIONS = 100;
/** Maximum length of a path; attribute names are paths too. */
const PATH_LENGTH = 500;
/** Maximum numbers for all operations on a user together. */
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
type Op = PatchOperation['op'];

/** Reads the operations of a PATCH. @throws ScimError invalidSyntax */
export function readPatch(body: unknown): PatchOperation[] {
  // some directories write `operations`
  const named = typeof body === 'object' && body !== null && 'operations' in body ? { ...body, Operations: body.operations } : body;
  const parsed = patchSchema.safeParse(named);
  if (parsed.success) return parsed.data.Operations;
  const [issue] = parsed.error.issues;
  throw new ScimError(400, `${issue!.path.join('.') || 'The body'}: ${issue!.message}`, 'invalidSyntax');
}

/** A value of `emails` or `roles`. */
interface Element {
  value?: string | null;
  type?: string | null;
  primary?: boolean;
}

/** The stored attributes of a user, before and after a PATCH. Without `roles`, they are left unchanged. */
export interface PatchedUser {
  userName: string;
  externalId?: string | null;
  displayName?: string | null;
  name: { givenName?: string | null; familyName?: string | null; formatted?: string | null };
  emails: Element[];
  active: boolean;
  roles?: Element[];
}

/** How an attribute is changed. Operations on all other attributes are ignored without an error. */
const KEPT = lookup({
  username: { kind: 'text', name: 'userName', isRequired: true },
  externalid: { kind: 'text', name: 'externalId', isRequired: false },
  displayname: { kind: 'text', name: 'displayName', isRequired: false },
  active: { kind: 'flag' },
  name: { kind: 'name' },
  emails: { kind: 'list', name: 'emails' },
  roles: { kind: 'list', name: 'roles' },
} as const);
const NAME_PARTS: Readonly<Record<string, keyof PatchedUser['name']>> = lookup({
  givenname: 'givenName',
  familyname: 'familyName',
  formatted: 'formatted',
});

/**
 * Applies the operations of a PATCH to a user, in all forms in which directories send them: with a path, with paths as names in a value,
 * with nested objects, with URNs, and with a value in a list of one. Operations on attributes that are not stored are ignored, removals
 * included.
 * @throws ScimError invalidPath, invalidFilter, noTarget, mutability, invalidValue
 */
export function patchUser(before: PatchedUser, operations: readonly PatchOperation[]): PatchedUser {
  refuseTooMuch(operations.map(({ value }) => value));
  const user = structuredClone(before);
  for (const operation of operations) apply(user, operation);
  // an unchanged value does not tell who gave it
  if (JSON.stringify(user.roles) === JSON.stringify(before.roles)) delete user.roles;
  return user;
}

/** @throws ScimError invalidValue for more values or names than any user has */
function refuseTooMuch(values: readonly unknown[]): void {
  const lists = values.flatMap((value) => [value, ...(isObject(value) ? Object.values(value) : [])]).filter(Array.isArray);
  const names = values.flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  if (names.length > MOST_NAMES || names.some((name) => name.length > PATH_LENGTH))
    throw invalidValue('Operations: there are too many names.');
  if (lists.reduce((count, list) => count + list.length, 0) > MOST_PATCHED) throw invalidValue('Operations: there are too many values.');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function apply(user: PatchedUser, { op, path, value }: PatchOperation): void {
  if (path) return applyAt(user, { op, path, value });
  if (op === 'remove') throw new ScimError(400, 'A remove operation needs a path.', 'noTarget');
  applyAll(user, op, value);
}

function applyAll(user: PatchedUser, op: Op, value: unknown): void {
  if (!isObject(value)) throw invalidValue('Without a path the value holds attributes.');
  for (const [path, inner] of Object.entries(value)) applyAt(user, { op, path, value: inner });
}

interface Path {
  /** In lower case, like `sub`. */
  readonly attribute: string;
  readonly filter: Filter | null;
  readonly sub: string | null;
}

const invalidPath = (detail: string): ScimError => new ScimError(400, detail, 'invalidPath');

/** Splits the path of a core attribute, such as `emails[type eq "work"].value`. @throws ScimError invalidPath, invalidFilter */
export function readPath(core: string): Path {
  if (hasControl(core)) throw invalidPath('The path has control characters.');
  const [from, to] = [core.indexOf('['), core.lastIndexOf(']')];
  const isFiltered = from >= 0 || to >= 0;
  if (isFiltered && (from <= 0 || to < from)) throw invalidPath('The brackets of the path do not fit.');
  const filter = isFiltered ? parseFilter(core.slice(from + 1, to)) : null;
  const rest = isFiltered ? core.slice(to + 1) : core.replace(/^[^.:]*/, '');
  const attribute = isFiltered ? core.slice(0, from) : core.slice(0, core.length - rest.length);
  if (!/^[\w$-]+$/.test(attribute.trim()) || !/^([.:][\w$.:-]+)?$/.test(rest)) throw invalidPath('The path cannot be read.');
  return { attribute: attribute.trim().toLowerCase(), filter, sub: rest === '' ? null : rest.slice(1).toLowerCase() };
}

const CORE = new RegExp(`^${USER_SCHEMA}(?:[:.]|$)`, 'i');

interface Change {
  readonly op: Op;
  readonly path: string;
  readonly value: unknown;
}

function applyAt(user: PatchedUser, { op, path, value }: Change): void {
  const core = path.replace(CORE, '');
  // a value under the schema's own URN holds attributes
  if (core === '') return op === 'remove' ? undefined : applyAll(user, op, value);
  // attributes of extensions are not stored
  if (/^urn:/i.test(core)) return;
  const target = readPath(core);
  const known = KEPT[target.attribute];
  if (!known) return;
  const given = op === 'remove' ? null : single(value, known.kind);
  switch (known.kind) {
    case 'text':
      return setText(user, known, given);
    case 'flag':
      // without `active` the operation does not activate or deactivate a user
      if (!isNothing(given)) user.active = readFlag(given);
      return;
    case 'name':
      return setName(user, target.sub, { op, given });
    case 'list':
      user[known.name] = changeList(user[known.name] ?? [], target, {
        op,
        value,
        isSame: known.name === 'roles' ? isSameRole : isSameText,
      });
  }
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Entra sends some single values as a list of one object (`[{ "$ref": null, "value": … }]`), and others as objects with one value. */
function single(value: unknown, kind: 'text' | 'flag' | 'name' | 'list'): unknown {
  if (kind === 'list') return value;
  const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
  return isObject(one) && kind !== 'name' && 'value' in one ? one['value'] : one;
}

function textOf(value: unknown, name: string): string | null {
  if (isNothing(value)) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalidValue(`${name}: must be a text`);
  return value;
}

function setText(
  user: PatchedUser,
  { name, isRequired }: { readonly name: 'userName' | 'externalId' | 'displayName'; readonly isRequired: boolean },
  given: unknown,
): void {
  const text = textOf(given, name);
  if (text === null && isRequired) throw new ScimError(400, `A user needs a ${name}.`, 'mutability');
  Object.assign(user, { [name]: text });
}

function setName(user: PatchedUser, sub: string | null, { op, given }: { readonly op: Op; readonly given: unknown }): void {
  if (sub !== null) {
    const part = NAME_PARTS[sub];
    if (part) user.name[part] = textOf(isObject(given) && 'value' in given ? given['value'] : given, `name.${part}`);
    return;
  }
  if (op === 'remove' || isNothing(given)) {
    user.name = {};
    return;
  }
  if (!isObject(given)) throw invalidValue('name: holds its parts');
  for (const [name, inner] of Object.entries(given)) setName(user, name.toLowerCase(), { op, given: inner });
}

interface ListChange {
  readonly op: Op;
  readonly value: unknown;
  readonly isSame: (one: string, other: string) => boolean;
}

const isSameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const isSameRole = (one: string, other: string): boolean => isSameText(roleNamed(one), roleNamed(other));

function changeList(elements: Element[], { filter, sub }: Path, { op, value, isSame }: ListChange): Element[] {
  if (filter === null && sub === null) {
    if (op === 'remove' && isNothing(value)) return [];
    const given = elementsOf(value);
    if (op === 'replace') return given;
    if (op === 'remove') return elements.filter((one) => !given.some((other) => isSame(one.value ?? '', other.value ?? '')));
    return given.reduce((all, one) => add(all, one, isSame), elements);
  }
  if (sub !== null && !['value', 'type', 'primary'].includes(sub)) return elements;
  const matched = elements.filter((one) => filter === null || matches(one, filter, isSame));
  const set = sub === null ? elementsOf(value)[0] : elementsOf({ [sub]: single(value, 'text') })[0];
  if (op === 'remove' || (sub !== 'type' && sub !== 'primary' && isNothing(set?.value)))
    return op !== 'remove' || sub === null || sub === 'value' ? elements.filter((one) => !matched.includes(one)) : elements;
  // RFC 7644 has noTarget for a replacement without a match; Entra and Okta mean to add it
  if (matched.length === 0) return sub === 'type' || sub === 'primary' ? elements : add(elements, { ...namedBy(filter), ...set }, isSame);
  return elements.map((one) => (matched.includes(one) ? { ...one, ...set } : one));
}

/** Adds a value, or changes the equal one; a new primary value becomes the only primary one. */
function add(elements: readonly Element[], given: Element, isSame: ListChange['isSame']): Element[] {
  const others = given.primary ? elements.map((one) => ({ ...one, primary: false })) : [...elements];
  const at = others.findIndex((one) => isSame(one.value ?? '', given.value ?? ''));
  return at < 0 ? [...others, given] : others.map((one, place) => (place === at ? { ...one, ...given } : one));
}

/** @throws ScimError invalidValue */
function elementsOf(value: unknown): Element[] {
  if (isNothing(value)) return [];
  return (Array.isArray(value) ? value : [value]).map((one): Element => {
    if (typeof one === 'string') return { value: one };
    if (!isObject(one)) throw invalidValue('A value is a text, or an object with one.');
    const spelled = Object.fromEntries(Object.entries(one).map(([name, inner]) => [name.toLowerCase(), inner]));
    return {
      ...('value' in spelled && { value: textOf(spelled['value'], 'value') }),
      ...('type' in spelled && { type: textOf(spelled['type'], 'type') }),
      ...('primary' in spelled && { primary: !isNothing(spelled['primary']) && readFlag(spelled['primary']) }),
    };
  });
}

/** Values implied by a filter without a match, such as `type eq "work"`. */
function namedBy(filter: Filter | null): Element {
  if (filter === null) return {};
  if ('filters' in filter) return filter.op === 'and' ? Object.assign({}, ...filter.filters.map(namedBy)) : {};
  if (filter.op !== 'eq' || !('compValue' in filter)) return {};
  const name = filter.attrPath.toLowerCase();
  return ['value', 'type', 'primary'].includes(name) ? (elementsOf({ [name]: filter.compValue })[0] ?? {}) : {};
}

function matches(element: Element, filter: Filter, isSame: ListChange['isSame']): boolean {
  if ('filters' in filter) {
    const each = (one: Filter): boolean => matches(element, one, isSame);
    return filter.op === 'and' ? filter.filters.every(each) : filter.filters.some(each);
  }
  if ('filter' in filter) return !matches(element, filter.filter, isSame);
  if ('valFilter' in filter) return false;
  const name = filter.attrPath.toLowerCase();
  const own =
    name === 'primary' ? String(element.primary ?? false) : name === 'value' ? element.value : name === 'type' ? element.type : null;
  if (filter.op === 'pr') return !isNothing(own);
  const wanted = String('compValue' in filter ? (filter.compValue ?? '') : '');
  const text = own ?? '';
  const lower = [text.toLowerCase(), wanted.toLowerCase()] as const;
  switch (filter.op) {
    case 'eq':
      return name === 'value' ? isSame(text, wanted) : lower[0] === lower[1];
    case 'ne':
      return name === 'value' ? !isSame(text, wanted) : lower[0] !== lower[1];
    case 'co':
      return lower[0].includes(lower[1]);
    case 'sw':
      return lower[0].startsWith(lower[1]);
    case 'ew':
      return lower[0].endsWith(lower[1]);
    default:
      throw new ScimError(400, 'A filter on values supports only eq, ne, co, sw, ew and pr.', 'invalidFilter');
  }
}
