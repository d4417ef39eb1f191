import type { Course } from '#contract/courses/courses.contract.ts';
import { lockProposal } from '#domain/generation/rewrites/proposal.queries.ts';
import { acceptLessons, discardLessons } from '#domain/generation/rewrites/rewrite.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { replaceLessons } from '#domain/courses/versions/version.commands.ts';
import { afterCancel, cancelRunIn } from '#domain/platform/runs/run.commands.ts';

/**
 * Makes proposed lessons live in a new version: the named ones, or all that are not pinned. Every other byte of the course stays; the rest
 * of the proposal stays open. Accepting an accepted lesson changes nothing.
 * @throws ProductError not_found; validation.failed for a lesson the proposal does not have; run.not_waiting when it is not finished, has
 * failed or was discarded; course.lesson_pinned when a named lesson was pinned meanwhile, or all were; course.version_conflict when one has
 * changed since it was compared: nothing changes then
 */
export async function acceptProposal(given: {
  accountId: string;
  courseId: string;
  taskId: string;
  lessonIds?: readonly string[];
  /** Hashes of the live lessons it was compared with, by id; absent: they are replaced without a check. */
  basePrints?: Readonly<Record<string, string>>;
  /** The operators' batch that produced it. */
  operatorReason?: string | undefined;
}): Promise<{ version: number; course: Course }> {
  const { accountId, courseId, taskId: runId, lessonIds, basePrints, operatorReason } = given;
  await transact(async (trx) => {
    const proposal = await lockProposal(trx, { accountId, courseId, runId });
    if (!proposal) throw notFound('proposal');
    const { accepted } = proposal;
    const lessons = proposal.lessons.map((lesson) => lesson.content);
    const pinned: string[] = await trx('lesson_pin').where({ course_id: courseId }).pluck('lesson_id');
    const chosen = lessons.filter(({ lesson_id: id }) => (lessonIds ? lessonIds.includes(id) : !pinned.includes(id)));
    const known = new Set([...accepted, ...lessons.map(({ lesson_id: id }) => id)]);
    const isKnown = !lessonIds || lessonIds.every((id) => known.has(id));
    if (isKnown && chosen.length === 0 && accepted.length > 0 && (lessonIds || proposal.settled !== 'discarded')) return;
    if (proposal.settled || proposal.status !== 'completed') throw new ProductError('run.not_waiting');
    if (!isKnown) {
      throw new ProductError('validation.failed', 'The proposal does not contain all of these lessons.', {
        data: { errors: [{ path: 'lesson_ids', message: 'Must be ids of proposed lessons' }] },
      });
    }
    if (lessons.length > 0 && (chosen.length === 0 || chosen.some(({ lesson_id: id }) => pinned.includes(id))))
      throw new ProductError('course.lesson_pinned', 'This lesson is pinned. Unpin it to use the new text.');
    await replaceLessons(trx, {
      accountId,
      courseId,
      runId,
      lessons: chosen,
      order: proposal.order,
      kind: 'regenerated',
      basePrints,
      operatorReason,
    });
    const ids = [...accepted, ...chosen.map(({ lesson_id: id }) => id)];
    await acceptLessons(trx, { runId, lessonIds: ids, isAll: chosen.length === lessons.length });
  });
  const course = await getCourse({ accountId, courseId });
  return { version: course.version, course };
}

/**
 * Discards a proposal, or its open rest. A proposal that is still being written is stopped in the same transaction: after a crash in
 * between it would end, be charged and reappear. The course does not change. Repeating it changes nothing.
 * @returns whether it is discarded: false when it was already accepted completely
 * @throws ProductError not_found
 */
export async function discardProposal(given: { accountId: string; courseId: string; taskId: string }): Promise<{ discarded: boolean }> {
  const { accountId, courseId, taskId: runId } = given;
  const { discarded, live } = await transact(async (trx) => {
    const proposal = await lockProposal(trx, { accountId, courseId, runId });
    if (!proposal) throw notFound('proposal');
    if (proposal.settled === 'accepted') return { discarded: false, live: false };
    await discardLessons(trx, runId);
    const isLive = proposal.status === 'queued' || proposal.status === 'running';
    if (isLive) await cancelRunIn(trx, { runId, accountId, keep: false });
    return { discarded: true, live: isLive };
  });
  if (live) await afterCancel(runId);
  return { discarded };
}
