import { sql, type Sql } from '#domain/platform/sql.ts';

/** SQL expression: something is spoken in a course, and comes with it to those who take it. */
export const hasPublishedAudio = (courseId: Sql): Sql =>
  sql`exists (select from audio_course audio join audio_lesson using (course_id, language) where audio.course_id = ${courseId} and audio.is_published)`;
