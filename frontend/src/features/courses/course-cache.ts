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

/** What the screens do to the cached state of one course after the server has said yes. */
export function courseCache(cache: QueryClient, userId: string, courseId: string) {
  const key = courseKey(userId, courseId);
  const refreshLists = () => {
    void cache.invalidateQueries({ queryKey: generatedKey(userId) });
    void cache.invalidateQueries({ queryKey: savedKey(userId) });
    void cache.invalidateQueries({ queryKey: continueKey(userId) });
  };
  return {
    /** The whole course as the server answered it: after accepting, restoring. */
    setCourse(course: Course): void {
      cache.setQueryData<Course>(key, course);
      void cache.invalidateQueries({ queryKey: versionsKey(userId, courseId) });
      refreshLists();
    },
    /** Marks of one lesson, which make no new version. */
    markLesson(lessonId: string, part: Partial<Pick<Lesson, 'completed' | 'bookmarked' | 'pinned'>>): void {
      cache.setQueryData<Course>(key, (course) => course && withLesson(course, lessonId, part));
    },
    /** One lesson saved by hand, in a version of its own. */
    setLesson(lesson: Lesson, version: number): void {
      cache.setQueryData<Course>(key, (course) => course && { ...withLesson(course, lesson.lesson_id, lesson), version });
      void cache.invalidateQueries({ queryKey: versionsKey(userId, courseId) });
    },
    /** Where reading goes on; lists that are not on the screen ask again when they are. */
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
    /** Asks for the course and what is proposed for it again. */
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
