import { ageBandOf } from '#contract/platform/age-rules.ts';

/**
 * Tells whether a user with that year of birth needs a parent's or a school's consent: under 13, including users whose 13th birthday may
 * still come this year. Users of unknown age do not.
 */
export const needsConsent = (birthYear: number | null, now: Date = new Date()): boolean => ageBandOf(birthYear, now) === 'child';

/** Tells whether a parent can be asked: for every user under 18. */
export const canAskParent = (birthYear: number | null, now: Date = new Date()): boolean =>
  ['child', 'minor'].includes(ageBandOf(birthYear, now));
