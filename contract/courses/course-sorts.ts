/** Sort orders of course lists: newest (or last saved) first, oldest first, last read first, by title. */
export const COURSE_SORTS = ['newest', 'oldest', 'read', 'title'] as const;
export type CourseSort = (typeof COURSE_SORTS)[number];
