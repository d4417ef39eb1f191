/**
 * The price list of the terms text, word for word. These are not the prices of this product (G01): only the terms use them, and a test checks
 * that the catalogue stays separate.
 */
export const LIST_PRICES = [
  { group: 'Freemium', items: ['Basic $49.99/mo', 'Plus $99.99/mo', 'Premium $149.99/mo'] },
  { group: 'Creator', items: ['Basic $249.99/mo', 'Pro $499.00/mo'] },
  { group: 'Corporate', items: ['Standard $2,499.99/mo with 50K tokens', 'Premium $4,999.99/mo with 100K tokens'] },
  { group: 'Institutional', items: ['Standard $49,999.99/yr with 500K tokens', 'Enterprise $99,999.99/yr with 1M tokens'] },
  { group: 'Location services', items: ['$29.99/mo'] },
  { group: 'Events', items: ['$10 each'] },
  { group: 'Live coaching', items: ['$50-$100/hour with a 70% creator share'] },
] as const;
