import { useRef } from 'react';
import { useIsMutating, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import {
  createCreatorCourse,
  deleteCreatorCourse,
  duplicateCreatorCourse,
  editCreatorCourse,
  type CreatorCourse,
  type listCreatorCourses,
} from '#contract/studio/creator-courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { studioKey } from '../studio-key.ts';
import { CREATOR_FILTERS } from './course-filter.ts';
import { bodyOf, type CourseBody, type CourseFormValues } from './course-form-values.ts';
import { resetForm, sendingKey } from './creator-course-draft.ts';
import { creatorCourseKey, creatorListKey, creatorListsKey } from './creator-course-queries.ts';

const creatingKey = (userId: string) => ['create-creator-course', userId] as const;

/** Creates the course, even if the user leaves the screen in the meantime (CRE-20, CRE-24). */
export function useCreateCourse(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationKey: creatingKey(userId),
    mutationFn: async (values: CourseFormValues) => {
      const headers = { 'idempotency-key': sendingKey(userId, values) };
      return (await call(createCreatorCourse, { body: bodyOf(values), headers, fallback: t('Failed to create course') })).course;
    },
    onSuccess: (course) => {
      creatorCourseCache(cache, userId).add(course);
      resetForm(userId);
      toast('success', t('✅ Course created successfully!'), courseLink(course));
    },
  });
}

/** Whether a course is being created, even by an earlier visit to the screen. */
export const useIsCreating = (userId: string): boolean => useIsMutating({ mutationKey: creatingKey(userId) }) > 0;

const courseLink = ({ id }: Pick<CreatorCourse, 'id'>) => ({ href: `/studio/courses/${id}`, label: t('View the course') });

/** Changes of a course, based on the version the user has read. */
export type CourseEdit = Partial<CourseBody> & { readonly version: number };

export function useEditCourse(userId: string, courseId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async (body: CourseEdit) => (await call(editCreatorCourse, { params: { course_id: courseId }, body })).course,
    onSuccess: (course) => creatorCourseCache(cache, userId).replace(course),
  });
}

/** Creates a second draft with the same texts (G54). */
export function useDuplicateCourse(userId: string) {
  const cache = useQueryClient();
  /** Until the copy is confirmed, a retry requests the same copy. */
  const keys = useRef(new Map<string, string>());
  return useAction({
    mutationFn: async (courseId: string) => {
      const key = keys.current.get(courseId) ?? randomId();
      keys.current.set(courseId, key);
      const headers = { 'idempotency-key': key };
      return (await call(duplicateCreatorCourse, { params: { course_id: courseId }, headers })).course;
    },
    onSuccess: (copy, courseId) => {
      keys.current.delete(courseId);
      creatorCourseCache(cache, userId).add(copy);
      toast('success', t('The copy is a draft: {title}', { title: copy.title }), courseLink(copy));
    },
    onError: (error) => {
      const reason = errorText(error, t('Unknown error'));
      toast('error', t('The course could not be duplicated. {reason}', { reason }));
    },
  });
}

export function useDeleteCourse(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (course: CreatorCourse) => call(deleteCreatorCourse, { params: { course_id: course.id } }),
    onSuccess: (_, course) => {
      creatorCourseCache(cache, userId).drop(course);
      toast('success', t('Course deleted'));
    },
  });
}

type Page = AnswerOf<typeof listCreatorCourses>;
type Pages = InfiniteData<Page, string | null>;

/** Updates the cached courses after a successful call. The studio's figures are refetched. */
function creatorCourseCache(cache: QueryClient, userId: string) {
  const changePages = (key: readonly unknown[], change: (page: Page, index: number) => Page) =>
    cache.setQueriesData<Pages>({ queryKey: key }, (data) => data && { ...data, pages: data.pages.map(change) });
  const isSame = (id: string) => (course: CreatorCourse) => course.id === id;
  const askAgain = () => void cache.invalidateQueries({ queryKey: studioKey(userId) });
  return {
    /** CRE-24: adds a new course to the lists at once, at the top as on the server. */
    add(course: CreatorCourse): void {
      cache.setQueryData(creatorCourseKey(userId, course.id), course);
      for (const filter of CREATOR_FILTERS) {
        changePages(creatorListKey(userId, filter), (page, index) => {
          if (page.courses.some(isSame(course.id))) return page;
          const { counts } = page;
          const isShown = index === 0 && (filter === 'all' || filter === course.status);
          return {
            ...page,
            courses: isShown ? [course, ...page.courses] : page.courses,
            counts: { ...counts, all: counts.all + 1, [course.status]: counts[course.status] + 1 },
          };
        });
      }
      askAgain();
    },
    /** Replaces a course with the server's answer after an edit, or with a newer state. */
    replace(course: CreatorCourse): void {
      cache.setQueryData(creatorCourseKey(userId, course.id), course);
      changePages(creatorListsKey(userId), (page) => ({
        ...page,
        courses: page.courses.map((old) => (old.id === course.id ? course : old)),
      }));
      void cache.invalidateQueries({ queryKey: creatorListsKey(userId) });
    },
    drop({ id, status }: Pick<CreatorCourse, 'id' | 'status'>): void {
      changePages(creatorListsKey(userId), (page) => ({
        ...page,
        courses: page.courses.filter((course) => course.id !== id),
        counts: { ...page.counts, all: page.counts.all - 1, [status]: page.counts[status] - 1 },
      }));
      // the course's own screen is about to close, and refetches on return
      void cache.invalidateQueries({ queryKey: creatorCourseKey(userId, id), refetchType: 'none' });
      void cache.invalidateQueries({ queryKey: studioKey(userId), predicate: ({ queryKey }) => !queryKey.includes(id) });
    },
  };
}
