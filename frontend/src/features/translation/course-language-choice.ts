import { useMemo, useSyncExternalStore } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { courseTranslations, readTranslatedCourse, type CourseTranslation } from '#contract/translation/course-translation.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

export type CourseLanguage = CourseTranslation['language'];

const WHILE_IT_RUNS_MS = 2_000;
const nameOf = (courseId: string): string => `course_language_${courseId}`;
const listeners = new Set<() => void>();

/** Stores the reading language of a course in this browser; null for the course's own. */
export function chooseCourseLanguage(courseId: string, language: CourseLanguage | null): void {
  writeStoredChoice(nameOf(courseId), language);
  for (const listener of listeners) listener();
}

/** The reading language of a course; null for its own. */
export const useCourseLanguage = (courseId: string): CourseLanguage | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => readStoredChoice(nameOf(courseId)) as CourseLanguage | null,
  );

export const translationsKey = (courseId: string) => ['course-translations', courseId] as const;

/** The languages of a course; polled while a translation is running. */
export const languagesOfCourse = (courseId: string) =>
  queryOptions({
    queryKey: [...translationsKey(courseId), 'languages'],
    queryFn: ({ signal }) => call(courseTranslations, { params: { course_id: courseId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.translations.some(({ task_id: id, lesson_tasks: single }) => id !== null || single.length > 0) ? WHILE_IT_RUNS_MS : false,
  });

export const courseIn = (courseId: string, language: CourseLanguage) =>
  queryOptions({
    queryKey: [...translationsKey(courseId), language],
    queryFn: ({ signal }) => call(readTranslatedCourse, { params: { course_id: courseId, language }, signal }),
  });

type TranslatedCourse = NonNullable<ReturnType<typeof useTranslation>>;

/** The translation of a course into its chosen reading language; undefined if there is none. */
function useTranslation(courseId: string, course: Course | undefined) {
  const language = useCourseLanguage(courseId);
  const isOther = language !== null && course !== undefined && language !== course.language;
  const { data } = useQuery({ ...courseIn(courseId, language ?? 'english'), enabled: isOther });
  return isOther ? data : undefined;
}

const NONE: readonly string[] = [];

/** The ids of the lessons that are shown in the course's own language instead of the chosen one. */
export const useUntranslatedLessons = (courseId: string, course: Course | undefined): readonly string[] =>
  useTranslation(courseId, course)?.untranslated ?? NONE;

/**
 * Returns the course in its chosen reading language; the original until the translation has loaded. Marks and progress always belong to the
 * original course.
 * @param lessonId the displayed lesson: as long as it is not translated, it stays in the course's own language
 */
export function useCourseInLanguage(courseId: string, course: Course | undefined, lessonId?: string): Course | undefined {
  const translation = useTranslation(courseId, course);
  return useMemo(() => course && (translation ? inLanguage(course, translation, lessonId) : course), [course, translation, lessonId]);
}

function inLanguage(course: Course, { course: translated, untranslated }: TranslatedCourse, lessonId: string | undefined): Course {
  const texts = new Map(translated.modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.lesson_id, lesson] as const)));
  const modules = course.modules.map((module, place) => ({
    ...module,
    title: translated.modules[place]?.title ?? module.title,
    summary: translated.modules[place]?.summary ?? module.summary,
    lessons: module.lessons.map((lesson) => {
      const found = texts.get(lesson.lesson_id);
      return found ? { ...found, completed: lesson.completed, bookmarked: lesson.bookmarked, pinned: lesson.pinned } : lesson;
    }),
  }));
  const { title, description, learning_objectives, expert_insights, industry_relevance } = translated;
  const isLessonOwn = lessonId !== undefined && untranslated.includes(lessonId);
  const shown = { title, description, learning_objectives, expert_insights, industry_relevance };
  return { ...course, ...shown, modules, language: isLessonOwn ? course.language : translated.language };
}
