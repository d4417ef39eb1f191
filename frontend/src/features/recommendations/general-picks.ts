import type { Recommendation } from '#contract/recommendations/recommendations.contract.ts';
import { t } from '#frontend/lib/text.ts';

type Pick = readonly [title: () => string, goals: () => string];

/** For every field of work. */
const GENERAL: readonly Pick[] = [
  [() => t('Learning how to learn'), () => t('Plan, practise and remember what you study.')],
  [() => t('Clear writing'), () => t('Write short texts that are understood at the first reading.')],
  [() => t('Everyday statistics'), () => t('Read figures and charts without being misled.')],
  [() => t('Speaking in front of others'), () => t('Prepare and give a short talk.')],
  [() => t('Spreadsheets that others can follow'), () => t('Build a table that answers a question.')],
  [() => t('First aid'), () => t('Act in the first minutes of an emergency.')],
];

const BY_INDUSTRY: Readonly<Record<string, readonly Pick[]>> = {
  technology: [
    [() => t('Databases with SQL'), () => t('Ask a database questions of your own.')],
    [() => t('Tests for your own code'), () => t('Write tests that find mistakes early.')],
  ],
  business: [
    [() => t('Reading a balance sheet'), () => t('Tell how a company earns and owes.')],
    [() => t('Negotiating'), () => t('Find what both sides want before the price.')],
  ],
  healthcare: [
    [() => t('Talking about risks'), () => t('Put probabilities into words that are understood.')],
    [() => t('Nutrition'), () => t('Compare foods by what matters.')],
  ],
  education: [
    [() => t('Planning a lesson'), () => t('Start from what learners should be able to do.')],
    [() => t('Feedback that is used'), () => t('Write comments that change the next piece of work.')],
  ],
  finance: [
    [() => t('Reading a balance sheet'), () => t('Tell how a company earns and owes.')],
    [() => t('Interest and time'), () => t('Work out what a loan or a plan really costs.')],
  ],
  marketing: [
    [() => t('Interviewing customers'), () => t('Ask questions whose answers can surprise you.')],
    [() => t('Measuring a campaign'), () => t('Tell what it did from what would have happened anyway.')],
  ],
  creative: [
    [() => t('Colour'), () => t('Build a palette that works on screen and on paper.')],
    [() => t('Photographing people'), () => t('Use daylight for portraits.')],
  ],
  engineering: [
    [() => t('Technical drawing'), () => t('Draw a part that a workshop can make.')],
    [() => t('Feedback and control'), () => t('Recognise a control loop and tune it.')],
  ],
  science: [
    [() => t('Designing an experiment'), () => t('Decide before measuring what would change your mind.')],
    [() => t('Reading a scientific paper'), () => t('Judge a study by its methods.')],
  ],
};

const COUNT = 6;

/** Fixed recommendations by industry when no service could make any: not rated by a service, so without a score (REC-04, G41). */
export const recommendationsByIndustry = (industry: string | undefined): Recommendation[] =>
  [...(BY_INDUSTRY[industry ?? ''] ?? []), ...GENERAL].slice(0, COUNT).map(([title, goals], place) => ({
    id: `general-${place}`,
    title: title(),
    difficulty: 'beginner',
    duration: '2 weeks',
    rating: null,
    reason: goals(),
    learning_goals: goals(),
    estimated_hours: 6,
    ai_components: [],
    personalization_score: null,
  }));
