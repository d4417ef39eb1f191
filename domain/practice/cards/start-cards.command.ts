import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { liveContents } from '#domain/courses/content/live-lesson.queries.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { courseCards } from './cards.queries.ts';
import { FLASH_CARDS_KIND, flashCardsKey, type FlashCardsRequest } from './flash-cards.kind.ts';

interface NewCards {
  readonly accountId: string;
  readonly courseId: string;
  /** Ids of lessons; undefined: all. */
  readonly lessons: readonly string[] | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Has flash cards written from lessons of a learner's course that have none yet. While that lasts, every order for the course is the same run.
 * @returns id of its run; null when all lessons have cards
 * @throws ProductError not_found; tokens.insufficient; spend.user_cap, spend.install_cap; queue.full
 */
export async function startCards({ accountId, lessons: named, requestId, idempotencyKey, ...of }: NewCards): Promise<string | null> {
  const { courseId, title } = await liveContents({ accountId, ...of });
  const fingerprint = [FLASH_CARDS_KIND, courseId, named ?? null];
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint });
  if (earlier) return earlier;
  const { lessons, task_id: running } = await courseCards({ accountId, courseId });
  if (named?.some((id) => !lessons.some(({ lesson_id: one }) => one === id))) throw notFound('lesson');
  if (running) return running;
  const wanted = lessons.filter(({ lesson_id: id, cards }) => cards === 0 && (!named || named.includes(id)));
  if (wanted.length === 0) return null;
  const request: FlashCardsRequest = { course_id: courseId, lessons: wanted.map(({ lesson_id: id }) => id) };
  const { runId } = await acceptRun({
    kind: FLASH_CARDS_KIND,
    accountId,
    request,
    subject: title,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: flashCardsKey(courseId),
  });
  return runId;
}
