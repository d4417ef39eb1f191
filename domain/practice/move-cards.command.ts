import type { Knex } from 'knex';
import type { Asked } from '#domain/courses/courses.ports.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** A question, and the question that replaces it. */
interface Succession {
  readonly lesson: string;
  readonly gone: string;
  readonly next: string;
}

function successionsIn(before: readonly Asked[], after: readonly Asked[]): Succession[] {
  const then = new Map(before.map((lesson) => [lesson.lesson_id, lesson.quiz.map(({ id }) => id)]));
  return after.flatMap(({ lesson_id: lesson, quiz }) => {
    const [old, now] = [then.get(lesson) ?? [], quiz.map(({ id }) => id)];
    const gone = old.filter((id) => !now.includes(id));
    const fresh = now.filter((id) => !old.includes(id));
    return gone.slice(0, fresh.length).map((id, at) => ({ lesson, gone: id, next: fresh[at]! }));
  });
}

/**
 * Moves the reviews of questions that a lesson no longer has to the questions that replace them, in the transaction that writes the new
 * version, so that due dates stay. Answers stay with the question that was answered.
 */
export async function moveCards(trx: Knex.Transaction, courseId: string, before: readonly Asked[], after: readonly Asked[]): Promise<void> {
  const moved = successionsIn(before, after);
  if (moved.length === 0) return;
  await rowsOf(
    trx,
    sql`update review_card card set question_id = succession.next
          from unnest(${moved.map(({ lesson }) => lesson)}::text[], ${moved.map(({ gone }) => gone)}::text[],
                      ${moved.map(({ next }) => next)}::text[]) succession (lesson, gone, next)
         where card.course_id = ${courseId} and card.lesson_id::text = succession.lesson and card.question_id = succession.gone
           and not exists (select from review_card other
                            where other.account_id = card.account_id and other.course_id = card.course_id
                              and other.lesson_id = card.lesson_id and other.question_id = succession.next)`,
  );
}
