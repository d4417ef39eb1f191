import { ageBandOf } from '#contract/platform/age-rules.ts';

/**
 * Tells whether a user must be treated as a minor (A17): for location, community visibility, leaderboard and voice. Users of unknown age
 * are minors, and so are those whose 18th birthday may still come this year.
 * @param birthYear null when unknown
 */
export const isMinor = (birthYear: number | null, now: Date = new Date()): boolean => ageBandOf(birthYear, now) !== 'adult';
