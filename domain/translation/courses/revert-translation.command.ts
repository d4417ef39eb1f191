import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { CourseLanguage } from './course-translations.queries.ts';

interface TakeBack {
  readonly courseId: string;
  readonly language: CourseLanguage;
  /** The run that translated. */
  readonly runId: string;
}

/** Deletes a run's translations of a course: those lessons are shown in the course's own language again. Later translations stay. Repeatable. */
export async function revertTranslation({ courseId, language, runId }: TakeBack): Promise<void> {
  await rowsOf(
    database(),
    sql`delete from lesson_translation there using run
      where run.id = ${runId} and there.course_id = ${courseId} and there.language = ${language} and there.made_at <= run.finished_at
        and there.lesson_id in (select item_id from step where run_id = run.id and job = 'translate-lesson' and state = 'completed')`,
  );
}
