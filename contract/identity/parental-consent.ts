import { ageBandOf } from '#contract/platform/age-rules.ts';

/**
 * Tells whether a user with that year of birth needs a parent's or a school's consent: users under 13, including those whose 13th birthday
 * may still come this year. Users of unknown age do not need it.
 */
export const needsConsent = (birthYear: number | null, now: Date = new Date()): boolean => ageBandOf(birthYear, now) === 'child';

/** Tells whether the user can ask a parent: every user under 18 can. */
export const canAskParent = (birthYear: number | null, now: Date = new Date()): boolean =>
  ['child', 'minor'].includes(ageBandOf(birthYear, now));
