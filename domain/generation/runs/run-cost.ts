import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';

/**
 * What the text of a course may cost at most, in hundredths of a token. What is drawn and filmed beside it are runs of their own, each with its
 * own price: a course that nobody asks to illustrate costs what it always did.
 */
export const courseCost = (): number => COST_ESTIMATE.base;
