import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { CourseFilter } from './course-filter.ts';

const words = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** Every word of the query is somewhere in the title or description. */
function matchesQuery(course: CourseSummary, query: string): boolean {
  const text = `${course.title} ${course.description}`.toLocaleLowerCase();
  return words(query).every((word) => text.includes(word));
}

/** Each course once, in the order of first appearance. */
export function distinctCourses(...lists: readonly (readonly CourseSummary[])[]): CourseSummary[] {
  return [...new Map(lists.flat().map((course) => [course.course_id, course])).values()];
}

interface SelectedCourses {
  readonly saved: readonly CourseSummary[];
  readonly generated: readonly CourseSummary[];
  /** For the filters by status, which look at both lists. */
  readonly byStatus: readonly CourseSummary[];
}

/** What My Courses shows for a filter and a search (CRS-01, CRS-03). */
export function selectCourses(
  generated: readonly CourseSummary[],
  saved: readonly CourseSummary[],
  filter: CourseFilter,
  query: string,
): SelectedCourses {
  const found = (list: readonly CourseSummary[]) => list.filter((course) => matchesQuery(course, query));
  const isByStatus = filter === 'in-progress' || filter === 'completed';
  return {
    saved: filter === 'all' || filter === 'saved' ? found(saved) : [],
    generated: filter === 'all' || filter === 'generated' ? found(generated) : [],
    byStatus: isByStatus ? found(distinctCourses(generated, saved)).filter(({ status }) => status === filter) : [],
  };
}
