import { COST_ESTIMATE } from './course-form.contract.ts';

/** Returns these lessons' share of a cost, rounded down in the learner's favour. */
export const shareOf = (cost: number, lessons: number, ofLessons: number): number =>
  ofLessons === 0 ? 0 : Math.floor((cost * Math.min(lessons, ofLessons)) / ofLessons);

/**
 * Returns the maximum cost of lessons written outside their course's own run, in hundredths of a token: their share of the price of a
 * course's text.
 */
export const lessonsCost = (lessons: number, ofLessons: number): number => shareOf(COST_ESTIMATE.base, lessons, ofLessons);
