import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { FREE_PLAN, ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES, TRIAL, type Plan, type Tier } from '#contract/billing/catalogue.ts';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS, REFUND_ONCE_IN_MONTHS } from '#contract/billing/refund-policy.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { SERVICES } from '#contract/platform/ai-services.ts';
import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { PRODUCT } from '#contract/product.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { connectedServices, isDemo, SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';

const price = (cents: number): string => formatPrice(cents / 100);

const plansOf = (tier: Tier) =>
  (['month', 'year'] as const).map((interval) => PLANS.find((plan) => plan.tier === tier && plan.interval === interval)!) as [Plan, Plan];

const pricesAnswer = (): string =>
  t('Basic is {basic}, Standard {standard}, Premium {premium}. A year costs ten months, and you can begin free.', {
    basic: bothPrices('basic'),
    standard: bothPrices('standard'),
    premium: bothPrices('premium'),
  });

const institutionsAnswer = (): string =>
  t('Prices a year: {plans}. Choose Contact Sales under Plans and prices.', {
    plans: ORGANISATION_PLANS.map((plan) => `${plan.name} ${price(plan.amount_cents)}`).join(', '),
  });

const tokensAnswer = (): string =>
  t(
    'A text course costs tokens. Everyone gets {daily} tokens a day and {monthly} tokens a month free. Packages cost from {first}, for {amount} tokens, to {last}, and do not expire.',
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
    'Yearly Basic, Standard and Premium plans begin with {days} free days, and no card is needed. During the trial you have {tokens} tokens a day and up to {courses} courses. Everyone can have one trial, after confirming their email address.',
    {
      days: TRIAL.days,
      tokens: TRIAL.daily_tokens,
      courses: TRIAL.courses,
    },
  );

const freeAnswer = (): string =>
  t('The {plan} has {daily} tokens a day, {monthly} tokens a month and one text course a month, without a card.', {
    plan: FREE_PLAN.name,
    daily: FREE_PLAN.daily_tokens,
    monthly: FREE_PLAN.monthly_tokens,
  });

