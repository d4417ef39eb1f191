import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { CreatorCourse, editCreatorCourse } from '#contract/studio/creator-courses.contract.ts';

/** Any subset of a creator's course fields. */
export type CourseEditFields = Omit<BodyOf<typeof editCreatorCourse>, 'version'>;

/** The same fields as columns of `creator_course`. */
export interface CourseColumns extends Pick<
  CreatorCourse,
  'title' | 'description' | 'category' | 'difficulty' | 'objectives' | 'tags' | 'prerequisites'
> {
  price_cents: number;
  hours: number | null;
}

/** Maps the given fields to columns; undefined fields are omitted. */
export function columnsOf({ price, duration, ...texts }: CourseEditFields): Partial<CourseColumns> {
  const columns = { ...texts, price_cents: price === undefined ? undefined : Math.round(price * 100), hours: duration };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
