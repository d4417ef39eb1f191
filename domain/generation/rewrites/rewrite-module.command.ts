import { idsOf, liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { startRewrite } from './start-rewrite.command.ts';

/**
 * Starts a run that rewrites the lessons of one module; pinned ones are skipped.
 * @param given `module` counts from 0 in the live version
 * @throws ProductError like `startRewrite`; course.lesson_pinned when every lesson of the module is pinned
 */
export async function rewriteModule(given: {
  accountId: string;
  courseId: string;
  module: number;
  instruction: string;
  requestId: string;
  idempotencyKey?: string | undefined;
}): Promise<{ runId: string; created: boolean }> {
  const { accountId, idempotencyKey: key } = given;
  const fingerprint = ['regenerate-module', given.courseId, given.module, given.instruction];
  // before reading the course, which may have changed since the first request
  const earlier = await findRunByKey(database(), { accountId, key, fingerprint });
  if (earlier) return { runId: earlier, created: false };
  const { contents, pinned } = await liveContents(given);
  const lessons = idsOf(contents)[given.module];
  if (!lessons) throw notFound('module');
  const lessonIds = lessons.filter((id) => !pinned.includes(id));
  if (lessonIds.length === 0)
    throw new ProductError('course.lesson_pinned', 'Every lesson of this module is pinned. Unpin one to have it rewritten.');
  return startRewrite({ ...given, lessonIds, fingerprint });
}
