/** How lists of courses are ordered: last written (or saved) first, the other way round, last read first, by title. */
export const COURSE_SORTS = ['newest', 'oldest', 'read', 'title'] as const;
export type CourseSort = (typeof COURSE_SORTS)[number];
