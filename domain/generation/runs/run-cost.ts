import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';

/**
 * Returns the maximum cost of a course's text, in hundredths of a token. Pictures and clips are runs of their own with their own prices: a
 * course without them costs the base price.
 */
export const courseCost = (): number => COST_ESTIMATE.base;
