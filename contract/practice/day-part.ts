import { DAY_MINUTES } from '#contract/courses/study-minutes.ts';

/**
 * Returns how much of a lesson fills up a learner's day beside the review: whole sections until both take `DAY_MINUTES`, at least one.
 * @param ends minutes from where the learner stopped to the end of each section
 * @param reviewSeconds what is due
 * @returns index of the last section of the day; undefined if there is none
 */
export function dayPart(ends: readonly number[], reviewSeconds: number): number | undefined {
  const at = ends.findIndex((minutes) => minutes + reviewSeconds / 60 >= DAY_MINUTES);
  return at < 0 && ends.length > 0 ? ends.length - 1 : at < 0 ? undefined : at;
}