/** Matches any of these as whole words, because 'learn' contains 'earn' and 'country' contains 'try'. */
const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Patterns, most specific first, each with the answer to questions that match. */
const TOPICS: readonly (readonly [found: RegExp, answer: () => string])[] = [
  [
    words('(delet(e|es|ed|ing)|clos(e|es|ed|ing)|remov(e|es|ed|ing)) (my|an|the|your|our) accounts?', 'account deletion'),
    () =>
      t('Sign in, open Account and choose Delete the account. For {days} days you can keep it after all by signing in.', {
        days: DELETION_GRACE_DAYS,
      }),
  ],
  [
    words('refund(s|ed)?', 'money back', 'cancel(s|led|ling|lation)?'),
    () =>
      `${t(
        'A subscription can be cancelled at any time on the Billing page, and its money is given back there within {days} days of paying, once in {months} months.',
        { days: REFUND_DAYS, months: REFUND_ONCE_IN_MONTHS },
      )} ${t('Your usage so far is deducted at list prices.')} ${t(
        'A marketplace course can be refunded within {n} days, until you have opened {percent}% of its lessons or exported it; at most {courses} courses in twelve months, by account and by payment method.',
        { n: REFUND_DAYS, percent: REFUND_BELOW_PERCENT, courses: COURSE_REFUNDS },
      )}`,
  ],
  [
    words('(credit|debit|bank) cards?', '(need|give|enter|have|use|without|no)( (a|my|any|your))? cards?'),
    () =>
      t('No card is needed for the {plan} or the free trial. You give one only when you pay, on the page of Stripe.', {
        plan: FREE_PLAN.name,
      }),
  ],
  [
    words('pay ?pal', '(apple|google) pay', 'payment (methods?|options?)', '(ways?|how) (to|can i|do i) pay', 'bank transfers?'),
    () => t('Payments are taken by Stripe. Its payment page shows which ways to pay there are for you before anything is charged.'),
  ],
  [
    words('discounts?', 'coupons?', 'vouchers?', 'promo(tion)? codes?'),
    () =>
      t('There are no discounts, for students neither. A year costs ten months, and the {plan} costs nothing.', { plan: FREE_PLAN.name }),
  ],
  [
    words('tokens? .*(run|ran|are|is) out', '(run|runs|running|ran|am|are) out of tokens?', 'tokens? .*used up', 'no (more )?tokens'),
    () =>
      t(
        'When they are used up nothing is charged, and nothing new is written until your plan brings more or you buy some. Your courses stay.',
      ),
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
  [words('free'), freeAnswer],
  [
    words('ar ?/? ?vr', 'ar', 'vr', '(virtual|augmented) reality', 'simulations?'),
    () =>
      isDelivered('ar_vr')
        ? t('Courses can have AR/VR simulations. How many a plan has stands under Plans and prices.')
        : t('AR/VR simulations are part of the plans but not yet available; nothing is charged for them.'),
  ],
  [
    words('vortex', 'mentor(s|ing)?', 'tutor(s|ing)?'),
    () =>
      isDelivered('vortex')
        ? t('Vortex is the tutoring part of the plans. How many sessions a plan has stands under Plans and prices.')
        : t('AI mentors answer questions about your lessons. Vortex, the tutoring part of the plans, is not yet available.'),
  ],
  [
    words('videos?', 'clips?'),
    () =>
      isDelivered('video')
        ? t('Courses can have AI video. How much of it a plan has stands under Plans and prices.')
        : t('AI video is part of the plans but not yet available; nothing is charged for it.'),
  ],
  [
    words('images?', 'pictures?', 'visuals?', 'imagen'),
    () =>
      isDelivered('imagen')
        ? t('Courses can have Imagen visuals. How many a plan has stands under Plans and prices.')
        : t('Imagen visuals are part of the plans but not yet available; nothing is charged for them.'),
  ],
  [
    words('privacy', 'gdpr', 'cookies?', 'delet(e|es|ed|ing)', '(my|our|your|personal) data', 'data (protection|privacy|about me)'),
    () => t('What is kept about you, and how to have it deleted, is in the privacy policy at the foot of the page.'),
  ],
  [
    words('(forg(et|ot|otten)|lost|lose|reset(ting)?)( \\p{L}+){0,2} passwords?', 'passwords? .*(forgotten|lost|reset)'),
    () => t('Choose Sign in at the top of the page, then Forgot your password? A link to choose a new one is mailed to you.'),
  ],
  [
    words('passwords?', 'sign (in|up)', 'log ?in', 'accounts?', 'register'),
    () => t('Choose Sign in at the top of the page. With Get Started Free you make an account with your name, email and a password.'),
  ],
  [
    words('certificat(e|es|ion|ions)', 'diplomas?', 'accredit(ed|ation)'),
    () =>
      t(
        'When you have completed all lessons of a course, you can have a certificate with a public page. It certifies only that; some courses also require a passed final test.',
      ),
  ],
  [
    words('ai (models?|services?|engines?)', '(which|what) (models?|llms?|ai)', 'llms?', 'chat ?gpt', 'gpt', ...SERVICES),
    () => {
      if (isDemo()) return t('No AI service is connected here. The courses are from the demo library: people wrote and checked them.');
      const connected = connectedServices();
      return t(
        '{n, plural, =0 {No AI service is connected yet.} =1 {One service writes the courses: {services}.} =2 {Up to two services write a course together: {services}. When one is away, the other takes its part.} =3 {Up to three services write a course together: {services}. When one is away, another that can be reached takes its part.} other {Up to four services write a course together: {services}. When one is away, another that can be reached takes its part.}}',
        { n: connected.length, services: connected.map((service) => SERVICE_NAMES[service]).join(', ') },
      );
    },
  ],
  [
    words('languages?', 'translat(e|es|ed|ions?)'),
    () =>
      t('A course is written in the language you choose in the form, one of {n}. A lesson that did not come out in it says so.', {
        n: FORM_OPTIONS.language_preference.length,
      }),
  ],
  [
    words('install', 'phones?', 'mobile', 'apps?'),
    () => t('It works in the browser on phones and computers. Install App is at the foot of the page.'),
  ],
  [
    words('courses?', 'learn(s|ing)?', 'study', 'lessons?', 'works?', 'how (does|do) (it|this|you)', 'generat(e|es|ed|ing)', 'ai'),
    () =>
      t('Describe what you want to learn. The outline appears first, then lesson after lesson, each readable as soon as it is finished.'),
  ],
  [words('thanks?', 'thank you', 'thx'), () => t('You are welcome.')],
  [words('hi', 'hello', 'hey'), () => t('Hello. Ask about prices, the free trial, tokens, or how a course is written.')],
];

/** The assistant's first message. */
export const greeting = (): string =>
  t('Hello, I answer questions about {product}: prices, the free trial, tokens, or how a course is written.', { product: PRODUCT });

/**
 * Returns a fixed answer by keyword, computed locally: nothing is sent (LAND-15). Every figure in it comes from the catalogue.
 * @param question the visitor's question, in any words
 */
export function answerTo(question: string): string {
  const topic = TOPICS.find(([found]) => found.test(question));
  return topic
    ? topic[1]()
    : t('I have no answer to that. I know about prices, the free trial, tokens, plans for teams, and how a course is written.');
}

/** Describes a plan, monthly and yearly, with its features. */
function planAnswer(tier: Tier): string {
  const [month] = plansOf(tier);
  return t('{name} is {prices}: {contents}.', {
    name: month.name,
    prices: bothPrices(tier),
    contents: month.features.map((feature) => (namesUndelivered(feature) ? `${feature} (${t('not yet available')})` : feature)).join(', '),
  });
}

/** `$15/month or $150/year` (LAND-16). */
function bothPrices(tier: Tier): string {
  const [month, year] = plansOf(tier);
  return t('{month}/month or {year}/year', { month: price(month.amount_cents), year: price(year.amount_cents) });
}
