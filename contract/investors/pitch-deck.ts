import { PRODUCT } from '#contract/product.ts';
import { INVESTMENT, LIVE_FEATURES, MENTORS, PARTNERS, STATISTICS } from './claims.ts';
import { LEARNER_BARS, RETURN_BARS, REVENUE_MIX_BARS } from './figures.ts';
import type { Material } from './material.ts';

/** The six slides of the pitch deck (INV-07). */
export const PITCH_DECK: Material = {
  title: 'Investor Pitch Deck',
  lead: `${PRODUCT}: courses written for one reader.`,
  parts: [
    {
      title: 'Overview',
      text: [
        `Say what you want to learn, and read the course as it is written. ${PRODUCT} plans it, writes it, checks it and practises it with you.`,
      ],
      statements: STATISTICS,
    },
    {
      title: 'Market problem',
      points: [
        'One text serves everybody: too slow for some, too hard for others',
        'Courses age faster than anybody rewrites them',
        'One teacher for one learner does best, and few can pay one',
      ],
      statements: [INVESTMENT.mention],
    },
    {
      title: 'Solution',
      text: [
        'Several AI services write one course; what one writes, another checks. If one lesson fails, only that lesson is written again.',
      ],
      points: [LIVE_FEATURES[0], MENTORS, 'A creator’s studio and a marketplace', 'Practice that comes back at the right time'],
    },
    {
      title: 'Strategic advantages',
      points: [
        'No service is the only one: any of them can be away',
        'A step is never paid for twice, and a course is charged for what was delivered',
        'Every figure a creator or learner sees is counted, none made up',
      ],
      statements: PARTNERS,
    },
    {
      title: 'Financial growth',
      statements: [INVESTMENT.users, INVESTMENT.valuation],
      bars: [REVENUE_MIX_BARS, LEARNER_BARS],
    },
    {
      title: 'Investment ask',
      text: ['The round pays for more services behind the same engine, and for sales to companies and universities.'],
      statements: [INVESTMENT.ask, INVESTMENT.valuation, INVESTMENT.roi],
      bars: [RETURN_BARS],
    },
  ],
};
