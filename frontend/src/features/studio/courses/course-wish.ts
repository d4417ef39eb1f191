import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';

/** What of a course the AI services need to write its lessons: what readers can do at the end, or else what it is about. */
export const wishOf = ({ title, objectives, description, difficulty }: CreatorCourse) => ({
  topic: title,
  goals: objectives === '' ? description : objectives,
  difficulty,
});
