import { PRODUCT } from '#contract/product.ts';
import { INVESTMENT } from './claims.ts';
import { LEARNER_BARS, monetization, RETURN_BARS, REVENUE_MIX_BARS } from './figures.ts';
import { MILESTONES, PHASES } from './phases.ts';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import type { Material } from './material.ts';

/** INV-03: contents of the modal, and of the downloadable report. */
export const VALUATION_ANALYSIS: Material = {
  title: 'Comprehensive Valuation Analysis',
  lead: `What the operator’s valuation of ${PRODUCT} rests on, and what it leaves open.`,
  parts: [
    { title: 'Timeline', phases: PHASES },
    { title: 'Milestones', points: MILESTONES },
    {
      title: 'Revenue growth',
      text: ['Revenue comes from three groups. How much in which year was not stated; the prices are those of the list that is charged.'],
      points: monetization(),
      bars: [REVENUE_MIX_BARS, LEARNER_BARS],
    },
    {
      title: 'Competitive advantages',
      points: [
        'Several services, each checked by another: quality does not hang on one vendor',
        'Costs follow what is delivered, by an append-only ledger that can be recounted',
        `Creators bring readers, and keep ${CREATOR_PERCENT}% of what their courses earn`,
        'Learners can take everything along, and stay because they like to',
      ],
    },
    {
      title: 'Investment thesis',
      text: [
        'Teaching one reader at a time was too dear to sell widely. If writing and checking a course costs less than reading it is worth, the market is everybody who learns.',
        'What would speak against it: vendors’ prices rising faster than plans can, readers who do not come back for a second course, or institutions that keep to their own texts.',
      ],
      statements: [INVESTMENT.ask, INVESTMENT.valuation, INVESTMENT.roi, INVESTMENT.users],
      bars: [RETURN_BARS],
    },
  ],
};
