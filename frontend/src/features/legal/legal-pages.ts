import { ACCREDITATION } from '#contract/investors/claims.ts';
import { ACCESSIBILITY_STATEMENT } from './accessibility-statement.ts';
import { accreditationPage } from './accreditation.ts';
import { PRIVACY_POLICY } from './privacy-policy.ts';
import type { LegalPage } from './section.ts';
import { termsPage } from './terms.ts';
import { YOUR_PRIVACY } from './your-privacy.ts';

/** The five legal pages by their path. */
export const LEGAL_PAGES = {
  terms: termsPage('/#pricing'),
  'privacy-policy': PRIVACY_POLICY,
  privacy: YOUR_PRIVACY,
  'accessibility-statement': ACCESSIBILITY_STATEMENT,
  'accreditation-info': accreditationPage(ACCREDITATION),
} as const satisfies Record<string, LegalPage>;
export type LegalName = keyof typeof LEGAL_PAGES;
export const LEGAL_NAMES = Object.keys(LEGAL_PAGES) as readonly LegalName[];
