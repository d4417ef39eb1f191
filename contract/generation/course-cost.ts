import { TUTOR_SESSION, type QuotaName } from '#contract/billing/catalogue.ts';
import { clipPrice, isPaidByPlan, MAX_PICTURES, picturesPrice, type Price } from '#contract/billing/price.ts';
import { COST_ESTIMATE, type CourseForm } from './course-form.contract.ts';

/** Number of modules, and of lessons per module, by duration. */
export const COURSE_SHAPES: Readonly<Record<CourseForm['duration'], readonly [modules: number, lessons: number]>> = {
  '1 week intensive': [3, 3],
  '2 weeks': [4, 3],
  '1 month': [4, 4],
  '6 weeks': [6, 3],
  '3 months': [8, 3],
  '6 months': [10, 4],
  'custom-paced': [5, 3],
};

/** Length of a course's clip in seconds; installations that cannot join takes film half of it. */
export const COURSE_CLIP_SECONDS = 10;

/** The price of a course's whole text. */
export const COURSE_TEXT_PRICE: Price = { feature: 'text_course', units: 1, centitokens: COST_ESTIMATE.base };
/** Returns how many pictures a course may have: a cover and one per module. */
export const picturesOf = (duration: CourseForm['duration']): number => Math.min(MAX_PICTURES, 1 + COURSE_SHAPES[duration][0]);

/** A part of a course on the form, by the name of its cost estimate. */
export type CoursePart = keyof typeof COST_ESTIMATE;

export interface PartCost {
  /** The plan has units left for all of it, so it costs no tokens. */
  readonly isCovered: boolean;
  /** The maximum cost, in hundredths of a token: the specified estimate (BLD-17), or the reservation if higher. */
  readonly most: number;
  /** The reservation, in hundredths of a token: the price of this part for this duration. */
  readonly usual: number;
}

/**
 * Returns the cost of a part of a course of this duration, at the prices that runs reserve. The tutor reserves nothing: each of its answers
 * is charged when it is requested.
 * @param unitsLeft returns the units of a feature left in the plan
 */
export function partCost(part: CoursePart, duration: CourseForm['duration'], unitsLeft: (feature: QuotaName) => number): PartCost {
  const price = priceOf(part, duration);
  if (isPaidByPlan(price, unitsLeft(price.feature))) return { isCovered: true, most: 0, usual: 0 };
  const most = Math.max(COST_ESTIMATE[part], price.centitokens);
  return { isCovered: false, most, usual: part === 'tutor' ? 0 : price.centitokens };
}

/** The parts of a course besides its text, by the form component that turns each on. */
export const COMPONENT_PARTS = {
  veo3_enabled: 'video',
  imagen_enabled: 'images',
  genie3_enabled: 'ar_vr',
  vortex_enabled: 'tutor',
} as const satisfies Record<keyof CourseForm['ai_components'], CoursePart>;

/**
 * Returns the cost of a course's text and these parts, in hundredths of a token: the specified estimate, and the amount needed to have it
 * written. The form and refusals show the same amounts.
 * @param isGeneral the demo library's general lesson, for a topic it does not cover; other parts are not charged, because the learner did
 * not ask for that lesson (A31)
 */
export function courseCost(
  parts: readonly CoursePart[],
  duration: CourseForm['duration'],
  unitsLeft: (feature: QuotaName) => number,
  isGeneral = false,
): Omit<PartCost, 'isCovered'> {
  if (isGeneral) return { most: COST_ESTIMATE.base, usual: 0 };
  const costs = (['base', ...parts] as const).map((part) => partCost(part, duration, unitsLeft));
  const sum = (of: 'most' | 'usual') => costs.reduce((total, cost) => total + cost[of], 0);
  return { most: sum('most'), usual: sum('usual') };
}

function priceOf(part: CoursePart, duration: CourseForm['duration']): Price {
  switch (part) {
    case 'base':
      return COURSE_TEXT_PRICE;
    case 'video':
      return clipPrice('fast', COURSE_CLIP_SECONDS);
    case 'images':
      return picturesPrice(picturesOf(duration));
    case 'ar_vr':
      return { feature: 'ar_vr_simulation', units: 1, centitokens: COST_ESTIMATE.ar_vr };
    case 'tutor':
      return { feature: 'vortex_session', units: 1, centitokens: TUTOR_SESSION.answers * TUTOR_SESSION.answer_centitokens };
  }
}
