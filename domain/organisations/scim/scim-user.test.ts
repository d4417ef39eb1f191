import type { ScimResource } from 'scim-patch';
import { describe, expect, it } from 'vitest';
import { patchUser, readPatch, readUser } from './scim-user.ts';

const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const resource = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: 'one',
  userName: 'bo@example.com',
  externalId: 'e-1',
  name: { givenName: 'Bo', familyName: 'Lin', formatted: 'Bo Lin' },
  emails: [{ value: 'bo@example.com', type: 'work', primary: true }],
  active: true,
  roles: [{ value: 'member', primary: true }],
} as unknown as ScimResource;
const BO = {
  userName: 'bo@example.com',
  externalId: 'e-1',
  givenName: 'Bo',
  familyName: 'Lin',
  email: 'bo@example.com',
  isActive: true,
  role: 'member',
};
const patched = (...Operations: object[]) => readUser(patchUser(resource, readPatch({ schemas: PATCH, Operations })));

describe('a PATCH of a user', () => {
  it.each([
    // as Entra sends them
    ['a boolean as a text', [{ op: 'Replace', path: 'active', value: 'False' }], { isActive: false }],
    [
      'paths with filters',
      [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' }],
      { email: 'new@example.com' },
    ],
    ['parts of the name', [{ op: 'Replace', path: 'name.familyName', value: 'Lind' }], { familyName: 'Lind' }],
    ['an attribute that is new', [{ op: 'Add', path: 'externalId', value: 'e-2' }], { externalId: 'e-2' }],
    ['paths as names of a value', [{ op: 'replace', value: { 'name.givenName': 'Robert', active: 'True' } }], { givenName: 'Robert' }],
    ['a role, whose boolean is a text', [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'teacher' }], { role: 'teacher' }],
    [
      'roles as JSON in a text',
      [{ op: 'Replace', path: 'roles', value: [{ value: '{"id":"9","value":"Teacher","displayName":"Teacher"}' }] }],
      { role: 'teacher' },
    ],
    [
      'an attribute of the enterprise extension, which is not kept',
      [{ op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Bees' }],
      {},
    ],
    // as Okta sends them
    ['a value without a path', [{ op: 'replace', value: { active: false } }], { isActive: false }],
    ['a password, which is not kept', [{ op: 'replace', value: { password: 'secret' } }], {}],
    // as RFC 7644 has them
    [
      'a path with the URN',
      [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'bl' }],
      { userName: 'bl' },
    ],
    ['a path in another case', [{ op: 'replace', path: 'NAME.GIVENNAME', value: 'Rob' }], { givenName: 'Rob' }],
    ['a removal', [{ op: 'remove', path: 'externalId' }], { externalId: null }],
    ['the address removed: the userName is one', [{ op: 'remove', path: 'emails[type eq "work"]' }], {}],
    [
      'several, one after another',
      [
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'active', value: true },
      ],
      {},
    ],
  ])('takes %s', (_, operations, changed) => {
    expect(patched(...operations)).toEqual({ ...BO, ...changed });
  });

  it.each([
    ['no schema', { Operations: [{ op: 'remove', path: 'externalId' }] }],
    ['no operation', { schemas: PATCH, Operations: [] }],
    ['another one', { schemas: PATCH, Operations: [{ op: 'move', path: 'externalId' }] }],
    ['hundreds', { schemas: PATCH, Operations: Array.from({ length: 101 }, () => ({ op: 'remove', path: 'externalId' })) }],
  ])('is refused with %s', (_, body) => {
    expect(() => readPatch(body)).toThrow(expect.objectContaining({ scimType: 'invalidSyntax' }));
  });

  it.each([
    ['__proto__.polluted', 'invalidPath'],
    ['constructor.prototype.polluted', 'invalidPath'],
    ['emails[type eq', 'invalidPath'],
    [`emails[type eq "${'\n'.repeat(60)}].value`, 'invalidPath'],
    ['phoneNumbers[type gt "work"].value', 'noTarget'],
  ])('is refused at the path %s', (path, scimType) => {
    expect(() => patched({ op: 'replace', path, value: 'yes' })).toThrow(expect.objectContaining({ scimType, status: 400 }));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it.each([
    ['a name longer than any path: reading it would take hours', { ['['.repeat(20_000)]: true }],
    ['hundreds of names', Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`name-${n}`, n]))],
    ['hundreds of values', { emails: Array.from({ length: 201 }, (_, n) => ({ value: `${n}@example.com` })) }],
  ])('is refused with %s', (_, value) => {
    expect(() => patched({ op: 'add', value })).toThrow(expect.objectContaining({ scimType: 'invalidValue', status: 400 }));
  });

  it('cannot reach into objects by the names of a value either', () => {
    const value = JSON.parse(
      '{"__proto__":{"polluted":"yes"},"name.__proto__.polluted":"yes","name":{"__proto__":{"polluted":"yes"}}}',
    ) as object;
    expect(patched({ op: 'replace', value })).toMatchObject({ userName: BO.userName });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('a user', () => {
  it.each([
    [
      'has the primary address',
      {
        emails: [
          { value: 'home@example.com', type: 'home' },
          { value: 'W@Example.com', primary: 'True' },
        ],
      },
      { email: 'w@example.com' },
    ],
    [
      'else that of work',
      { emails: [{ value: 'home@example.com' }, { value: 'w@example.com', type: 'work' }] },
      { email: 'w@example.com' },
    ],
    ['else the userName', {}, { email: 'bo@example.com' }],
    ['has the parts of the whole name', { displayName: 'Bo van Lin' }, { givenName: 'Bo van', familyName: 'Lin' }],
    [
      'has the highest of the roles that are known',
      { roles: [{ value: 'User' }, { value: 'Admin' }, 'teacher'] },
      { role: 'administrator' },
    ],
    ['has no role of the directory’s own', { roles: [{ value: 'msiam_access' }] }, { role: null }],
    ['has attributes in any case', { EXTERNALID: '7', Active: 'false' }, { externalId: '7', isActive: false }],
  ])('%s', (_, body, read) => {
    expect(readUser({ userName: 'bo@example.com', ...body })).toMatchObject(read);
  });

  it.each([
    ['without a userName', {}],
    ['without an address', { userName: 'bo' }],
    ['whose name is too long', { userName: 'bo@example.com', name: { givenName: 'x'.repeat(101) } }],
    ['with too many addresses', { userName: 'bo@example.com', emails: Array.from({ length: 51 }, () => ({ value: 'a@example.com' })) }],
    ['who is neither active nor not', { userName: 'bo@example.com', active: 'perhaps' }],
  ])('%s is refused as invalidValue', (_, body) => {
    expect(() => readUser(body)).toThrow(expect.objectContaining({ scimType: 'invalidValue', status: 400 }));
  });
});
