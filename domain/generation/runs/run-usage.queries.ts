import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { ATTEMPTS_LISTED, type runUsage as endpoint } from '#contract/generation/run-control.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { readUsage } from '#domain/platform/runs/run-usage.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';

export type RunUsage = AnswerOf<typeof endpoint>;

/** Returns the vendor usage of a run that writes a course (GEN usage), with its lessons by name. @throws ProductError not_found */
export async function runUsage({ runId, accountId }: { runId: string; accountId: string }): Promise<RunUsage> {
  if (!isUuid(runId)) throw notFound('run');
  const run: { plan: CoursePlan | null } | undefined = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId, account_id: accountId })
    .first('plan');
  if (!run) throw notFound('run');
  const { by_item: byItem, ...usage } = await readUsage(runId, ATTEMPTS_LISTED);
  const lessons = run.plan ? placedLessons(run.plan).map(({ planned }) => planned) : [];
  const byLesson = lessons.flatMap(({ lesson_id, title }) => {
    const used = byItem.get(lesson_id);
    if (!used) return [];
    const { purposes, ...line } = used;
    return [{ lesson_id, title, attempts: purposes.get('lesson') ?? 0, ...line }];
  });
  // only the four AI services are called for a course
  return { ...usage, by_lesson: byLesson } as RunUsage;
}
