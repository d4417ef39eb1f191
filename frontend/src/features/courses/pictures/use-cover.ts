import { useQuery } from '@tanstack/react-query';
import type { Course } from '#contract/courses/courses.contract.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { picturesOf } from './picture-queries.ts';

/** The cover picture of a course on its own page, newly drawn ones too; null where its drawn pattern is shown. */
export function useCover(course: Course) {
  const { data } = useQuery(picturesOf(course.course_id));
  const picture = data ? data.cover.picture : course.pictures?.cover;
  return picture ? pictureOf(course.course_id, picture, 'large') : null;
}
