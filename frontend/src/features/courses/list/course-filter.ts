/** The filters of My Courses; the URL contains the filter, so every screen loads this file. */
export const COURSE_FILTERS = ['all', 'generated', 'saved', 'in-progress', 'completed'] as const;
export type CourseFilter = (typeof COURSE_FILTERS)[number];
