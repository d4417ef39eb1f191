import { PRODUCT } from '#contract/product.ts';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { TRIAL_DAYS } from '#contract/billing/catalogue.ts';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS, REFUND_ONCE_IN_MONTHS } from '#contract/billing/refund-policy.ts';
import { TERMS_VERSION } from '#contract/identity/terms-version.ts';
import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { LIST_PRICES } from '#frontend/features/legal/list-prices.ts';
import { englishDay } from '#frontend/lib/served-dates.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';

/**
 * The Terms and Conditions: twelve numbered sections (HELP-03).
 * @param pricing address of the page with the actual prices
 */
export const termsPage = (pricing: string): LegalPage => ({
  title: 'Terms and Conditions',
  description: `The terms under which ${PRODUCT} may be used: accounts, plans, payments, refunds, age rules and conduct.`,
  updated: englishDay(TERMS_VERSION),
  opening: [
    `These terms are between you and the operator of this installation of ${PRODUCT}. They apply from the moment you create an account, which you can do only after accepting them.`,
  ],
  sections: [
    {
      title: 'The service',
      body: [
        `${PRODUCT} writes courses on demand with several AI services, and keeps them for you to read and learn with. Some features in these terms, such as live coaching, events and degree programs, are offered only where the operator provides them.`,
      ],
    },
    {
      title: 'Your account',
      body: [
        'You need a valid email address, your name, and a password that nobody else knows. One account is for one person. You are responsible for what happens under it; you can see where you are signed in and end any session.',
        `You can delete your account. It is deleted ${DELETION_GRACE_DAYS} days after you ask for it; until then signing in again lets you keep it.`,
      ],
    },
    {
      title: 'Plans, trials and tokens',
      body: [
        `You can use ${PRODUCT} free, within a daily and a monthly allowance of tokens. Paid plans add tokens and contents each month. Yearly plans that have a trial start with ${TRIAL_DAYS} days free, once per person and without a card.`,
        'Tokens pay for work that was delivered: a course that failed, or that you stop without keeping anything, costs nothing. Tokens of an allowance end with its day or month. Tokens you buy do not expire. Tokens are not money and cannot be paid out.',
      ],
    },
    {
      title: 'List prices',
      body: [
        { rows: LIST_PRICES.map(({ group, items }) => [group, items.join('; ')] as const) },
        `The price shown at checkout is the price you pay; current plan prices are on the [pricing page](${pricing}).`,
      ],
    },
    {
      title: 'Payment, renewal and refunds',
      body: [
        'Payments are taken by Stripe; card numbers never reach this service. A plan renews by itself at the end of its month or year until you cancel it, and stays yours to the end of what is paid.',
        `Subscriptions are refunded within ${REFUND_DAYS} days of payment. Coaching and event fees are not refundable unless canceled by the provider.`,
        `You can ask for such a refund yourself once in ${REFUND_ONCE_IN_MONTHS} months; the unspent tokens of what you paid for go with it. A plan ends when it, or what was paid to raise it, is refunded. What the law gives you besides is not limited by this.`,
        `A course bought from a creator is refunded once, within ${REFUND_DAYS} days, as long as you have opened less than ${REFUND_BELOW_PERCENT}% of its lessons and have not exported it. This is possible for ${COURSE_REFUNDS} courses in ${REFUND_ONCE_IN_MONTHS} months, by account and by payment method.`,
      ],
    },
    {
      title: 'Courses written by AI',
      body: [
        'Courses are written by machines and can be wrong. Check anything you rely on, above all in matters of health, law, money and safety. A course shows whether its lessons were checked by a second service.',
        'You may use the courses written for you as you like, as far as the law of your country lets you. You may not pass them off as reviewed by a teacher when they were not.',
      ],
    },
    {
      title: 'Live coaching and events',
      body: [
        'Coaching and events are for people aged 18 or older, unless a parent has given consent. They are held by providers who answer for them; a provider who cancels gives the fee back.',
      ],
    },
    {
      title: 'Creators',
      body: [
        `Creators earn ${CREATOR_PERCENT}% of the revenue of their live coaching and of the courses they sell. Refunds are taken off the same way. Creators own what they make and answer for it; by publishing it they let others on this service learn with it.`,
      ],
    },
    {
      title: 'Age',
      body: [
        'Children under 13 may use the service only with the authorization of their school or a parent. Location features are off by default for minors. Where no year of birth is given, location, community and leaderboard features treat a person as a minor.',
      ],
    },
    {
      title: 'Conduct',
      body: [
        {
          points: [
            'Do not ask for, publish or share what is unlawful, or what harasses, deceives or endangers others.',
            'Do not try to get at other people’s accounts or data, or to overload the service or get around its limits.',
            'Do not resell accounts, seats or tokens.',
          ],
        },
        'Whoever breaks these rules can be shut out, after a warning where one is reasonable.',
      ],
    },
    {
      title: 'Degree programs and accreditation',
      body: [
        'Where the operator offers degree programs described as accredited (MSCHE), their conditions are those of the institution that awards the degree. Finishing a course here is not in itself a degree, a credit or a license. See [accreditation](/accreditation-info).',
      ],
    },
    {
      title: 'Liability, changes and law',
      body: [
        'The service is provided as it is. The operator is liable for intent and gross negligence, and otherwise only as far as the law demands it; your rights as a consumer are not limited by these terms.',
        'When these terms change, the date at their head changes. The operator tells you before a change that takes something from you, and you can leave. What is kept about you is described in the [privacy policy](/privacy-policy).',
      ],
    },
  ],
});
