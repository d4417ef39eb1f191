import { isDelivered, type Part } from '#contract/platform/delivered-parts.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { quotaLeft, type TokenBalance } from '#frontend/lib/token-balance.ts';
import type { FormValues } from './form-values.ts';

export type Components = FormValues['ai_components'];

export interface Component {
  readonly name: keyof Components;
  readonly label: string;
  readonly hint: string;
  /** Hundredths of a token. */
  readonly cost: number;
  /** When no service provides it, it is off and costs nothing (G32). */
  readonly isAvailable: boolean;
}

const component = (part: Part, facts: Omit<Component, 'isAvailable'>): Component => ({
  ...facts,
  get isAvailable() {
    return isDelivered(part);
  },
});

/**
 * What each component adds to the estimate (BLD-17), with the hint of BLD-18. Product labels: veo3 films clips, imagen draws, genie3 is AR/VR,
 * vortex is the tutor.
 */
export const COMPONENTS: readonly Component[] = [
  component('course_clips', { name: 'veo3_enabled', label: 'Video clips', hint: '0.05–0.75 per second', cost: COST_ESTIMATE.video }),
  component('imagen', { name: 'imagen_enabled', label: 'Images', hint: 'about 5 each', cost: COST_ESTIMATE.images }),
  component('ar_vr', { name: 'genie3_enabled', label: 'AR/VR simulations', hint: 'about 0.50 each', cost: COST_ESTIMATE.ar_vr }),
  component('vortex', { name: 'vortex_enabled', label: 'Tutor', hint: 'about 0.10 an interaction', cost: COST_ESTIMATE.tutor }),
];

/** The estimate in hundredths of a token: the text, unless it counts against the plan, and each available component that is on. */
export const estimateCost = (components: Components, isTextCounted = false, offered = COMPONENTS): number =>
  offered.reduce<number>(
    (sum, { name, cost, isAvailable }) => sum + (components[name] && isAvailable ? cost : 0),
    isTextCounted ? 0 : COST_ESTIMATE.base,
  );

/** The larger of the user's balance and the organisation's pool, in hundredths of a token: one of the two pays for the whole course. */
const purseOf = ({ balance, organisation_available: pool }: TokenBalance): number => Math.max(balance, pool ?? 0) * 100;

/**
 * The components that the tokens suffice for beside the text, in the offered order: the first course must not be refused because of its
 * pictures.
 */
export function affordable(components: Components, balance: TokenBalance): Components {
  const isTextCounted = nextCourseInQuota(balance) !== null;
  const taken = { ...components };
  for (const { name } of COMPONENTS) taken[name] = false;
  for (const { name } of COMPONENTS) {
    taken[name] = components[name];
    if (estimateCost(taken, isTextCounted) > purseOf(balance)) taken[name] = false;
  }
  return taken;
}

const COURSES = 'text_course';

export interface NextCourseInQuota {
  readonly number: number;
  readonly allowed: number;
  /** Resets every month; a trial does not. */
  readonly isMonthly: boolean;
}

/** The position of the next course in the plan's quota (A12); null when none is left, or it is unknown. */
export function nextCourseInQuota(balance: TokenBalance | undefined): NextCourseInQuota | null {
  const quota = balance?.quotas.find(({ name }) => name === COURSES);
  if (!balance || !quota || quotaLeft(balance, COURSES) === 0) return null;
  return { number: quota.used + quota.held + 1, allowed: quota.allowed, isMonthly: quota.resets_at !== null };
}
