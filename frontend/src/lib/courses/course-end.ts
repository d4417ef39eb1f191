/** Points for the last lesson of a course. */
interface CourseEnd {
  readonly points_awarded: number;
  readonly total_points: number;
}

let last: (CourseEnd & { readonly courseId: string }) | null = null;

/** Keeps the points for the last lesson until the page at the end of the course, which opens next, reads them. */
export function keepCourseEnd(courseId: string, { points_awarded, total_points }: CourseEnd): void {
  last = { courseId, points_awarded, total_points };
}

/** Returns the points for the last lesson of a course; null after a reload. */
export const courseEndOf = (courseId: string): CourseEnd | null => (last?.courseId === courseId ? last : null);
