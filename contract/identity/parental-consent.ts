import { ageBandOf } from '#contract/platform/age-rules.ts';

/**
 * Whether somebody born in that year needs a parent's or a school's agreement: under 13, and who may have that birthday still before them this
 * year. Who has not told the year is not asked.
 */
export const needsConsent = (birthYear: number | null, now: Date = new Date()): boolean => ageBandOf(birthYear, now) === 'child';

/** Whether a parent can be asked: of everybody under 18. */
export const canAskParent = (birthYear: number | null, now: Date = new Date()): boolean =>
  ['child', 'minor'].includes(ageBandOf(birthYear, now));
