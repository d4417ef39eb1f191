import { isMinor } from '#domain/identity/age/is-minor.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

export interface PlacesAge {
  readonly age: 'adult' | 'minor';
  /** False: the year of birth was never told, which counts as a minor (A17). */
  readonly knows_age: boolean;
}

export async function placesAge(accountId: string): Promise<PlacesAge> {
  const account = await database()('account').where({ id: accountId }).first('birth_year');
  const birthYear: number | null = account?.birth_year ?? null;
  return { age: isMinor(birthYear) ? 'minor' : 'adult', knows_age: birthYear !== null };
}

/** Location, and meeting people one does not know, are off for minors (G48). @throws ProductError places.minor */
export async function assertAdult(accountId: string): Promise<void> {
  const { age, knows_age: isKnown } = await placesAge(accountId);
  if (age === 'adult') return;
  throw new ProductError(
    'places.minor',
    isKnown
      ? 'Location, events and nearby learners are for adults only.'
      : 'Location, events and nearby learners are for adults only. Tell your year of birth in your account first.',
  );
}
