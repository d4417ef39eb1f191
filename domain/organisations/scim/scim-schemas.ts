import { config } from '#domain/platform/config.ts';
import { GROUP_SCHEMA } from './scim-groups.commands.ts';
import { USER_SCHEMA } from './scim-user.ts';
import { LIST_SCHEMA, MOST_RESOURCES, SCIM_PATH } from './scim-users.queries.ts';

const located = (path: string): string => `${config().publicOrigin}${SCIM_PATH}/${path}`;
const listOf = (resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The supported parts of the protocol (RFC 7643, section 5). */
export const serviceProviderConfig = () => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESOURCES },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner or administrator of the organisation makes.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: located('ServiceProviderConfig') },
});

const resourceType = (id: 'User' | 'Group', schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: located(`ResourceTypes/${id}`) },
});
const RESOURCE_TYPES = () => [resourceType('User', USER_SCHEMA), resourceType('Group', GROUP_SCHEMA)];

interface Characteristics {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned?: 'default' | 'always' | 'request';
  readonly uniqueness?: 'none' | 'server';
  readonly subAttributes?: readonly object[];
  readonly referenceTypes?: readonly string[];
  readonly canonicalValues?: readonly string[];
}

const attribute = (name: string, description: string, given: Characteristics = {}) => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
});
const READ_ONLY = { mutability: 'readOnly' } as const;
const USER_ATTRIBUTES = [
  attribute('userName', 'Identifies the user in the directory; unique in the organisation.', { required: true, uniqueness: 'server' }),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name; read where the parts are missing.'),
      attribute('givenName', 'The given name.'),
      attribute('familyName', 'The family name.'),
    ],
  }),
  attribute('displayName', 'The whole name; read where there is no name.'),
  attribute(
    'emails',
    'The address by which the person joins: the primary one, or the one of work. Without one the userName is the address.',
    {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address.'),
        attribute('type', 'Always work.', { canonicalValues: ['work'] }),
        attribute('primary', 'Always true.', { type: 'boolean' }),
      ],
    },
  ),
  attribute('active', 'False: the person leaves the organisation, and the seat is free.', { type: 'boolean' }),
  attribute('roles', 'The role in the organisation.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Owners are made by hand.', { canonicalValues: ['administrator', 'teacher', 'member'] }),
      attribute('primary', 'Always true.', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups of the user; changed at the groups.', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'The id of the group.', READ_ONLY),
      attribute('$ref', 'The address of the group.', { type: 'reference', referenceTypes: ['Group'], ...READ_ONLY }),
      attribute('display', 'The name of the group.', READ_ONLY),
    ],
  }),
];
const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name of the class or group; unique in the organisation.', { required: true, uniqueness: 'server' }),
  attribute('members', 'Its users; in the answer of one group, not in lists.', {
    type: 'complex',
    multiValued: true,
    returned: 'request',
    subAttributes: [
      attribute('value', 'The id of the user.', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the user.', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable' }),
      attribute('type', 'Always User.', { canonicalValues: ['User'], mutability: 'immutable' }),
      attribute('display', 'The name of the user.', READ_ONLY),
    ],
  }),
];
const schema = (id: string, name: string, attributes: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: located(`Schemas/${id}`) },
});
const SCHEMAS = () => [schema(USER_SCHEMA, 'User', USER_ATTRIBUTES), schema(GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES)];

/** Returns the service's descriptions of one type, all or one; null when there is none. */
export function discovered(kind: 'ResourceTypes' | 'Schemas', id: string | undefined): object | null {
  const all: readonly { readonly id: string }[] = kind === 'Schemas' ? SCHEMAS() : RESOURCE_TYPES();
  return id === undefined ? listOf(all) : (all.find((one) => one.id === id) ?? null);
}
