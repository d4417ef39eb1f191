import { useQuery } from '@tanstack/react-query';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { Place } from './lesson-path.ts';
import { missingLessons } from '#frontend/features/courses/details/missing-lessons-query.ts';
import type { CourseOf } from '#frontend/features/courses/version-queries.ts';

/**
 * Where a lesson stands in the outline of a course, which is how Course Details numbers it: a course that lacks lessons keeps the numbers
 * its outline gave, so a missing lesson and one that is there never share one. A whole course's outline is the course.
 */
export function useOutlinePlace(of: CourseOf, course: Course): (lessonId: string | undefined, place: Place) => Place {
  const { data } = useQuery(missingLessons(of, course));
  const planned = new Map(data?.outline.map(({ lessonId, module, lesson }) => [lessonId, { module, lesson }]));
  return (lessonId, place) => planned.get(lessonId ?? '') ?? place;
}
