/**
 * What the operator claims about the product (G57). This is marketing copy and the only place that holds it: nothing here is computed,
 * checked or enforced, and none of it may appear on a certificate, an invoice or in an export. Change the texts here.
 */
export const RATING = '4.9/5 from 10,000+ learners';

export const STATISTICS = [
  { figure: '50,000+', of: 'professionals' },
  { figure: '1,000+', of: 'AI courses' },
  { figure: '98%', of: 'success rate' },
  { figure: '24/7', of: 'AI support' },
] as const;

export const MENTORS = 'AI mentors powered by three AI model families';

export const COMPLIANCE = [
  { name: 'AODA', full: 'Accessibility for Ontarians with Disabilities Act' },
  { name: 'GDPR', full: 'General Data Protection Regulation, European Union' },
  { name: 'CCPA', full: 'California Consumer Privacy Act' },
  { name: 'COPPA', full: 'Children’s Online Privacy Protection Act, United States' },
  { name: 'WCAG 2.1 AA', full: 'Web Content Accessibility Guidelines, level AA' },
] as const;

export const PARTNERS = [
  { figure: '2,300+', of: 'university partners' },
  { figure: '18', of: 'patents filed' },
] as const;

/** Shown on the accreditation page only, beside what the software does. */
export const ACCREDITATION = 'MSCHE accredited certificates';
