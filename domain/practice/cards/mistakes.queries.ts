import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { fromAnswers } from '../answer-question.command.ts';

/** Returns the questions of a lesson whose latest answer was wrong, with the right answers: the first cards are about them. */
export async function mistakesIn(accountId: string, courseId: string, { lesson_id: lessonId, quiz }: LessonContent) {
  const latest = await rowsOf<{ question_id: string; is_right: boolean }>(
    database(),
    sql`select distinct on (question_id) question_id, is_right ${fromAnswers({ accountId, courseId, lessonId, quiz })} order by question_id, answered_at desc`,
  );
  const wrong = new Set(latest.flatMap(({ question_id: id, is_right: isRight }) => (isRight ? [] : [id])));
  return quiz
    .filter((item) => wrong.has(item.id) && rightIdsOf(item).length === 1)
    .map((item) => ({
      question: item.question,
      answer: optionsOf(item).find(({ id }) => rightIdsOf(item).includes(id))!.text,
      explanation: item.explanation,
    }));
}
