/** Younger than this, a parent or a school must have agreed (PROF-04, G33). */
export const CONSENT_AGE = 13;

/** Who agrees for a child: PROF-04 names both. */
export const CONSENT_GIVERS = ['parent', 'school'] as const;
export type ConsentGiver = (typeof CONSENT_GIVERS)[number];

/** What is said where the agreement is missing. */
export const CONSENT_NEEDED = 'For learners under 13, a parent or their school has to agree.';

/**
 * Whether somebody born in that year needs the agreement: also who may have the 13th birthday still before them this year. Who has not told
 * the year is not asked.
 */
export const needsConsent = (birthYear: number | null, now: Date = new Date()): boolean =>
  birthYear !== null && now.getUTCFullYear() - birthYear <= CONSENT_AGE;
