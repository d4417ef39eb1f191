import type * as z from 'zod/mini';
import type { proposalSchema } from '#contract/courses/course-versions.contract.ts';
import { openProposals } from '#domain/generation/rewrites/proposal.queries.ts';
import { marksOf, wireLesson } from '#domain/courses/content/course-content.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { findMarks } from '#domain/courses/content/course.queries.ts';
import { notFound } from '#domain/platform/errors.ts';

type ProposalAnswer = z.infer<typeof proposalSchema>;

/**
 * Lists the proposals for one of the account's courses, newest first, including those still being written, with their lessons that can
 * already be read.
 * @throws ProductError not_found
 */
export async function listProposals(given: { accountId: string; courseId: string }): Promise<ProposalAnswer[]> {
  const courseId = courseIdOf(given.courseId);
  const marked = await findMarks(given);
  if (!marked) throw notFound('course');
  const proposals = await openProposals({ accountId: given.accountId, courseId });
  return proposals.map((proposal) => ({
    task_id: proposal.runId,
    instruction: proposal.instruction,
    created_at: proposal.createdAt.toISOString(),
    status: proposal.status === 'completed' ? 'ready' : proposal.status === 'failed' ? 'failed' : 'writing',
    lesson_ids: [...proposal.lessonIds],
    ...(proposal.isPractice && { only_practice: true as const }),
    ...(proposal.isCheck && { only_review: true as const, findings: proposal.findings }),
    lessons: proposal.lessons.map(({ content, ...place }) => wireLesson(content, place, marksOf(marked, content.lesson_id))),
    ...(proposal.error && { error: proposal.error }),
  }));
}
