import { expect, it } from 'vitest';
import type { User } from '#contract/identity/identity.contract.ts';
import { openingAddress, openingPlaces } from './opening-place.ts';

it.each<[Pick<User, 'roles' | 'opens_on' | 'has_courses'> | null, string]>([
  // a new account is asked one question (AUTH-28), unless its owner prefers the whole form
  [{ roles: ['learner'] }, '/welcome'],
  [{ roles: ['learner'], opens_on: 'builder' }, '/create'],
  // a returning learner opens My Courses, unless they have chosen another screen (A24)
  [{ roles: ['learner'], has_courses: true }, '/courses'],
  [{ roles: ['learner'], has_courses: true, opens_on: 'builder' }, '/create'],
  [{ roles: ['learner', 'creator'], has_courses: true }, '/studio'],
  [{ roles: ['learner', 'creator'] }, '/studio'],
  [{ roles: ['learner', 'creator', 'operator'] }, '/operator'],
  [{ roles: ['admin'] }, '/operator'],
  [null, '/create'],
  [{ roles: ['operator'], opens_on: 'courses' }, '/courses'],
  // the role was removed
  [{ roles: ['learner'], opens_on: 'console' }, '/welcome'],
])('ROLE-01 AUTH-28 A24: %j opens at %s', (user, address) => {
  expect(openingAddress(user)).toBe(address);
});

it('ROLE-01: the console is offered to operators only', () => {
  expect(openingPlaces({ roles: ['learner'] })).toEqual(['builder', 'courses', 'studio']);
  expect(openingPlaces({ roles: ['operator'] })).toContain('console');
});
