import { expect, it } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { checkSkippedLessons } from '#domain/generation/lesson-check/skipped-checks.commands.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();

/** Puts a course in the state of a run that waited in vain for a second service. */
async function withoutChecks(runId: string, courseId: string): Promise<void> {
  const { knex } = pipeline.database;
  const none = JSON.stringify({ verdict: 'not_reviewed', findings: [], question_verdicts: [] });
  await rowsOf(knex, sql`update step set service = null, output = ${none}::jsonb where run_id = ${runId} and job = 'review-lesson'`);
  const content = await knex('course_version').where({ course_id: courseId }).first('content');
  for (const lesson of lessonsOf(content!.content)) Object.assign(lesson, { reviewed_by: null, quiz: [], notes: ['quiz_unchecked'] });
  await knex('course_version')
    .where({ course_id: courseId })
    .update({ content: JSON.stringify(content!.content) });
}

it.each([
  ['right', 0],
  ['to be corrected', 1],
])('a course whose checks were skipped is checked later; its texts are %s', async (_, share) => {
  const accountId = await givenOwner();
  const { runId, run } = await pipeline.write(SHORT, accountId);
  const { course_id: courseId } = run as unknown as { course_id: string };
  await withoutChecks(runId, courseId);
  const before = await liveLessons(courseId);
  await pipeline.control('PUT', 'review', { revise_share: share });
  await pipeline.control('DELETE', 'calls');
  const { runId: taskId } = await checkSkippedLessons({ accountId, courseId, requestId: 'test' });
  const envelope = () => runEnvelope({ runId: taskId, accountId });
  await expect.poll(async () => (await envelope()).status).not.toMatch(/^(?:queued|running)$/);
  expect(await envelope()).toMatchObject({ status: 'completed' });
  expect(
    new Set(
      pipeline
        .sandbox()
        .calls()
        .map(({ purpose }) => purpose),
    ),
  ).not.toContain('lesson');
  const after = await liveLessons(courseId);
  expect(after.map(({ content }) => content)).toEqual(before.map(({ content }) => content));
  const [proposal] = await listProposals({ accountId, courseId });
  if (share === 0) {
    expect(proposal).toBeUndefined();
    for (const lesson of after) {
      expect([null, lesson.written_by]).not.toContain(lesson.reviewed_by);
      expect([lesson.quiz.length > 0, lesson.notes]).toEqual([true, []]);
    }
  } else {
    expect(proposal!.lessons.map(({ lesson_id: id }) => id)).toEqual(before.map(({ lesson_id: id }) => id));
    expect(proposal!.findings!.every(({ findings }) => findings.length > 0)).toBe(true);
    expect(after).toEqual(before);
  }
});
