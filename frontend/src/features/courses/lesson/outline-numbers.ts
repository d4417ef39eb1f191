import { useQuery } from '@tanstack/react-query';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { Place } from './lesson-path.ts';
import { missingLessons } from '#frontend/features/courses/details/missing-lessons-query.ts';
import type { CourseOf } from '#frontend/features/courses/version-queries.ts';

/**
 * Returns a lesson's position in the outline, by which Course Details numbers it: a course that lacks lessons keeps its outline's numbers, so a
 * missing lesson and an existing one never share one. For a complete course the outline is the course.
 */
export function useOutlinePlace(of: CourseOf, course: Course): (lessonId: string | undefined, place: Place) => Place {
  const { data } = useQuery(missingLessons(of, course));
  const planned = new Map(data?.outline.map(({ lessonId, module, lesson }) => [lessonId, { module, lesson }]));
  return (lessonId, place) => planned.get(lessonId ?? '') ?? place;
}
