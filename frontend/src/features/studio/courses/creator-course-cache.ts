import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { listCreatorCourses, CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { studioKey } from '../studio-key.ts';
import { CREATOR_FILTERS } from './course-filter.ts';
import { creatorCourseKey, creatorListKey, creatorListsKey } from './creator-course-queries.ts';

type Page = AnswerOf<typeof listCreatorCourses>;
type Pages = InfiniteData<Page, string | null>;

/** Updates the cached courses after a successful call. The studio's figures are refetched. */
export function creatorCourseCache(cache: QueryClient, userId: string) {
  const changePages = (key: readonly unknown[], change: (page: Page, index: number) => Page) =>
    cache.setQueriesData<Pages>({ queryKey: key }, (data) => data && { ...data, pages: data.pages.map(change) });
  const isSame = (id: string) => (course: CreatorCourse) => course.id === id;
  const askAgain = () => void cache.invalidateQueries({ queryKey: studioKey(userId) });
  return {
    /** CRE-24: adds a new course to the lists at once, where the server puts it: first. */
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
    /** Replaces a course by the server's answer after an edit, or by a newer state. */
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
      // its own screen is being left: it refetches on return
      void cache.invalidateQueries({ queryKey: creatorCourseKey(userId, id), refetchType: 'none' });
      void cache.invalidateQueries({ queryKey: studioKey(userId), predicate: ({ queryKey }) => !queryKey.includes(id) });
    },
  };
}
