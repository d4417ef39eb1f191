import { describe, expect, it } from 'vitest';
import { patchUser, readPatch, type PatchedUser } from './scim-patch.ts';
import { readUser } from './scim-user.ts';

const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const user: PatchedUser = {
  userName: 'bo@example.com',
  externalId: 'e-1',
  name: { givenName: 'Bo', familyName: 'Lin', formatted: 'Bo Lin' },
  emails: [{ value: 'bo@example.com', type: 'work', primary: true }],
  active: true,
  roles: [{ value: 'member', primary: true }],
};
const BO = {
  userName: 'bo@example.com',
  externalId: 'e-1',
  givenName: 'Bo',
  familyName: 'Lin',
  email: 'bo@example.com',
  isActive: true,
  // a PATCH that does not touch roles changes none
  role: null,
};
const patched = (...Operations: object[]) => readUser(patchUser(user, readPatch({ schemas: PATCH, Operations })));

describe('a PATCH of a user', () => {
  it.each([
    // as sent by Entra
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
    // as sent by Okta
    ['a value without a path', [{ op: 'replace', value: { active: false } }], { isActive: false }],
    ['a password, which is not kept', [{ op: 'replace', value: { password: 'secret' } }], {}],
    // as in RFC 7644
    [
      'a path with the URN',
      [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'bl' }],
      { userName: 'bl' },
    ],
    ['a path in another case', [{ op: 'replace', path: 'NAME.GIVENNAME', value: 'Rob' }], { givenName: 'Rob' }],
    [
      'paths with filters as names of a value',
      [{ op: 'replace', value: { 'emails[type eq "work"].value': 'new@example.com', 'roles[primary eq "True"].value': 'teacher' } }],
      { email: 'new@example.com', role: 'teacher' },
    ],
    [
      'a second address that becomes the primary one',
      [{ op: 'add', path: 'emails', value: [{ value: 'n@example.com', primary: true }] }],
      { email: 'n@example.com' },
    ],
    ['a second address that does not', [{ op: 'add', path: 'emails', value: [{ value: 'n@example.com', type: 'home' }] }], {}],
    [
      'an address of another kind, which is not the one that is kept',
      [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'n@example.com' }],
      {},
    ],
    ['all roles taken', [{ op: 'Remove', path: 'roles' }], { role: 'none' }],
    ['no roles', [{ op: 'Replace', path: 'roles', value: [] }], { role: 'none' }],
    ['the role taken by its name', [{ op: 'Remove', path: 'roles[value eq "Member"]' }], { role: 'none' }],
    ['a role taken that the user does not have', [{ op: 'Remove', path: 'roles[value eq "teacher"]' }], {}],
    ['the presence taken away, which says nothing', [{ op: 'Remove', path: 'active' }], {}],
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
  ])('accepts %s', (_, operations, changed) => {
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
    ['emails[type eq', 'invalidPath'],
    [`emails[type eq "${'\n'.repeat(60)}].value`, 'invalidPath'],
    ['emails]type eq "work"[.value', 'invalidPath'],
    ['name given', 'invalidPath'],
    ['emails[type resembles "work"].value', 'invalidFilter'],
    ['emails[value gt "a"].value', 'invalidFilter'],
  ])('is refused at the path %s', (path, scimType) => {
    expect(() => patched({ op: 'replace', path, value: 'yes' })).toThrow(expect.objectContaining({ scimType, status: 400 }));
  });

  it.each([
    ['a name longer than any path: reading it would take hours', { ['['.repeat(20_000)]: true }],
    ['hundreds of names', Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`name-${n}`, n]))],
    ['hundreds of values', { emails: Array.from({ length: 201 }, (_, n) => ({ value: `${n}@example.com` })) }],
  ])('is refused with %s', (_, value) => {
    expect(() => patched({ op: 'add', value })).toThrow(expect.objectContaining({ scimType: 'invalidValue', status: 400 }));
  });

  it('cannot reach into objects through the property names of a value', () => {
    const value = JSON.parse(
      '{"__proto__":{"polluted":"yes"},"name.__proto__.polluted":"yes","name":{"__proto__":{"polluted":"yes"}}}',
    ) as object;
    expect(patched({ op: 'replace', value })).toMatchObject({ userName: BO.userName });
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', 'name.__proto__'])
      expect(patched({ op: 'replace', path, value: 'yes' })).toEqual(BO);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
