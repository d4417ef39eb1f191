import { useMemo } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import type { ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { continueKey, courseKey, generatedKey, proposalsKey, savedKey, versionsKey } from './course-keys.ts';

const withLesson = (course: Course, lessonId: string, part: Partial<Lesson>): Course => ({
  ...course,
  modules: course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => (lesson.lesson_id === lessonId ? { ...lesson, ...part } : lesson)),
  })),
});

/** Updates the cached state of one course after a successful call. */
export function courseCache(cache: QueryClient, userId: string, courseId: string) {
  const key = courseKey(userId, courseId);
  const refreshLists = () => {
    void cache.invalidateQueries({ queryKey: generatedKey(userId) });
    void cache.invalidateQueries({ queryKey: savedKey(userId) });
    void cache.invalidateQueries({ queryKey: continueKey(userId) });
  };
  return {
    /** Stores the whole course from an answer, as after accepting or restoring. */
    setCourse(course: Course): void {
      cache.setQueryData<Course>(key, course);
      void cache.invalidateQueries({ queryKey: versionsKey(userId, courseId) });
      refreshLists();
    },
    /** Sets marks of one lesson, which do not create a version. */
    markLesson(lessonId: string, part: Partial<Pick<Lesson, 'completed' | 'bookmarked' | 'pinned'>>): void {
      cache.setQueryData<Course>(key, (course) => course && withLesson(course, lessonId, part));
    },
    /** Stores one lesson saved by hand, with its new version. */
    setLesson(lesson: Lesson, version: number): void {
      cache.setQueryData<Course>(key, (course) => course && { ...withLesson(course, lesson.lesson_id, lesson), version });
      void cache.invalidateQueries({ queryKey: versionsKey(userId, courseId) });
    },
    /** Sets the reading position; lists that are not on screen refetch when they are shown. */
    setReadingPlace(place: ReadingPlace): void {
      cache.setQueryData<Course>(key, (course) => course && { ...course, reading_place: place });
      void cache.invalidateQueries({ queryKey: continueKey(userId) });
    },
    setProgress(progress: number, isCompleted: boolean): void {
      cache.setQueryData<Course>(
        key,
        (course) => course && { ...course, progress, status: isCompleted ? 'completed' : progress > 0 ? 'in-progress' : course.status },
      );
      refreshLists();
    },
    /** Refetches the course and its proposals. */
    refresh(): Promise<unknown> {
      void cache.invalidateQueries({ queryKey: versionsKey(userId, courseId) });
      return Promise.all([
        cache.invalidateQueries({ queryKey: key }),
        cache.invalidateQueries({ queryKey: proposalsKey(userId, courseId) }),
      ]);
    },
    refreshProposals: (): Promise<unknown> => cache.invalidateQueries({ queryKey: proposalsKey(userId, courseId) }),
  };
}

export type CourseCache = ReturnType<typeof courseCache>;

export function useCourseCache(userId: string, courseId: string): CourseCache {
  const cache = useQueryClient();
  return useMemo(() => courseCache(cache, userId, courseId), [cache, userId, courseId]);
}
