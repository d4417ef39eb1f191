import { PRODUCT } from '#contract/product.ts';
import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { INVESTMENT, LIVE_FEATURES, PARTNERS, RATING } from './claims.ts';
import { LEARNER_BARS, monetization, REVENUE_MIX_BARS } from './figures.ts';
import { MILESTONES, PHASES } from './phases.ts';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import type { Material } from './material.ts';

/** Specified as live, but not yet in the table of deliveries. */
const PLANNED = LIVE_FEATURES.filter(namesUndelivered);

/** INV-01: contents of the investors' page, in the specified order. */
export const INVESTOR_PAGE: Material = {
  title: 'Investor information',
  lead: `${PRODUCT} writes whole courses for one reader, with several AI services that check each other, and sells them by plan, by token and to institutions.`,
  parts: [
    {
      title: 'Features',
      text: [...(PLANNED.length > 0 ? [`Planned, not available yet: ${PLANNED.join(', ')}.`] : []), 'What the operator lists as live:'],
      points: LIVE_FEATURES.filter((feature) => !namesUndelivered(feature)),
    },
    {
      title: 'Monetization model',
      text: [`Prices are those of the price list that is charged. Creators keep ${CREATOR_PERCENT}% of what their courses earn.`],
      points: monetization(),
      bars: [REVENUE_MIX_BARS],
    },
    { title: 'Development milestones', phases: PHASES, points: MILESTONES },
    {
      title: 'Market opportunity',
      text: [
        'Courses are sold today as one text for everybody. A course that is written for its reader competes with the tutor few can pay.',
      ],
      statements: [INVESTMENT.mention, ...PARTNERS],
    },
    {
      title: 'Financial projections',
      text: ['Projections of revenue by year were not stated; what was, stands here.'],
      statements: [INVESTMENT.valuation, INVESTMENT.roi, INVESTMENT.users],
      bars: [LEARNER_BARS],
    },
    {
      title: 'Platform utility for learners',
      points: [
        'A course at one’s own level, in one’s own language, readable while it is being written',
        'Questions with reasons, and the same questions again when they are about to be forgotten',
        'Notes that find their passage again in a newer version of the lesson',
        'Everything that is stored can be taken along as one file',
      ],
      statements: [{ figure: RATING.split(' ')[0]!, label: RATING.split(' ').slice(1).join(' ') }],
    },
    {
      title: 'Platform utility for enterprises',
      points: [
        'Seats, invitations and one invoice for an organisation',
        'A marketplace where a company’s own people publish for it',
        'Spending that is capped by person and by installation',
        'Runs on the company’s own machines, with the AI services it chooses',
      ],
    },
    {
      title: 'Investment call to action',
      text: ['A seed round is open. The pitch deck has six slides; the valuation analysis says what the figures rest on.'],
      statements: [INVESTMENT.ask, INVESTMENT.valuation],
    },
  ],
};
