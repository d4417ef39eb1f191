import type { User } from '#contract/identity/identity.contract.ts';
import { OPENING_PLACES, type OpeningPlace } from '#contract/identity/opening-place.ts';

const ADDRESSES = { builder: '/create', courses: '/courses', studio: '/studio', console: '/operator' } as const satisfies Record<
  OpeningPlace,
  string
>;

type Opener = Pick<User, 'roles' | 'opens_on' | 'has_courses'>;

const isOperator = ({ roles }: Opener): boolean => roles.some((role) => role === 'operator' || role === 'admin');

/** The places a person can choose; only operators can choose the console (G27). */
export const openingPlaces = (user: Opener): readonly OpeningPlace[] =>
  OPENING_PLACES.filter((place) => place !== 'console' || isOperator(user));

/** The person's choice, if they have made one that their roles allow. */
const chosenPlace = (user: Opener): OpeningPlace | undefined => openingPlaces(user).find((place) => place === user.opens_on);

/**
 * Where the product opens after a sign-in: the person's choice, else where their work is: the console, the studio, My Courses, or AI
 * Builder as long as there is no course (A24).
 */
export function openingPlace(user: Opener): OpeningPlace {
  const usual = isOperator(user) ? 'console' : user.roles.includes('creator') ? 'studio' : user.has_courses ? 'courses' : 'builder';
  return chosenPlace(user) ?? usual;
}

/**
 * The address to open for a signed-in user. Without a course and without a choice, AI Builder opens with its one question, also after
 * registration (AUTH-28, A24); without a user, with its form.
 */
export function openingAddress(user: Opener | null): (typeof ADDRESSES)[OpeningPlace] | '/welcome' {
  if (user === null) return ADDRESSES.builder;
  return chosenPlace(user) === undefined && openingPlace(user) === 'builder' ? '/welcome' : ADDRESSES[openingPlace(user)];
}
