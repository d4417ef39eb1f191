import type { QuotaName } from '#contract/platform/named-parts.ts';
import { CREATOR_PERCENT } from './creator-share.ts';

/**
 * The one price list (decision G01). Landing page, plan screens, dialogs, the assistant's answers, the packages endpoints, Stripe's objects
 * and the terms' sentence read it; no other file contains a price. Money is integer US cents, tokens are whole tokens (the ledger counts
 * hundredths). Orders store `CATALOGUE_VERSION` and their cents, so a later change never alters an old order.
 */
export const CATALOGUE_VERSION = 1;

/** A plan's quotas per period, besides tokens. `delivered-parts.ts` says which features exist yet (A18). */
export type Quotas = Readonly<Record<QuotaName, number>>;
export type { QuotaName };

export const TIERS = ['basic', 'standard', 'premium', 'creator_pro'] as const;
export type Tier = (typeof TIERS)[number];
export type Interval = 'month' | 'year';

/** A plan for individuals. Tokens and quotas are per month, even with yearly billing (A08). */
export interface Plan {
  readonly id: string;
  readonly tier: Tier;
  readonly name: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly interval: Interval;
  /** Days of free trial without a card; 0 if there is none. */
  readonly trial_days: number;
  readonly tokens: number;
  readonly quotas: Quotas;
  readonly popular: boolean;
  readonly features: readonly string[];
}

interface TierTerms {
  readonly name: string;
  readonly description: string;
  readonly monthly_cents: number;
  readonly yearly_trial_days: number;
  readonly tokens: number;
  readonly quotas: Quotas;
  readonly popular: boolean;
  readonly features: readonly string[];
}

/** A year costs as much as ten months. */
const MONTHS_PAID_PER_YEAR = 10;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** How long the trial of a yearly plan lasts, in days. */
export const TRIAL_DAYS = 7;

const TERMS: Readonly<Record<Tier, TierTerms>> = {
  basic: {
    name: 'Basic',
    description: 'For a first subject, at your own pace.',
    monthly_cents: 1_500,
    yearly_trial_days: TRIAL_DAYS,
    tokens: 250,
    quotas: { text_course: 4, video_seconds: MINUTE, vortex_session: 1, ar_vr_simulation: 0, imagen_visual: 0, mentor_answer: 60 },
    popular: false,
    features: ['250 tokens', '4 text courses', '1 one-minute AI video', '1 Vortex session', 'Marketplace access to $5-$10 courses'],
  },
  standard: {
    name: 'Standard',
    description: 'For steady learning across several subjects.',
    monthly_cents: 3_000,
    yearly_trial_days: TRIAL_DAYS,
    tokens: 600,
    quotas: {
      text_course: 10,
      video_seconds: 2 * 5 * MINUTE,
      vortex_session: 3,
      ar_vr_simulation: 1,
      imagen_visual: 0,
      mentor_answer: 200,
    },
    popular: true,
    features: ['600 tokens', '10 text courses', '2 five-minute AI videos', '3 Vortex sessions', '1 AR/VR simulation'],
  },
  premium: {
    name: 'Premium',
    description: 'For people who learn every day.',
    monthly_cents: 5_000,
    yearly_trial_days: TRIAL_DAYS,
    tokens: 1_400,
    quotas: { text_course: 24, video_seconds: 3 * HOUR, vortex_session: 7, ar_vr_simulation: 2, imagen_visual: 10, mentor_answer: 600 },
    popular: false,
    features: [
      '1,400 tokens',
      '24 text courses',
      '3 one-hour AI videos',
      '7 Vortex sessions',
      '2 AR/VR simulations',
      '10 Imagen visuals',
      'Achievement badges',
    ],
  },
  creator_pro: {
    name: 'Creator Pro',
    description: 'For people who teach and sell their courses.',
    monthly_cents: 24_000,
    // a trial must not include a role that gets payouts
    yearly_trial_days: 0,
    tokens: 3_500,
    quotas: { text_course: 61, video_seconds: 7 * HOUR, vortex_session: 76, ar_vr_simulation: 19, imagen_visual: 38, mentor_answer: 1_500 },
    popular: false,
    features: [
      '3,500 tokens',
      '61 courses',
      '7 one-hour AI videos',
      '76 Vortex sessions',
      '19 AR/VR simulations',
      '38 Imagen visuals',
      `${CREATOR_PERCENT}% revenue share`,
    ],
  },
};

