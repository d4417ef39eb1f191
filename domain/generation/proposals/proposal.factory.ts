import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { uuidv7 } from 'uuidv7';

interface Given {
  readonly accountId: string;
  readonly courseId: string;
  readonly lessonIds: readonly string[];
  /** Text that every proposed lesson contains. */
  readonly text?: string;
  readonly status?: 'running' | 'completed' | 'failed';
}

/** Creates a rewrite with written lessons, with exercises and without a check, in the state a worker leaves it. @returns id of its run */
export async function givenProposal({ accountId, courseId, lessonIds, ...written }: Given): Promise<string> {
  const { runId } = await startRewrite({ accountId, courseId, lessonIds, instruction: 'Say it in other words', requestId: 'test' });
  await writeProposal(runId, written);
  return runId;
}

/** Writes the lessons of a started rewrite, and ends it. */
export async function writeProposal(
  runId: string,
  { text = 'Said in other words.', status = 'completed' }: Pick<Given, 'text' | 'status'> = {},
): Promise<void> {
  const { plan } = await database()('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('plan');
  const ids: string[] = plan.modules.flatMap((module: { lessons: { lesson_id: string }[] }) =>
    module.lessons.map((lesson) => lesson.lesson_id),
  );
  const written = (key: string, output: object) => ({
    id: uuidv7(),
    run_id: runId,
    job: 'write-lesson',
    key,
    state: 'completed',
    service: 'claude',
    output: JSON.stringify(output),
  });
  await database()('step')
    .insert(
      ids.flatMap((id) => [
        written(lessonKeys(id).write, { content: `${text} ${id}`, objectives: ['See it anew'], key_takeaways: ['Words differ'] }),
        written(lessonKeys(id).practice, { quiz: [], exercises: [{ id: 'e1', title: 'Try', instructions: 'Say it in your own words.' }] }),
      ]),
    )
    .onConflict(['run_id', 'key'])
    .merge();
  await database()('run')
    .where({ id: runId })
    .update({
      status,
      finished_at: new Date(),
      error_code: status === 'failed' ? 'vendors.all_down' : null,
      error_detail: status === 'failed' ? 'Nobody answered.' : null,
    });
}

/** Returns every lesson of a course's live version, by id, byte for byte as stored. */
export async function storedLessons(courseId: string): Promise<Map<string, string>> {
  const lessons = await rowsOf<{ id: string; bytes: string }>(
    database(),
    sql`select lesson->>'lesson_id' as id, lesson::text as bytes
          from course join course_version on course_id = course.id and number = current_version,
               jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
         where course.id = ${courseId}`,
  );
  return new Map(lessons.map(({ id, bytes }) => [id, bytes]));
}
