import { createHash, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { feedbackOf, isRightChoice, kindOf, optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { FINAL_TEST, type OpenTest, type TestAttempt } from '#contract/practice/final-test.contract.ts';
import type { finishFinalTest as finishEndpoint, getFinalTest as getEndpoint } from '#contract/practice/final-test.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { hasPassedTask } from '../words/words.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface TestRow {
  readonly id: string;
  readonly questions: readonly QuizItem[];
  readonly answers: readonly (readonly string[])[] | null;
  readonly right_count: number | null;
  readonly passed: boolean | null;
  readonly finished_at: Date | null;
}

interface Of {
  readonly accountId: string;
  readonly courseId: string;
}

interface TestedCourse {
  readonly isCompleted: boolean;
  readonly isNeeded: boolean;
  /** The course ends in a final task, which its certificate needs as well as the test. */
  readonly hasTask: boolean;
  /** Questions for the test, by lesson; text answers are excluded. */
  readonly lessons: readonly (readonly QuizItem[])[];
}

/** Reads the course. @throws ProductError not_found */
async function testedCourse(store: Knex, { accountId, courseId }: Of): Promise<TestedCourse> {
  const [course] = await rowsOf<{ has_final_test: boolean; is_completed: boolean; has_task: boolean; quizzes: QuizItem[][] }>(
    store,
    sql`select has_final_test, jsonb_typeof(live.content->'plan'->'final_task') is not distinct from 'object' as has_task,
               ${completedAt(sql`course`)} is not null as is_completed,
               (select coalesce(jsonb_agg(lesson->'quiz'), '[]') from jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson) as quizzes
          from course join course_version live on live.course_id = course.id and live.number = course.current_version
         where course.id = ${isUuid(courseId) ? courseId : null} and course.account_id = ${accountId}`,
  );
  if (!course) throw notFound('course');
  const lessons = course.quizzes.map((quiz) => quiz.filter(({ kind }) => kind !== 'short'));
  const isNeeded = course.has_final_test && lessons.flat().length >= FINAL_TEST.least;
  return { isCompleted: course.is_completed, isNeeded, hasTask: course.has_final_test && course.has_task, lessons };
}

const passMark = (questions: number): number => Math.ceil(questions * FINAL_TEST.passShare);

/** Draws questions from all lessons in turn, in an order that depends on the seed. */
function drawQuestions(lessons: TestedCourse['lessons'], seed: string): QuizItem[] {
  const rank = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  const ranked = lessons.flatMap((quiz, lesson) =>
    quiz
      .map((item) => ({ item, at: rank(`${lesson} ${item.id}`) }))
      .toSorted((one, other) => one.at.localeCompare(other.at))
      .map((one, turn) => ({ ...one, turn })),
  );
  return ranked
    .toSorted((one, other) => one.turn - other.turn || one.at.localeCompare(other.at))
    .slice(0, FINAL_TEST.most)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ item }) => item);
}

const toOpen = ({ id, questions }: TestRow): OpenTest => ({
  test_id: id,
  questions: questions.map((item) => ({ kind: kindOf(item), question: item.question, options: optionsOf(item) })),
});
const toAttempt = ({ id, questions, right_count: right, passed, finished_at: at }: TestRow): TestAttempt => ({
  test_id: id,
  right: right!,
  total: questions.length,
  passed: passed!,
  finished_at: at!.toISOString(),
});

const MOST_LISTED = 50;

/** Returns the rules of a course's final test, and the user's attempts. @throws ProductError not_found */
export async function getFinalTest(learner: Of): Promise<AnswerOf<typeof getEndpoint>> {
  const course = await testedCourse(database(), learner);
  const rows: TestRow[] = await database()('final_test')
    .where({ account_id: learner.accountId, course_id: learner.courseId })
    .orderBy('started_at', 'desc')
    .limit(MOST_LISTED);
  const open = rows.find(({ finished_at: at }) => at === null);
  const questions = open?.questions.length ?? Math.min(FINAL_TEST.most, course.lessons.flat().length);
  return {
    is_needed: course.isNeeded,
    is_task_needed: course.hasTask,
    questions,
    pass_mark: passMark(questions),
    open: open ? toOpen(open) : null,
    attempts: rows.filter(({ finished_at: at }) => at !== null).map(toAttempt),
  };
}

/** Starts a test, or returns the open one. @throws ProductError not_found; certificate.not_completed */
export async function startFinalTest(learner: Of): Promise<OpenTest> {
  const course = await testedCourse(database(), learner);
  if (!course.isNeeded) throw notFound('test');
  if (!course.isCompleted) throw new ProductError('certificate.not_completed', 'The final test comes after the last lesson.');
  const id = randomUUID();
  const owned = { account_id: learner.accountId, course_id: learner.courseId };
  return transact(async (trx) => {
    await trx('final_test')
      .insert({ ...owned, id, questions: JSON.stringify(drawQuestions(course.lessons, id)) })
      .onConflict(expression(trx, sql`(account_id, course_id) where finished_at is null`))
      .ignore();
    return toOpen((await trx('final_test').where(owned).whereNull('finished_at').first())!);
  });
}

/** Marks a test; submitting it again changes nothing. @throws ProductError not_found */
export async function finishFinalTest(
  given: Of & { testId: string; answers: readonly (readonly string[])[] },
): Promise<AnswerOf<typeof finishEndpoint>> {
  if (!isUuid(given.testId)) throw notFound('test');
  return transact(async (trx) => {
    const test = { id: given.testId, account_id: given.accountId, course_id: isUuid(given.courseId) ? given.courseId : null };
    const row: TestRow | undefined = await trx('final_test').where(test).forUpdate().first();
    if (!row) throw notFound('test');
    const answers = row.answers ?? given.answers;
    const marks = row.questions.map((item, at) => ({
      is_right: isRightChoice(item, answers[at] ?? []),
      right_ids: rightIdsOf(item),
      explanation: item.explanation,
      feedback: feedbackOf(item, answers[at] ?? []),
    }));
    if (row.finished_at) return { attempt: toAttempt(row), marks };
    const right = marks.filter(({ is_right: isRight }) => isRight).length;
    const [finished]: TestRow[] = await trx('final_test')
      .where(test)
      .update({
        answers: JSON.stringify(answers),
        right_count: right,
        passed: right >= passMark(marks.length),
        finished_at: trx.fn.now(),
      })
      .returning('*');
    return { attempt: toAttempt(finished!), marks };
  });
}

/** Tells whether a course's certificate still requires the test, or the final task, to be passed. @throws ProductError not_found */
export async function lacksTest(trx: Knex.Transaction, learner: Of): Promise<boolean> {
  const { isNeeded, hasTask } = await testedCourse(trx, learner);
  if (hasTask && !(await hasPassedTask(trx, learner))) return true;
  if (!isNeeded) return false;
  return (
    (await trx('final_test').where({ account_id: learner.accountId, course_id: learner.courseId, passed: true }).first('id')) === undefined
  );
}
