import { database } from '#domain/platform/database.ts';
import { lessonsOf, type LessonContent } from './course-content.queries.ts';
import type { CourseVersion } from './course.model.ts';

/** Returns the lessons of a course's live version in reading order, without an ownership check; none when there is no such course. */
export async function liveLessons(courseId: string): Promise<LessonContent[]> {
  const row = await database()('course_version')
    .join('course', { 'course.id': 'course_id', 'course.current_version': 'number' })
    .where({ course_id: courseId })
    .first<Pick<CourseVersion, 'content'> | undefined>('content');
  return row ? lessonsOf(row.content) : [];
}
