const ADULT_AT = 18;

/** The latest year of birth of somebody who is surely of age. */
export const latestAdultYear = (now: Date = new Date()): number => now.getUTCFullYear() - ADULT_AT - 1;

/**
 * Whether somebody must be treated as a minor (A17): in location, community visibility, leaderboard and voice. Who has not told the year of
 * birth is one, and so is who may still have the 18th birthday before them this year.
 * @param birthYear as told, null when not
 */
export function isMinor(birthYear: number | null, now: Date = new Date()): boolean {
  return birthYear === null || birthYear > latestAdultYear(now);
}
