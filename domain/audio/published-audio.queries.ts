import { sql, type Sql } from '#domain/platform/sql.ts';

/** SQL expression: a course has audio that comes with copies of it. */
export const hasPublishedAudio = (courseId: Sql): Sql =>
  sql`exists (select from audio_course audio join audio_lesson using (course_id, language) where audio.course_id = ${courseId} and audio.is_published)`;
