import type { User } from '#contract/identity/identity.contract.ts';
import { readStoredChoice, writeStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** Places that the product can open on, with their addresses. */
export const OPENING_PLACES = { builder: '/create', courses: '/courses', studio: '/studio', console: '/operator' } as const;
export type OpeningPlace = keyof typeof OPENING_PLACES;

type Opener = Pick<User, 'user_id' | 'roles'>;

const nameFor = ({ user_id: id }: Opener): string => `opens-on:${id}`;
const isOperator = ({ roles }: Opener): boolean => roles.some((role) => role === 'operator' || role === 'admin');

/** The places this person can choose: the console is for operators only (G27). */
export const openingPlaces = (user: Opener): readonly OpeningPlace[] =>
  (Object.keys(OPENING_PLACES) as OpeningPlace[]).filter((place) => place !== 'console' || isOperator(user));

/** Where the product opens after a sign-in: as this person chose in this browser, else where their work is: the console, the studio, AI Builder. */
export function openingPlace(user: Opener): OpeningPlace {
  const chosen = readStoredChoice(nameFor(user));
  const usual = isOperator(user) ? 'console' : user.roles.includes('creator') ? 'studio' : 'builder';
  return openingPlaces(user).find((place) => place === chosen) ?? usual;
}

export const chooseOpeningPlace = (user: Opener, place: OpeningPlace): void => writeStoredChoice(nameFor(user), place);

/** The address to open for a signed-in user; AI Builder for nobody. */
export const openingAddress = (user: Opener | null): (typeof OPENING_PLACES)[OpeningPlace] =>
  OPENING_PLACES[user === null ? 'builder' : openingPlace(user)];