function planOf(tier: Tier, interval: Interval): Plan {
  const { monthly_cents, yearly_trial_days, ...terms } = TERMS[tier];
  const yearly = interval === 'year';
  return {
    ...terms,
    id: `${tier}_${yearly ? 'yearly' : 'monthly'}`,
    tier,
    interval,
    amount_cents: yearly ? monthly_cents * MONTHS_PAID_PER_YEAR : monthly_cents,
    trial_days: yearly ? yearly_trial_days : 0,
  };
}

/** All plans for individuals, monthly ones first. */
export const PLANS: readonly Plan[] = [...TIERS.map((tier) => planOf(tier, 'month')), ...TIERS.map((tier) => planOf(tier, 'year'))];

const NO_QUOTAS = { text_course: 0, video_seconds: 0, vortex_session: 0, ar_vr_simulation: 0, imagen_visual: 0, mentor_answer: 0 };

/** The allowance of a user without a plan (G17), and what the trial adds (G04). Tokens are granted daily and monthly, by UTC date. */
export const FREE_PLAN = {
  id: 'free',
  name: 'Free Plan',
  daily_tokens: 5,
  monthly_tokens: 40,
  quotas: { ...NO_QUOTAS, text_course: 1, video_seconds: 10, mentor_answer: 20 } satisfies Quotas,
  /** Maximum length of a clip, even if tokens pay for it (A35); paid plans film every length. */
  clip_seconds: 10,
} as const;
/**
 * Prices beyond the plan's quota, in hundredths of a token: a mentor's answer or a grade; a second of a clip by mode (VID-09); a picture
 * (BLD-18).
 */
export const MENTOR_ANSWER_CENTITOKENS = 25;
/**
 * A Vortex tutor session: the number of its answers, and the price of each (BLD-18) when the plan has no session left to pay for all of
 * them.
 */
export const TUTOR_SESSION = { answers: 25, answer_centitokens: 10 } as const;
export const VIDEO_RATES = { fast: 40, quality: 75 } as const;
export const PICTURE_CENTITOKENS = 500;
export const TRANSLATION_RATES = { lesson: 100 } as const;
/**
 * A minute of an audio course, in hundredths of a token: synthesising and transcribing it costs $0.021, and a token of the largest package
 * is $0.048.
 */
export const AUDIO_CENTITOKENS = 50;
/** Flash cards of a lesson. */
export const CARD_CENTITOKENS = 10;
/** Price of a seat at a paid event. */
export const EVENT_PRICE_CENTS = 1_000;
export const TRIAL = { days: TRIAL_DAYS, daily_tokens: 20, courses: 8 } as const;

/** A plan for organisations: one bundle price a year, pooled tokens, a fixed number of seats. */
export interface OrganisationPlan {
  readonly id: string;
  readonly audience: 'commercial' | 'university';
  readonly name: string;
  readonly amount_cents: number;
  readonly interval: 'year';
  readonly tokens: number;
  readonly seats: number;
  readonly seat_noun: string;
  /** `contract`: an operator records the signed order (G16, A06). */
  readonly sold_by: 'checkout' | 'contract';
  readonly features: readonly string[];
}

/**
 * Formats a whole number as in English. `toLocaleString` would do the same, but its first use of a locale takes a browser some 15 ms, and
 * every page builds this catalogue.
 */
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

const organisation = (plan: Omit<OrganisationPlan, 'interval' | 'features' | 'seat_noun'>): OrganisationPlan => {
  const seat_noun = plan.audience === 'commercial' ? 'employee accounts' : 'student licenses';
  const tokens = plan.tokens >= 1_000_000 ? `${plan.tokens / 1_000_000}M tokens` : `${grouped(plan.tokens)} tokens`;
  return { ...plan, interval: 'year', seat_noun, features: [tokens, `${grouped(plan.seats)} ${seat_noun}`] };
};

