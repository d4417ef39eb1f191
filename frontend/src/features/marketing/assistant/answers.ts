import {
  FREE_PLAN,
  ORGANISATION_PLANS,
  PLANS,
  REFUND_DAYS,
  TOKEN_PACKAGES,
  TRIAL,
  type Plan,
  type Tier,
} from '#contract/billing/catalogue.ts';
import { PRODUCT } from '#contract/product.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

const price = (cents: number): string => formatPrice(cents / 100);

const plansOf = (tier: Tier) =>
  (['month', 'year'] as const).map((interval) => PLANS.find((plan) => plan.tier === tier && plan.interval === interval)!) as [Plan, Plan];

/** A plan by the month and by the year, and what is in it. */
function planAnswer(tier: Tier): string {
  const [month] = plansOf(tier);
  return t('{name} is {prices}: {contents}.', {
    name: month.name,
    prices: bothPrices(tier),
    contents: month.features.map((feature) => (feature.includes('AR/VR') ? `${feature} (${t('not yet available')})` : feature)).join(', '),
  });
}

/** `$15/month or $150/year` (LAND-16). */
function bothPrices(tier: Tier): string {
  const [month, year] = plansOf(tier);
  return t('{month}/month or {year}/year', { month: price(month.amount_cents), year: price(year.amount_cents) });
}

const pricesAnswer = (): string =>
  t('Basic is {basic}, Standard {standard}, Premium {premium}. A year costs ten months, and you can begin free.', {
    basic: bothPrices('basic'),
    standard: bothPrices('standard'),
    premium: bothPrices('premium'),
  });

const institutionsAnswer = (): string =>
  t('By the year: {plans}. Choose Contact Sales under Plans and prices.', {
    plans: ORGANISATION_PLANS.map((plan) => `${plan.name} ${price(plan.amount_cents)}`).join(', '),
  });

const tokensAnswer = (): string =>
  t(
    'A text course takes tokens. Everybody has {daily} tokens a day and {monthly} tokens a month free; packages go from {first} to {last}, such as {amount} tokens, and do not expire.',
    {
      daily: FREE_PLAN.daily_tokens,
      monthly: FREE_PLAN.monthly_tokens,
      first: price(TOKEN_PACKAGES[0]!.amount_cents),
      last: price(TOKEN_PACKAGES.at(-1)!.amount_cents),
      amount: formatNumber(TOKEN_PACKAGES[0]!.tokens),
    },
  );

const trialAnswer = (): string =>
  t(
    'Basic, Standard and Premium by the year begin with {days} days free. No card is needed. During the trial: {tokens} tokens a day and up to {courses} courses.',
    {
      days: TRIAL.days,
      tokens: TRIAL.daily_tokens,
      courses: TRIAL.courses,
    },
  );

/** Words to look for, most particular first, and what is said when one of them is in the question. */
const TOPICS: readonly (readonly [words: RegExp, answer: () => string])[] = [
  [
    /refund|money back|cancel/i,
    () =>
      t('A subscription can be cancelled at any time, and its money is given back within {days} days of paying.', { days: REFUND_DAYS }),
  ],
  [/trial|try|test/i, trialAnswer],
  [/creator|teach|sell|earn/i, () => planAnswer('creator_pro')],
  [/business|compan|team|employee|universit|school|institution|corporate|enterprise|sales/i, institutionsAnswer],
  [/\bbasic\b/i, () => planAnswer('basic')],
  [/\bstandard\b/i, () => planAnswer('standard')],
  [/\bpremium\b/i, () => planAnswer('premium')],
  [/token|credit/i, tokensAnswer],
  [/price|cost|plan|pay|subscri|month|year|expensive|cheap|\$/i, pricesAnswer],
  [
    /free/i,
    () =>
      t('The {plan} has {daily} tokens a day, {monthly} tokens a month and one text course a month, without a card.', {
        plan: FREE_PLAN.name,
        daily: FREE_PLAN.daily_tokens,
        monthly: FREE_PLAN.monthly_tokens,
      }),
  ],
  [
    /ar\/?vr|\bar\b|\bvr\b|virtual|simulation/i,
    () => t('AR/VR simulations are part of the plans but not yet available; nothing is charged for them.'),
  ],
  [
    /vortex|mentor|tutor/i,
    () => t('Vortex is the tutoring part of the plans. How many sessions a plan has stands under Plans and prices.'),
  ],
  [/video|film|clip/i, () => t('Courses can have AI video. How much of it a plan has stands under Plans and prices.')],
  [
    /password|sign in|log ?in|account|register/i,
    () => t('Choose Sign in at the top of the page. With Get Started Free you make an account with your name, email and a password.'),
  ],
  [
    /privacy|data|gdpr|cookie|delete/i,
    () => t('What is kept about you, and how to have it deleted, is in the privacy policy at the foot of the page.'),
  ],
  [/language|translat/i, () => t('A course is written in the language you choose in the form.')],
  [/install|phone|mobile|app\b/i, () => t('It works in the browser on phones and computers. Install App is at the foot of the page.')],
  [
    /course|learn|how|work|generat|lesson|ai\b/i,
    () =>
      t('Describe what you want to learn. The outline appears first, then lesson after lesson, each readable as soon as it is finished.'),
  ],
  [/\bhi\b|hello|hey|thank/i, () => t('Hello. Ask about prices, the free trial, tokens, or how a course is written.')],
];

/** What the assistant says first. */
export const greeting = (): string =>
  t('Hello, I answer questions about {product}: prices, the free trial, tokens, or how a course is written.', { product: PRODUCT });

/**
 * A fixed answer by keyword, made here: nothing is sent (LAND-15). Every figure in it is the catalogue's.
 * @param question what was asked, in any words
 */
export function answerTo(question: string): string {
  const found = TOPICS.find(([words]) => words.test(question));
  return found
    ? found[1]()
    : t('I have no answer to that. I know about prices, the free trial, tokens, plans for teams, and how a course is written.');
}
