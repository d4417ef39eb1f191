import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';

/** Who agrees for a child: PROF-04 names both. */
export const CONSENT_GIVERS = ['parent', 'school'] as const;
export type ConsentGiver = (typeof CONSENT_GIVERS)[number];

/**
 * Whether somebody born in that year needs a parent's or a school's agreement: under 13, and who may have that birthday still before them this
 * year. Who has not told the year is not asked.
 */
export const needsConsent = (birthYear: number | null, now: Date = new Date()): boolean =>
  birthYear !== null && now.getUTCFullYear() - birthYear <= FORM_LIMITS.agreement_below;
