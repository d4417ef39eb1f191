import { expect, it } from 'vitest';
import { chooseOpeningPlace, openingAddress, openingPlaces } from './opening-place.ts';

const INES = 'u-ines';
const asUser = (roles: readonly string[], id = 'u1') =>
  ({ user_id: id, roles }) as unknown as Parameters<typeof openingAddress>[0] & object;

it.each([
  [['learner'], '/create'],
  [['learner', 'creator'], '/studio'],
  [['learner', 'creator', 'operator'], '/operator'],
  [['admin'], '/operator'],
])('ROLE-01: %j opens where its work is, at %s', (roles, address) => {
  expect(openingAddress(asUser(roles))).toBe(address);
});

it('ROLE-01: the choice of one person is not that of another in the same browser', () => {
  chooseOpeningPlace(asUser(['operator'], 'u-olu'), 'courses');
  expect(openingAddress(asUser(['operator'], 'u-olu'))).toBe('/courses');
  expect(openingAddress(asUser(['operator'], 'u-other'))).toBe('/operator');
});

it('ROLE-01: the console is offered to operators only, and forgotten with the role', () => {
  expect(openingPlaces(asUser(['learner']))).toEqual(['builder', 'courses', 'studio']);
  chooseOpeningPlace(asUser(['operator'], INES), 'console');
  expect(openingAddress(asUser(['learner'], INES))).toBe('/create');
  expect(openingAddress(null)).toBe('/create');
});
