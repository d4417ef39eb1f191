import {
  FREE_PLAN,
  ORGANISATION_PLANS,
  PLANS,
  REFUND_DAYS,
  REFUND_ONCE_IN_MONTHS,
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

/** Any of these as whole words: 'learn' is no 'earn', and a country no 'try'. */
const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** What is looked for, most particular first, and what is said when it is in the question. */
const TOPICS: readonly (readonly [found: RegExp, answer: () => string])[] = [
  [
    words('refund(s|ed)?', 'money back', 'cancel(s|led|ling|lation)?'),
    () =>
      t('A subscription can be cancelled at any time, and its money is given back within {days} days of paying, once in {months} months.', {
        days: REFUND_DAYS,
        months: REFUND_ONCE_IN_MONTHS,
      }),
  ],
  [words('trials?', 'try', 'trying', 'test (it|this|you)', 'test drive'), trialAnswer],
  [words('creators?', 'teach(es|ing|ers?)?', 'sell(s|ing|ers?)?', 'earn(s|ing|ings)?'), () => planAnswer('creator_pro')],
  [
    words(
      '(small|my|our|for) business(es)?',
      'compan(y|ies)',
      'teams?',
      'employees?',
      'universit(y|ies)',
      'schools?',
      'institutions?',
      'corporate',
      'enterprise',
      'contact sales',
    ),
    institutionsAnswer,
  ],
  [words('basic'), () => planAnswer('basic')],
  [words('standard'), () => planAnswer('standard')],
  [words('premium'), () => planAnswer('premium')],
  [words('tokens?', 'credits?'), tokensAnswer],
  [
    words(
      'pric(e|es|ed|ing)',
      'costs?',
      'how much',
      'plans?',
      'pay(s|ing|ments?)?',
      'paid',
      'subscri(be|bes|bed|ptions?)',
      'monthly',
      'yearly',
      '(per|a|each) (month|year)',
      'expensive',
      'cheap(er)?',
      'dollars?',
    ),
    pricesAnswer,
  ],
  [
    words('free'),
    () =>
      t('The {plan} has {daily} tokens a day, {monthly} tokens a month and one text course a month, without a card.', {
        plan: FREE_PLAN.name,
        daily: FREE_PLAN.daily_tokens,
        monthly: FREE_PLAN.monthly_tokens,
      }),
  ],
  [
    words('ar ?/? ?vr', 'ar', 'vr', '(virtual|augmented) reality', 'simulations?'),
    () => t('AR/VR simulations are part of the plans but not yet available; nothing is charged for them.'),
  ],
  [
    words('vortex', 'mentor(s|ing)?', 'tutor(s|ing)?'),
    () => t('Vortex is the tutoring part of the plans. How many sessions a plan has stands under Plans and prices.'),
  ],
  [words('videos?', 'clips?'), () => t('Courses can have AI video. How much of it a plan has stands under Plans and prices.')],
  [
    words('privacy', 'gdpr', 'cookies?', 'delet(e|es|ed|ing)', '(my|our|your|personal) data', 'data (protection|privacy|about me)'),
    () => t('What is kept about you, and how to have it deleted, is in the privacy policy at the foot of the page.'),
  ],
  [
    words('passwords?', 'sign (in|up)', 'log ?in', 'accounts?', 'register'),
    () => t('Choose Sign in at the top of the page. With Get Started Free you make an account with your name, email and a password.'),
  ],
  [words('languages?', 'translat(e|es|ed|ions?)'), () => t('A course is written in the language you choose in the form.')],
  [
    words('install', 'phones?', 'mobile', 'apps?'),
    () => t('It works in the browser on phones and computers. Install App is at the foot of the page.'),
  ],
  [
    words('courses?', 'learn(s|ing)?', 'study', 'lessons?', 'works?', 'how (does|do) (it|this|you)', 'generat(e|es|ed|ing)', 'ai'),
    () =>
      t('Describe what you want to learn. The outline appears first, then lesson after lesson, each readable as soon as it is finished.'),
  ],
  [words('hi', 'hello', 'hey', 'thanks?'), () => t('Hello. Ask about prices, the free trial, tokens, or how a course is written.')],
];

/** What the assistant says first. */
export const greeting = (): string =>
  t('Hello, I answer questions about {product}: prices, the free trial, tokens, or how a course is written.', { product: PRODUCT });

/**
 * A fixed answer by keyword, made here: nothing is sent (LAND-15). Every figure in it is the catalogue's.
 * @param question what was asked, in any words
 */
export function answerTo(question: string): string {
  const topic = TOPICS.find(([found]) => found.test(question));
  return topic
    ? topic[1]()
    : t('I have no answer to that. I know about prices, the free trial, tokens, plans for teams, and how a course is written.');
}
