import { describe, expect, it } from 'vitest';
import { readUser } from './scim-user.ts';

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
    ['keeps a whole name whole', { displayName: 'Nagy László' }, { givenName: 'Nagy László', familyName: '' }],
    ['has the parts of a whole name that says them', { displayName: 'van Lin, Bo' }, { givenName: 'Bo', familyName: 'van Lin' }],
    [
      'has the highest of the roles that are known',
      { roles: [{ value: 'User' }, { value: 'Admin' }, 'teacher'] },
      { role: 'administrator' },
    ],
    ['has no role of the directory’s own, and none of ours any more', { roles: [{ value: 'msiam_access' }] }, { role: 'none' }],
    ['has no role of ours where the directory names none', { roles: [] }, { role: 'none' }],
    ['has the role that it has where the directory does not speak of roles', {}, { role: null }],
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
