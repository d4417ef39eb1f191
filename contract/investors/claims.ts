/**
 * The operator's claims about the product (G57). This is marketing copy and the only place that contains it: nothing here is computed,
 * checked or enforced, and none of it may appear on a certificate, an invoice or in an export. Change the texts here.
 */
export const RATING = '4.9/5 from 10,000+ learners';

export const STATISTICS = [
  { figure: '50,000+', label: 'professionals' },
  { figure: '1,000+', label: 'AI courses' },
  { figure: '98%', label: 'success rate' },
  { figure: '24/7', label: 'AI support' },
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
  { figure: '2,300+', label: 'university partners' },
  { figure: '18', label: 'patents filed' },
] as const;

/** Shown only on the accreditation page, beside the facts about the software. */
export const ACCREDITATION = 'MSCHE accredited certificates';

/** For investors (INV-08, INV-09). These are not prices: they are never charged. */
export const INVESTMENT = {
  ask: { figure: '$2.5M', label: 'seed ask' },
  valuation: { figure: '$150M', label: 'valuation target' },
  roi: { figure: '16.7x', label: 'return on investment at the target' },
  users: { figure: '10M', label: 'users as the goal' },
  learners: { figure: '50,000+', label: 'learners' },
  mention: { figure: '$2.5B', label: 'market the operator has in view' },
} as const;

/** The same amounts as numbers, for the lengths of bars: millions of dollars, and people. */
export const INVESTMENT_NUMBERS = { askMillions: 2.5, valuationMillions: 150, roi: 16.7, learners: 50_000, users: 10_000_000 } as const;

/** Percent of revenue the operator plans from each group. */
export const REVENUE_MIX = [
  { name: 'Individual subscriptions', percent: 40 },
  { name: 'Enterprise and corporate', percent: 35 },
  { name: 'Government', percent: 25 },
] as const;

/** The features that the operator lists as live (HELP-05). Screens mark features that are not delivered yet as planned. */
export const LIVE_FEATURES = [
  '8-component AI orchestration engine',
  'Dynamic course generation',
  'Multi-AI chat',
  'Video generation studio',
  'AR/VR learning',
  'Community and live chat',
  'Patent document management',
  'Voice notes and transcription',
  'Location-based learning',
  'GDPR data export',
  'WCAG 2.1 AA accessibility',
  'Card payments',
  'Multi-language support',
  'Token-based login',
  'Installable web app',
  'Mobile-responsive design',
] as const;
