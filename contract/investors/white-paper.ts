import { PRODUCT } from '#contract/product.ts';
import { COMPLIANCE, INVESTMENT, LIVE_FEATURES, MENTORS, PARTNERS, STATISTICS } from './claims.ts';
import { LEARNER_BARS, monetization, RETURN_BARS, REVENUE_MIX_BARS } from './figures.ts';
import { PHASES } from './phases.ts';
import type { Material } from './material.ts';

export const WHITE_PAPER: Material = {
  title: `${PRODUCT}: seed round white paper`,
  lead: 'How a course is written for one reader, what it costs, and what the round is for.',
  parts: [
    {
      title: 'Summary',
      text: [
        `${PRODUCT} is an online learning platform. A reader says what to learn and why; several AI services plan a course, write its lessons and check each other’s. It can be read while it is being written.`,
      ],
      statements: STATISTICS,
    },
    {
      title: 'How it works',
      text: [
        'An outline comes within seconds and can be changed before anything is written. Lessons are written side by side. Each is checked by rules and by a service that did not write it; what does not pass is asked for again, of the same service and then of another.',
        'A piece of the work is claimed with a lease and a number that only grows, so a process that died and came back cannot overwrite the one that took over. What was bought of a service is kept and not bought again.',
      ],
      points: [
        LIVE_FEATURES[0],
        MENTORS,
        'Time left as a range, from the times of the latest courses',
        'Stop and keep what is written, and pay for no more than that',
      ],
    },
    {
      title: 'What research says',
      text: [
        'One teacher for one learner does best (Bloom 1984). Testing oneself and spacing are rated highest of ten ways to study (Dunlosky et al. 2013). So lessons are short, end with questions, and the questions come back when they are about to be forgotten.',
      ],
    },
    { title: 'How far it is', phases: PHASES },
    { title: 'How it earns', points: monetization(), bars: [REVENUE_MIX_BARS] },
    {
      title: 'Rules it is committed to',
      text: [
        'As the operator states it; what is done and tested, and what is not, stands in the accessibility statement and the privacy policy.',
      ],
      points: COMPLIANCE.map(({ name, full }) => `${name}: ${full}`),
      statements: PARTNERS,
    },
    {
      title: 'The round',
      statements: [INVESTMENT.ask, INVESTMENT.valuation, INVESTMENT.roi, INVESTMENT.users, INVESTMENT.mention],
      bars: [RETURN_BARS, LEARNER_BARS],
    },
  ],
};