export const ORGANISATION_PLANS: readonly OrganisationPlan[] = [
  organisation({
    id: 'small_business',
    audience: 'commercial',
    name: 'Small Business',
    amount_cents: 500_000,
    tokens: 10_000,
    seats: 50,
    sold_by: 'checkout',
  }),
  organisation({
    id: 'corporate_starter',
    audience: 'commercial',
    name: 'Corporate Starter',
    amount_cents: 2_500_000,
    tokens: 50_000,
    seats: 200,
    sold_by: 'contract',
  }),
  organisation({
    id: 'enterprise',
    audience: 'commercial',
    name: 'Enterprise',
    amount_cents: 10_000_000,
    tokens: 200_000,
    seats: 1_000,
    sold_by: 'contract',
  }),
  organisation({
    id: 'academic_starter',
    audience: 'university',
    name: 'Academic Starter',
    amount_cents: 5_000_000,
    tokens: 100_000,
    seats: 500,
    sold_by: 'contract',
  }),
  organisation({
    id: 'university_pro',
    audience: 'university',
    name: 'University Pro',
    amount_cents: 25_000_000,
    tokens: 500_000,
    seats: 5_000,
    sold_by: 'contract',
  }),
  organisation({
    id: 'university_elite',
    audience: 'university',
    name: 'University Elite',
    amount_cents: 100_000_000,
    tokens: 2_000_000,
    seats: 20_000,
    sold_by: 'contract',
  }),
];

/** Tokens from a one-time purchase; they do not expire (A07). */
export interface TokenPackage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly tokens: number;
  readonly bonus_tokens: number;
  readonly popular: boolean;
}

export const TOKEN_PACKAGES: readonly TokenPackage[] = [
  tokenPackage({ amount_cents: 999, tokens: 100, bonus_tokens: 0, name: 'Starter' }),
  tokenPackage({ amount_cents: 2_499, tokens: 300, bonus_tokens: 30, name: 'Regular', popular: true }),
  tokenPackage({ amount_cents: 4_999, tokens: 700, bonus_tokens: 100, name: 'Plus' }),
  tokenPackage({ amount_cents: 9_999, tokens: 1_500, bonus_tokens: 300, name: 'Large' }),
  tokenPackage({ amount_cents: 14_999, tokens: 2_500, bonus_tokens: 600, name: 'Largest' }),
];

function tokenPackage(given: Omit<TokenPackage, 'id' | 'description' | 'popular'> & { popular?: boolean }): TokenPackage {
  const description = `${grouped(given.tokens + given.bonus_tokens)} tokens, never expire`;
  return { ...given, id: `tokens_${given.tokens}`, description, popular: given.popular ?? false };
}

/** Returns the value of tokens in whole cents, at the rate of the smallest package (0013). */
export function usedTokensCents(centitokens: number): number {
  const [{ amount_cents, tokens, bonus_tokens }] = TOKEN_PACKAGES as [TokenPackage];
  return Math.floor((centitokens * amount_cents) / (100 * (tokens + bonus_tokens)));
}

export const planById = (id: string): Plan | undefined => PLANS.find((plan) => plan.id === id);
export const organisationPlanById = (id: string): OrganisationPlan | undefined => ORGANISATION_PLANS.find((plan) => plan.id === id);
export const tokenPackageById = (id: string): TokenPackage | undefined => TOKEN_PACKAGES.find((pack) => pack.id === id);
/** Returns the token package with this number of base tokens (G10): the client never sets a price. */
export const tokenPackageByAmount = (tokens: number): TokenPackage | undefined => TOKEN_PACKAGES.find((pack) => pack.tokens === tokens);

/** Returns how much a yearly plan saves against twelve monthly payments, in cents (G03): two months' price. Null for a monthly plan. */
export function yearlySaving(plan: Plan): number | null {
  return plan.interval === 'year' ? 12 * TERMS[plan.tier].monthly_cents - plan.amount_cents : null;
}

/** Returns the price per month in whole dollars, rounded, for a yearly plan's card. */
export const dollarsPerMonth = (plan: Plan): number => Math.round(plan.amount_cents / 100 / (plan.interval === 'year' ? 12 : 1));

/** Price limits of a marketplace course, in cents; it may also be free. Basic promises courses from $5 (PLAN-01). */
export const COURSE_PRICE = { lowest_cents: 500, highest_cents: 20_000 } as const;
