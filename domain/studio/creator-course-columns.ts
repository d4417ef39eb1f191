import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { CreatorCourse, editCreatorCourse } from '#contract/studio/creator-courses.contract.ts';

/** What a creator says of a course, any part of it. */
export type CourseSaid = Omit<BodyOf<typeof editCreatorCourse>, 'version'>;

/** The same as the columns of `creator_course`. */
export interface CourseColumns extends Pick<
  CreatorCourse,
  'title' | 'description' | 'category' | 'difficulty' | 'objectives' | 'tags' | 'prerequisites'
> {
  price_cents: number;
  hours: number | null;
}

/** Columns of what was said; what was not said is not there. */
export function columnsOf({ price, duration, ...texts }: CourseSaid): Partial<CourseColumns> {
  const columns = { ...texts, price_cents: price === undefined ? undefined : Math.round(price * 100), hours: duration };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
