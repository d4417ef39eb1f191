import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { runsOfMissing } from '#domain/generation/lessons/missing-runs.ts';
import { withoutPractice } from './practice-run.ts';
import { writeOpen } from '#domain/generation/lessons/write-missing.command.ts';

interface RetryPractice {
  readonly runId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Starts one run, free of charge, that writes the missing practice of all lessons of a finished course that is not being written. When all
 * of it is already being written, it returns the newest of those runs, so that a double click starts only one.
 * @returns the run that writes it
 * @throws ProductError not_found; run.ended when the run made no course; run.lesson_not_failed when no practice is missing;
 *   course.lesson_rewriting; idempotency.body_mismatch; spend.user_cap, spend.install_cap
 */
export async function retryPractice({ runId, accountId, requestId, idempotencyKey }: RetryPractice): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId, account_id: accountId })
    .first('status', 'kind', 'course_id');
  if (!run) throw notFound('run');
  const { status, kind, course_id: courseId } = run;
  if (status !== 'completed' || kind !== 'course' || courseId === null) throw new ProductError('run.ended');
  return writeOpen({
    sent: { accountId, key: idempotencyKey, fingerprint: ['retry-practice', runId] },
    courseId,
    requestId,
    look: async () => {
      const { content } = await liveCourse({ accountId, courseId });
      const lacking = await withoutPractice(
        database(),
        runId,
        content.modules.flatMap(({ lessons }) => lessons),
      );
      const writing = await runsOfMissing(database(), courseId, true);
      const isAtIt = (id: string) => writing.some(({ lessonIds }) => lessonIds.includes(id));
      return { fromRun: runId, open: lacking.map(({ lesson_id: id }) => id).filter((id) => !isAtIt(id)), writing };
    },
  });
}
