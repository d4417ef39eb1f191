import type { Knex } from 'knex';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { frameOf, hashOfTexts, textsOfLesson } from './lesson-texts.ts';

/**
 * Copies the translations of a course to its copy, as far as they match the copied text, in the caller's transaction. The copy's existing
 * translations of that text stay.
 * @param content the text of the copy; its lessons have the ids of the original's
 */
export async function copyTranslations(
  trx: Knex.Transaction,
  { from, to, content }: { from: string; to: string; content: CourseContent },
): Promise<void> {
  const lessons = content.modules.flatMap((module) => module.lessons);
  const frameHash = hashOfTexts(frameOf(content));
  await rowsOf(
    trx,
    sql`insert into course_translation (course_id, language, names, frame, frame_hash, made_at)
     select ${to}, language, names, case when frame_hash = ${frameHash} then frame end, case when frame_hash = ${frameHash} then frame_hash end, made_at
       from course_translation where course_id = ${from}
         on conflict (course_id, language) do update set frame = excluded.frame, frame_hash = excluded.frame_hash
      where course_translation.frame_hash is distinct from ${frameHash} and excluded.frame_hash is not null`,
  );
  const hashes = lessons.map((lesson) => hashOfTexts(textsOfLesson(lesson)));
  await rowsOf(
    trx,
    sql`insert into lesson_translation (course_id, language, lesson_id, source_hash, texts, untranslated, service, judged_by, made_at)
     select ${to}, t.language, t.lesson_id, t.source_hash, t.texts, t.untranslated, t.service, t.judged_by, t.made_at
       from lesson_translation t
       join unnest(cast(${lessons.map(({ lesson_id }) => lesson_id)} as uuid[]), cast(${hashes} as text[])) as now (lesson_id, hash) on now.lesson_id = t.lesson_id and now.hash = t.source_hash
      where t.course_id = ${from}
         on conflict (course_id, language, lesson_id) do update
            set source_hash = excluded.source_hash, texts = excluded.texts, untranslated = excluded.untranslated, service = excluded.service,
                judged_by = excluded.judged_by, made_at = excluded.made_at
          where lesson_translation.source_hash <> excluded.source_hash`,
  );
}
