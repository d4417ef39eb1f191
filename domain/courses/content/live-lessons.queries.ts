import { database } from '#domain/platform/database.ts';
import { lessonsOf, type CourseContent, type LessonContent } from './course-content.queries.ts';

/** Returns the lessons of a course's live version in reading order, without an ownership check; none when there is no such course. */
export async function liveLessons(courseId: string): Promise<LessonContent[]> {
  const row: { content: CourseContent } | undefined = await database()('course_version')
    .join('course', 'course.id', 'course_id')
    .where({ course_id: courseId })
    .whereRaw('number = current_version')
    .first('content');
  return row ? lessonsOf(row.content) : [];
}
