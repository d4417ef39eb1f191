import type { WordsAnswer } from '#contract/practice/words.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { quizOf } from '../answer-question.command.ts';
import { GRADE_KIND, gradeKey } from './answer-grade.kind.ts';
import { readWords } from './words.queries.ts';

const SUBJECT_CHARACTERS = 80;

interface Given {
  readonly accountId: string;
  /** Made by the client. */
  readonly answerId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly questionId: string;
  readonly text: string;
  readonly requestId: string;
}

/**
 * Keeps an answer in words and has it graded. Sent again, it is the same answer with the text it came with first; one whose grading has failed
 * is graded anew then.
 * @throws ProductError not_found, also for a question that is not answered in words; tokens.insufficient: the answer was not kept then
 */
export async function answerInWords({ accountId, answerId, requestId, ...given }: Given): Promise<WordsAnswer> {
  const { courseId, lessonId } = await findLiveLesson({ accountId, ...given });
  const item = (await quizOf(database(), courseId, lessonId)).find(({ id }) => id === given.questionId);
  if (item?.kind !== 'short') throw notFound('question');
  const of = { account_id: accountId, id: answerId };
  const known = await database()('words_answer').where(of).first('grade');
  if (known?.grade) return readWords(accountId, answerId);
  const { question, explanation, rubric } = item;
  await acceptRun({
    kind: GRADE_KIND,
    accountId,
    request: { answer_id: answerId, is_second: false },
    subject: question.slice(0, SUBJECT_CHARACTERS),
    requestId,
    asked: null,
    dedupeKey: gradeKey({ answer_id: answerId, is_second: false }),
    async begin(trx) {
      await trx('words_answer')
        .insert({
          ...of,
          course_id: courseId,
          lesson_id: lessonId,
          question_id: item.id,
          asked: JSON.stringify({ question, explanation, rubric }),
          text: given.text,
        })
        .onConflict()
        .ignore();
    },
  });
  return readWords(accountId, answerId);
}

/**
 * Has a second service grade an answer, for nothing. An answer that has its second grade, or is being graded, is left alone.
 * @throws ProductError not_found
 */
export async function contestGrade(asked: { accountId: string; answerId: string; requestId: string }): Promise<WordsAnswer> {
  const { accountId, answerId, requestId } = asked;
  const answer = await readWords(accountId, answerId);
  if (!answer.may_contest) return answer;
  const { asked: about } = await database()('words_answer').where({ account_id: accountId, id: answerId }).first('asked');
  const request = { answer_id: answerId, is_second: true };
  await acceptRun({
    kind: GRADE_KIND,
    accountId,
    request,
    subject: (about.question as string).slice(0, SUBJECT_CHARACTERS),
    requestId,
    asked: null,
    dedupeKey: gradeKey(request),
  });
  return readWords(accountId, answerId);
}
