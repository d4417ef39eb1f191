/** What My Courses can be narrowed to; the address carries it, so every screen loads this file. */
export const COURSE_FILTERS = ['all', 'generated', 'saved', 'in-progress', 'completed'] as const;
export type CourseFilter = (typeof COURSE_FILTERS)[number];
