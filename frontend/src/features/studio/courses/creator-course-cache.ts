import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { listCreatorCourses, CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { studioKey } from '../studio-key.ts';
import { CREATOR_FILTERS } from './course-filter.ts';
import { creatorCourseKey, creatorListKey, creatorListsKey } from './creator-course-queries.ts';

type Page = AnswerOf<typeof listCreatorCourses>;
type Pages = InfiniteData<Page, string | null>;

/** What the screens do to the cached courses after the server has said yes. The figures of the studio are asked for again. */
export function creatorCourseCache(cache: QueryClient, userId: string) {
  const changePages = (key: readonly unknown[], change: (page: Page, index: number) => Page) =>
    cache.setQueriesData<Pages>({ queryKey: key }, (data) => data && { ...data, pages: data.pages.map(change) });
  const isSame = (id: string) => (course: CreatorCourse) => course.id === id;
  const askAgain = () => void cache.invalidateQueries({ queryKey: studioKey(userId) });
  return {
    /** CRE-24: a new course stands in the lists at once, where the server puts it: first. */
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
    /** As the server answered it after an edit, or as it was found to be. */
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
      // its own screen is being left: whoever comes back to it asks again
      void cache.invalidateQueries({ queryKey: creatorCourseKey(userId, id), refetchType: 'none' });
      void cache.invalidateQueries({ queryKey: studioKey(userId), predicate: ({ queryKey }) => !queryKey.includes(id) });
    },
  };
}
