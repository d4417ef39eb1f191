import { COST_ESTIMATE } from './course-form.contract.ts';

/** A part of a cost, rounded down in the learner's favour: so many of so many lessons. */
export const shareOf = (cost: number, lessons: number, ofLessons: number): number =>
  ofLessons === 0 ? 0 : Math.floor((cost * Math.min(lessons, ofLessons)) / ofLessons);

/** What lessons written outside their course's own run cost at most, in hundredths of a token: their part of a course's text. */
export const lessonsCost = (lessons: number, ofLessons: number): number => shareOf(COST_ESTIMATE.base, lessons, ofLessons);
