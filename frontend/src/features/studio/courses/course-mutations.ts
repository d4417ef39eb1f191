import { useRef } from 'react';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import {
  createCreatorCourse,
  deleteCreatorCourse,
  duplicateCreatorCourse,
  editCreatorCourse,
  type CreatorCourse,
} from '#contract/studio/creator-courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { creatorCourseCache } from './creator-course-cache.ts';
import { bodyOf, type CourseBody, type CourseFormValues } from './course-form-values.ts';
import { resetForm, sendingKey } from './creator-course-draft.ts';

const creatingKey = (userId: string) => ['create-creator-course', userId] as const;

/** Creates the course, also when the user leaves the screen meanwhile (CRE-20, CRE-24). */
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

/** Whether a course is being created now, also by an earlier visit of the screen. */
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

/** Makes a second draft with the same texts (G54). */
export function useDuplicateCourse(userId: string) {
  const cache = useQueryClient();
  /** Until the copy is confirmed, a retry requests the same one. */
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
