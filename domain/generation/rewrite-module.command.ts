import { idsOf, liveCourse } from '#domain/courses/live-lesson.queries.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { startRewrite } from './start-rewrite.command.ts';

/**
 * Starts a run that writes the lessons of one module anew; pinned ones are left alone.
 * @param given `module` counts from 0 in the live version
 * @throws ProductError like `startRewrite`; course.lesson_pinned when every lesson of the module is pinned
 */
export async function rewriteModule(given: {
  accountId: string;
  courseId: string;
  module: number;
  instruction: string;
  requestId: string;
}): Promise<{ runId: string; created: boolean }> {
  const { content, pinned } = await liveCourse(given);
  const lessons = idsOf(content)[given.module];
  if (!lessons) throw notFound('module');
  const lessonIds = lessons.filter((id) => !pinned.includes(id));
  if (lessonIds.length === 0)
    throw new ProductError('course.lesson_pinned', 'Every lesson of this module is pinned. Unpin one to have it rewritten.');
  return startRewrite({ ...given, lessonIds });
}
