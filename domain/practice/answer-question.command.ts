import type { Knex } from 'knex';
import type { answerQuestion as endpoint, Score } from '#contract/practice/practice.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { isRightChoice, isWholeChoice, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockCard, rememberAnswer } from './remember-answer.ts';

interface Given {
  readonly accountId: string;
  /** Made by the client. */
  readonly answerId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly questionId: string;
  /** Options, in the order in which they were put. */
  readonly chosenIds: readonly string[];
  readonly now?: Date;
}

/**
 * Marks an answer to a question of a live lesson, stores it and says when the question is due again. The same answer sent again changes nothing.
 * @throws ProductError not_found; validation.failed for what is no answer to a question of its kind
 */
export async function answerQuestion({ now = new Date(), ...given }: Given): Promise<AnswerOf<typeof endpoint>> {
  const { accountId } = given;
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    const quiz = await quizOf(trx, courseId, lessonId);
    const item = quiz.find(({ id }) => id === given.questionId);
    if (!item) throw notFound('question');
    if (!isWholeChoice(item, given.chosenIds))
      throw new ProductError('validation.failed', 'The question is not answered like this.', {
        data: { errors: [{ path: 'chosen_ids', message: 'The question is not answered like this.' }] },
      });
    let isRight = isRightChoice(item, given.chosenIds);
    const card = { account_id: accountId, course_id: courseId, lesson_id: lessonId, question_id: item.id };
    const added = await trx('question_answer')
      .insert({ ...card, id: given.answerId, chosen_ids: given.chosenIds, is_right: isRight, answered_at: now })
      .onConflict()
      .ignore()
      .returning('id');
    let due: Date;
    if (added.length > 0) due = await rememberAnswer(trx, card, isRight, now);
    else {
      ({ due_at: due } = await lockCard(trx, card, now));
      // the first word under this id counts, whatever is sent with it later
      ({ is_right: isRight } = await trx('question_answer').where({ account_id: accountId, id: given.answerId }).first('is_right'));
    }
    const score = await scoreOf(trx, { accountId, courseId, lessonId, quiz });
    return { is_right: isRight, right_ids: rightIdsOf(item), explanation: item.explanation, score, due_at: due.toISOString() };
  });
}

type Quiz = readonly QuizItem[];

/** The questions of a lesson of the live version. */
export async function quizOf(store: Knex, courseId: string, lessonId: string): Promise<Quiz> {
  const { rows } = await store.raw(
    `select lesson->'quiz' as quiz from course join course_version on course_id = course.id and number = current_version,
            jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
      where course.id = ? and lesson->>'lesson_id' = ?`,
    [courseId, lessonId],
  );
  return rows[0]?.quiz ?? [];
}

/** How many of a lesson's questions were answered, and rightly the last time. */
export async function scoreOf(
  store: Knex,
  { accountId, courseId, lessonId, quiz }: { accountId: string; courseId: string; lessonId: string; quiz: Quiz },
): Promise<Score> {
  const { rows } = await store.raw(
    `select count(*)::int as answered, count(*) filter (where is_right)::int as "right"
       from (select distinct on (question_id) is_right from question_answer
              where account_id = :accountId and course_id = :courseId and lesson_id = :lessonId and question_id = any(:questions)
              order by question_id, answered_at desc) latest`,
    { accountId, courseId, lessonId, questions: quiz.map(({ id }) => id) },
  );
  return { ...rows[0], questions: quiz.length };
}
