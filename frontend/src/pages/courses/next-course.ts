import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesToContinue, ownCourses } from '#frontend/features/courses/course-queries.ts';

/** The list that contains the next course to start: the same that My Courses shows without search and filter. */
export const coursesToStart = (userId: string) => ownCourses(userId, { q: '', sort: 'newest', origin: 'generated', isUnsaved: true });

interface NextCourse {
  /** Whether both answers have arrived or failed. */
  readonly isSettled: boolean;
  /** The most recently read course; takes precedence over one to start. */
  readonly toContinue: ContinueCourse | undefined;
  /** The user's newest course that has not been started. */
  readonly toStart: CourseSummary | undefined;
  /** Null while unknown. */
  readonly hasCourses: boolean | null;
}

/** A learner's next step: continue the most recently read course, else start the newest one, else write one. */
export function useNextCourse(userId: string): NextCourse {
  const read = useQuery(coursesToContinue(userId));
  const own = useInfiniteQuery(coursesToStart(userId));
  const newest = own.data?.pages[0];
  return {
    isSettled: [read, own].every(({ isPending, failureCount }) => !isPending || failureCount > 0),
    toContinue: read.data?.[0],
    toStart: newest?.courses.find(({ status }) => status === 'generated'),
    hasCourses: read.data && newest ? newest.total > 0 : null,
  };
}
