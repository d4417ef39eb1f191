/** What the last lesson of a course has brought. */
interface CourseEnd {
  readonly points_awarded: number;
  readonly total_points: number;
}

let last: (CourseEnd & { readonly courseId: string }) | null = null;

/** Keeps what a course's last lesson has brought, for the page of its end, which has just been asked for. */
export function keepCourseEnd(courseId: string, { points_awarded, total_points }: CourseEnd): void {
  last = { courseId, points_awarded, total_points };
}

/** Returns what the last lesson of a course has brought; null once the page was loaded anew. */
export const courseEndOf = (courseId: string): CourseEnd | null => (last?.courseId === courseId ? last : null);
