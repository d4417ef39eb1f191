import { ageBandOf } from '#contract/platform/age-rules.ts';

/**
 * Whether somebody must be treated as a minor (A17): in location, community visibility, leaderboard and voice. Who has not told the year of
 * birth is one, and so is who may still have the 18th birthday before them this year.
 * @param birthYear as told, null when not
 */
export const isMinor = (birthYear: number | null, now: Date = new Date()): boolean => ageBandOf(birthYear, now) !== 'adult';
