import { USER_SCHEMA } from './scim-user.ts';

/** A directory's value for one attribute. */
interface Attribute {
  readonly path: string;
  readonly value: unknown;
  /** `kept`, `ignored`, or refused with `invalidValue`. On ignored attributes every operation is ignored. */
  readonly set: 'kept' | 'ignored' | 'invalidValue';
  /** The effect of removing it. */
  readonly removed: 'kept' | 'ignored' | 'mutability';
  /** The document that describes it. */
  readonly source: string;
}

const RFC7643 = 'RFC 7643, 4.1';
const ENTRA = 'Entra';
const OKTA = 'Okta';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const IGNORED = { set: 'ignored', removed: 'ignored' } as const;

/** Where to find the documents named as sources. */
export const SOURCES = [
  'Entra: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups, https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility',
  'Okta: https://developer.okta.com/docs/reference/scim/scim-20/',
  'RFC 7643, RFC 7644: https://www.rfc-editor.org/rfc/rfc7644',
];

/** The attributes of a user as directories send them. */
export const ATTRIBUTES: readonly Attribute[] = [
  { path: 'userName', value: 'lin', set: 'kept', removed: 'mutability', source: RFC7643 },
  { path: 'externalId', value: 'e-2', set: 'kept', removed: 'kept', source: ENTRA },
  { path: 'name.givenName', value: 'Robert', set: 'kept', removed: 'kept', source: ENTRA },
  { path: 'name.familyName', value: 'Lind', set: 'kept', removed: 'kept', source: ENTRA },
  { path: 'emails[type eq "work"].value', value: 'new@example.com', set: 'kept', removed: 'kept', source: ENTRA },
  { path: 'emails[primary eq true].value', value: 'new@example.com', set: 'kept', removed: 'kept', source: OKTA },
  { path: 'emails', value: [{ value: 'new@example.com', type: 'work', primary: true }], set: 'kept', removed: 'kept', source: OKTA },
  { path: 'active', value: 'False', set: 'kept', removed: 'ignored', source: `${ENTRA} (booleans as texts)` },
  { path: 'active', value: false, set: 'kept', removed: 'ignored', source: OKTA },
  { path: 'active', value: 'yes', set: 'invalidValue', removed: 'ignored', source: `${RFC7643}: a boolean` },
  { path: 'roles[primary eq "True"].value', value: 'teacher', set: 'kept', removed: 'kept', source: `${ENTRA} (SingleAppRoleAssignment)` },
  {
    path: 'roles',
    value: [{ value: '{"id":"9","value":"teacher"}' }],
    set: 'kept',
    removed: 'kept',
    source: `${ENTRA} (AppRoleAssignments)`,
  },
  { path: 'phoneNumbers[type eq "work"].value', value: '+1 555', ...IGNORED, source: ENTRA },
  { path: 'addresses[type eq "work"].streetAddress', value: 'Road 1', ...IGNORED, source: ENTRA },
  { path: 'addresses', value: [{ type: 'work', country: 'SE' }], ...IGNORED, source: RFC7643 },
  { path: 'title', value: 'Dr', ...IGNORED, source: ENTRA },
  { path: 'preferredLanguage', value: 'sv', ...IGNORED, source: ENTRA },
  { path: 'password', value: 'secret', ...IGNORED, source: OKTA },
  { path: 'groups', value: [{ value: 'g' }], ...IGNORED, source: `${RFC7643}: read only` },
  { path: 'id', value: 'other', ...IGNORED, source: `${OKTA}: repeats it` },
  { path: `${ENTERPRISE}:department`, value: 'Bees', ...IGNORED, source: ENTRA },
  { path: `${ENTERPRISE}:manager`, value: { value: 'm-1' }, ...IGNORED, source: ENTRA },
  { path: 'urn:example:extension:2.0:User:costCenter', value: '7', ...IGNORED, source: `${ENTRA} (custom extensions)` },
];

interface Form {
  readonly name: string;
  /** The operation on the attribute. */
  readonly does: 'set' | 'removed';
  readonly operation: (attribute: Attribute) => object;
  readonly source: string;
}

const isExtension = (path: string): boolean => path.startsWith('urn:');
const withUrn = (path: string): string => (isExtension(path) ? path : `${USER_SCHEMA}:${path}`);
/** Turns `name.givenName` into `{ name: { givenName } }`; paths with filters and URNs have no such form. */
function nested({ path, value }: Attribute): object {
  const [first, second] = path.includes('[') || isExtension(path) ? [path] : path.split('.');
  return { [first!]: second === undefined ? value : { [second]: value } };
}
const RFC7644 = 'RFC 7644, 3.5.2';

/** The forms in which directories write an operation. */
export const FORMS: readonly Form[] = [
  { name: 'replace, path', does: 'set', operation: ({ path, value }) => ({ op: 'replace', path, value }), source: RFC7644 },
  { name: 'Add, path', does: 'set', operation: ({ path, value }) => ({ op: 'Add', path, value }), source: ENTRA },
  {
    name: 'path in capitals',
    does: 'set',
    operation: ({ path, value }) => ({
      op: 'REPLACE',
      path: path.replace(/^[^["]+/, (name) => (isExtension(name) ? name : name.toUpperCase())),
      value,
    }),
    source: 'RFC 7643, 2.1',
  },
  { name: 'no path, names', does: 'set', operation: ({ path, value }) => ({ op: 'replace', value: { [path]: value } }), source: ENTRA },
  { name: 'no path, nested', does: 'set', operation: (attribute) => ({ op: 'replace', value: nested(attribute) }), source: OKTA },
  {
    name: 'URN in the path',
    does: 'set',
    operation: ({ path, value }) => ({ op: 'replace', path: withUrn(path), value }),
    source: RFC7644,
  },
  {
    name: 'URN in the names',
    does: 'set',
    operation: ({ path, value }) => ({ op: 'add', value: { [withUrn(path)]: value } }),
    source: ENTRA,
  },
  {
    name: 'URN with an object',
    does: 'set',
    operation: (attribute) => ({
      op: 'replace',
      value: isExtension(attribute.path) ? nested(attribute) : { [USER_SCHEMA]: nested(attribute) },
    }),
    source: RFC7644,
  },
  {
    name: 'value in a list',
    does: 'set',
    operation: ({ path, value }) => ({ op: 'Replace', path, value: Array.isArray(value) ? value : [{ $ref: null, value }] }),
    source: `${ENTRA} (without aadOptscim062020)`,
  },
  { name: 'Remove, path', does: 'removed', operation: ({ path }) => ({ op: 'Remove', path }), source: ENTRA },
  { name: 'value null', does: 'removed', operation: ({ path }) => ({ op: 'replace', path, value: null }), source: 'RFC 7643, 2.5' },
  {
    name: 'value empty',
    does: 'removed',
    operation: ({ path }) => ({ op: 'replace', path, value: '' }),
    source: `${OKTA}: of a cleared field`,
  },
  { name: 'names, null', does: 'removed', operation: ({ path }) => ({ op: 'replace', value: { [path]: null } }), source: OKTA },
];

/** Returns the effect of an operation on an attribute in one form: `kept`, `ignored`, or the `scimType` of the refusal. */
export const outcomeOf = (form: Form, attribute: Attribute): string => attribute[form.does];
