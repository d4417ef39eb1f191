import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  COURSE_SEARCH_LENGTH,
  getCourse,
  openLesson,
  type Lesson,
  listCourses,
  type LISTED_COURSES,
  listSavedCourses,
  removeSavedCourse,
  saveCourse,
} from '#contract/courses/courses.contract.ts';
import type { CourseSort } from '#contract/courses/course-sorts.ts';
import { listContinue } from '#contract/progress/reading-place.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { continueKey, courseKey, coursesKey, generatedKey, savedKey } from './course-keys.ts';

const first = undefined as string | undefined;

/** The filters of a list; without any, the list is unfiltered. */
export interface CourseListFilter {
  readonly q?: string | undefined;
  readonly status?: 'in-progress' | 'completed' | undefined;
  readonly sort?: CourseSort | undefined;
  /** Absent for generated courses. */
  readonly origin?: (typeof LISTED_COURSES)[number] | undefined;
  /** Excludes saved courses. */
  readonly isUnsaved?: boolean;
}

const narrowed = ({ q = '', status, sort, origin, isUnsaved = false }: CourseListFilter) => ({
  q: q.trim().slice(0, COURSE_SEARCH_LENGTH) || undefined,
  status,
  sort: sort === 'newest' ? undefined : sort,
  origin,
  unsaved: isUnsaved ? ('true' as const) : undefined,
});
type Narrowed = ReturnType<typeof narrowed>;

/** While a longer search text is loading, the previous rows stay; rows of another status, order or origin would be wrong. */
const keepRows =
  (filter: CourseListFilter) =>
  <T>(rows: T | undefined, before: { readonly queryKey: readonly unknown[] } | undefined): T | undefined =>
    isAlike(before?.queryKey.at(-1) as Narrowed | undefined, narrowed(filter)) ? rows : undefined;

const isAlike = (before: Narrowed | undefined, now: Narrowed): boolean =>
  before?.status === now.status && before?.sort === now.sort && before?.origin === now.origin && before?.unsaved === now.unsaved;

/** The user's courses of one origin, newest first, page by page (CRS-12). */
export const ownCourses = (userId: string, to: CourseListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...generatedKey(userId), narrowed(to)],
    queryFn: ({ pageParam, signal }) =>
      call(listCourses, { params: { user_id: userId }, query: { ...narrowed(to), after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepRows(to),
  });

/** The saved courses, last saved first, page by page (CRS-10). */
export const savedCourses = (userId: string, to: CourseListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...savedKey(userId), narrowed(to)],
    queryFn: ({ pageParam, signal }) =>
      call(listSavedCourses, {
        params: { user_id: userId },
        query: { ...narrowed(to), after: pageParam },
        signal,
        fallback: t('Failed to fetch saved courses'),
      }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepRows(to),
  });

/** The courses in progress, most recently read first. */
export const coursesToContinue = (userId: string) =>
  queryOptions({
    queryKey: continueKey(userId),
    queryFn: async ({ signal }) => (await call(listContinue, { signal })).courses,
  });

/** One course with its lessons. Lessons do not change during reading, so it is refetched rarely. */
export const oneCourse = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: courseKey(userId, courseId),
    queryFn: async ({ signal }) => {
      const { course } = await call(getCourse, { params: { user_id: userId, course_id: courseId }, signal });
      // loaded late: screens that only name courses need none of it
      const waiting = await import('./waiting-course.ts').catch(() => null);
      return waiting ? waiting.withWaiting(course) : course;
    },
    staleTime: 5 * 60_000,
  });

/**
 * Opens the lesson of a bought course whose text is held back while the course can be refunded: the course is then read again, with this
 * text. Does nothing for other lessons.
 */
export function useHeldBackLesson(userId: string, courseId: string, lesson: Lesson | undefined) {
  const cache = useQueryClient();
  const lessonId = lesson?.lesson_id ?? '';
  return useQuery({
    queryKey: [...courseKey(userId, courseId), 'open', lessonId],
    queryFn: async ({ signal }) => {
      await call(openLesson, { params: { course_id: courseId, lesson_id: lessonId }, signal });
      await cache.invalidateQueries({ queryKey: courseKey(userId, courseId), exact: true });
      return true;
    },
    enabled: lesson?.is_held_back === true,
    staleTime: Infinity,
  });
}

/**
 * Saves or unsaves a course, and shows the result (CRS-08, CRS-11): the server's sentence on success, the specified one instead of the server's
 * on failure.
 */
export function useSaveToggle(userId: string | null) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async ({ courseId, isSaved }: { courseId: string; isSaved: boolean }) => {
      if (userId === null) throw new Error('signed out');
      if (isSaved) return call(removeSavedCourse, { params: { course_id: courseId } });
      return call(saveCourse, { body: { course_id: courseId, user_id: userId }, fallback: SAVE_WORDS.entry.failed() });
    },
    onSuccess: ({ message }) => toast('success', message),
    onError: (error, { isSaved }) => {
      toast('error', isSaved && userId !== null ? t('Failed to remove course') : saveProblem(userId, error));
    },
    onSettled: (_answer, error) => {
      if (userId === null) return undefined;
      const isReloaded = cache.invalidateQueries({ queryKey: coursesKey(userId) });
      // Part of the mutation: the button stays busy until the list shows the new state. A failed call may be retried at once.
      return error ? undefined : isReloaded;
    },
  });
}

/** The messages of the two surfaces when saving a course fails (G55, CRS-13, CRS-14): the entry screens, and the main app. */
const SAVE_WORDS = {
  entry: {
    signedOut: () => t('Must be logged in to save courses'),
    /** When the server gives no reason. */
    failed: () => t('Failed to save course'),
  },
  main: {
    signedOut: () => t('Please log in to save courses'),
    /** Instead of the server's reason. */
    failed: () => t('Failed to save course. Please try again.'),
  },
} as const;

/**
 * Why a course was not saved. If the session has just ended, the next screen is an entry screen, so its wording is used.
 * @param userId null for a visitor
 */
function saveProblem(userId: string | null, error: unknown): string {
  if (userId === null) return SAVE_WORDS.main.signedOut();
  return error instanceof ApiError && error.status === 401 ? SAVE_WORDS.entry.signedOut() : SAVE_WORDS.main.failed();
}
