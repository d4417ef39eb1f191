import { isDelivered, type Part } from '#contract/platform/delivered-parts.ts';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import type { LibraryMatch } from '#contract/generation/topics.contract.ts';
import { COMPONENT_PARTS, courseCost, partCost, type CoursePart, type PartCost } from '#contract/generation/course-cost.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { quotaLeft, type TokenBalance } from '#frontend/lib/token-balance.ts';
import type { FormValues } from './form-values.ts';

export type Components = FormValues['ai_components'];

export interface Component {
  readonly name: keyof Components;
  readonly label: string;
  readonly hint: string;
  readonly cost: CoursePart;
  /** Whether a service provides it; otherwise it is off and costs nothing (G32). */
  readonly isAvailable: boolean;
}

const component = (part: Part, facts: Omit<Component, 'isAvailable' | 'cost'>): Component => ({
  ...facts,
  cost: COMPONENT_PARTS[facts.name],
  get isAvailable() {
    return isDelivered(part);
  },
});

/**
 * The contribution of each component to the estimate (BLD-17), with the hint of BLD-18. Product labels: veo3 films clips, imagen draws,
 * genie3 is AR/VR, vortex is the tutor.
 */
export const COMPONENTS: readonly Component[] = [
  component('course_clips', { name: 'veo3_enabled', label: 'Video clips', hint: '0.05–0.75 per second' }),
  component('imagen', { name: 'imagen_enabled', label: 'Images', hint: 'about 5 each' }),
  component('ar_vr', { name: 'genie3_enabled', label: 'AR/VR simulations', hint: 'about 0.50 each' }),
  component('vortex', { name: 'vortex_enabled', label: 'Tutor', hint: 'about 0.10 an interaction' }),
];

/** Whether the demo library has pictures, and a scene, of a topic. */
type Fits = LibraryMatch['fits'];

/** Tells whether the demo library has nothing for a part of a course: what it has shows something else. */
export const isOfNothing = (name: keyof Components, fits: Fits | undefined): boolean =>
  fits !== undefined && (name === 'genie3_enabled' ? !fits.scene : name !== 'vortex_enabled' && !fits.pictures);

/** The fields of the form that decide the cost. */
export type Chosen = Pick<FormValues, 'ai_components' | 'duration'> & Partial<Pick<FormValues, 'general_course'>>;
type Quotas = Pick<TokenBalance, 'quotas'>;

/** What one part costs this user on their plan; its price in tokens if the plan is unknown. */
export const costOf = (part: CoursePart, { duration }: Pick<Chosen, 'duration'>, balance: Quotas | undefined): PartCost =>
  partCost(part, duration, unitsOf(balance));

const unitsOf = (balance: Quotas | undefined) => (feature: QuotaName) => (balance ? quotaLeft(balance, feature) : 0);

/**
 * The text and every available component that is switched on: the estimate (BLD-17), and what the user needs to have the course written.
 */
export function estimateCost(chosen: Chosen, balance: Quotas | undefined, offered = COMPONENTS): Omit<PartCost, 'isCovered'> {
  const parts = offered.filter(({ name, isAvailable }) => chosen.ai_components[name] && isAvailable).map(({ cost }) => cost);
  return courseCost(parts, chosen.duration, unitsOf(balance), chosen.general_course);
}

/**
 * The larger of the user's balance and the organisation's pool, in hundredths of a token, because only one of them pays for the whole
 * course.
 */
const purseOf = ({ balance, organisation_available: pool }: TokenBalance): number => Math.max(balance, pool ?? 0) * 100;

/** Whether the account has enough tokens to have the course written. */
export const isWithinTokens = (chosen: Chosen, balance: TokenBalance): boolean => estimateCost(chosen, balance).usual <= purseOf(balance);

/** What the account pays to have a course written; a refusal names the same amount. */
export function payWords(chosen: Chosen, balance: Quotas | undefined): string {
  const { usual } = estimateCost(chosen, balance);
  if (usual === 0) return t('You pay no tokens to have it written.');
  return t('You pay at most {n} tokens to have it written.', { n: formatTokens(usual) });
}

/**
 * The chosen components except those that the account cannot afford, in the offered order. Components that cost nothing until used are
 * kept.
 */
export function withinTokens(chosen: Chosen, balance: TokenBalance): Components {
  const taken = { ...chosen.ai_components };
  for (const { name } of COMPONENTS) taken[name] = false;
  for (const { name, cost } of COMPONENTS) {
    const isFree = costOf(cost, chosen, balance).usual === 0;
    const withIt = { ...taken, [name]: true };
    if (chosen.ai_components[name] && (isFree || isWithinTokens({ ...chosen, ai_components: withIt }, balance))) taken[name] = true;
  }
  return taken;
}

/**
 * The components of the first course, whose short form has no switches: a refusal because of its pictures must not happen. If the plan pays
 * for the text, these are the components that it also covers and those that cost nothing unless used; if tokens pay, as many as they
 * suffice for.
 */
export function affordable(chosen: Chosen, balance: TokenBalance): Components {
  if (!costOf('base', chosen, balance).isCovered) return withinTokens(chosen, balance);
  const free = COMPONENTS.filter(({ name, cost }) => chosen.ai_components[name] && costOf(cost, chosen, balance).usual === 0);
  return Object.fromEntries(COMPONENTS.map((one) => [one.name, free.includes(one)])) as Components;
}

const COURSES = 'text_course';

export interface NextCourseInQuota {
  readonly number: number;
  readonly allowed: number;
  /** Whether the quota resets every month, unlike a trial's. */
  readonly isMonthly: boolean;
}

/** The position of the next course in the plan's quota (A12); null if none is left or the quota is unknown. */
export function nextCourseInQuota(balance: TokenBalance | undefined): NextCourseInQuota | null {
  const quota = balance?.quotas.find(({ name }) => name === COURSES);
  if (!balance || !quota || quotaLeft(balance, COURSES) === 0) return null;
  return { number: quota.used + quota.held + 1, allowed: quota.allowed, isMonthly: quota.resets_at !== null };
}
