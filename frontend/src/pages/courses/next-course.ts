import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesToContinue, ownCourses } from '#frontend/features/courses/course-queries.ts';

/** The courses among which is the one to begin: the list that My Courses shows unless it is narrowed. */
export const coursesToStart = (userId: string) => ownCourses(userId, { q: '', sort: 'newest', origin: 'generated', isUnsaved: true });

interface NextCourse {
  /** Whether both answers have come, or will not. */
  readonly isSettled: boolean;
  /** The course read last; it goes before one to begin. */
  readonly toContinue: ContinueCourse | undefined;
  /** The newest course of one's own that is not begun. */
  readonly toStart: CourseSummary | undefined;
  /** Null while unknown. */
  readonly hasCourses: boolean | null;
}

/** What a learner does next: continue the course read last, else begin the newest one, else write one. */
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
