import type { Knex } from 'knex';
import type { FinalTask } from '#contract/courses/course-plan.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getFinalTask } from '#contract/practice/final-task.contract.ts';
import type { Grade, WordsAnswer } from '#contract/practice/words.contract.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { openedOfHeldBack } from '#domain/courses/content/held-back.queries.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { failureReason } from '#domain/platform/runs/run-error.ts';
import type { FailedRun } from '#domain/platform/runs/run-kind.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { GRADE_KIND } from './answer-grade.kind.ts';

/** The question at the time of the answer. */
export interface WordsQuestion {
  readonly question: string;
  readonly explanation: string;
  readonly rubric: readonly string[];
  /** The language in which it was asked, as the form names it; absent: the course's own. */
  readonly language?: CourseLanguage;
}

export interface WordsRow {
  readonly account_id: string;
  readonly id: string;
  readonly course_id: string;
  readonly lesson_id: string | null;
  readonly question_id: string;
  readonly asked: WordsQuestion;
  readonly text: string;
  readonly grade: Grade | null;
  readonly second: Grade | null;
  readonly written_at: Date;
}

/** The `question_id` of a course's final task. */
export const FINAL_TASK = 'final-task';

// whether the first or the second grade of an answer is being made (`gradeKey`)
const isLive = (which: 1 | 2): Sql => sql`exists (
  select from run where run.account_id = answer.account_id and run.status in ('queued', 'running')
    and run.dedupe_key = ${GRADE_KIND}::text || ':' || answer.id || ':' || ${which}::int)`;
const COLUMNS = sql`answer.*, ${isLive(1)} as is_grading, ${isLive(2)} as is_contested,
  (select operator_detail from run where run.account_id = answer.account_id and run.status = 'failed'
      and run.dedupe_key = ${GRADE_KIND}::text || ':' || answer.id || ':1' order by run.created_at desc limit 1) as operator_detail`;

type AnswerRow = WordsRow & Pick<FailedRun, 'operator_detail'> & { readonly is_grading: boolean; readonly is_contested: boolean };

/** Tells whether a user may read the full answer: of a final task only once their own has passed, because a later answer could repeat it. */
const mayRead = ({ question_id: id, lesson_id: lesson, grade, second }: WordsRow): boolean =>
  grade !== null && (lesson !== null || id !== FINAL_TASK || (second ?? grade).is_right);

function toWire(row: AnswerRow): WordsAnswer {
  const status = row.is_contested ? 'contested' : row.grade ? 'graded' : row.is_grading ? 'grading' : 'failed';
  return {
    answer_id: row.id,
    question_id: row.question_id,
    text: row.text,
    written_at: row.written_at.toISOString(),
    status,
    reason: status === 'failed' ? failureReason(row) : null,
    grade: row.grade,
    second: row.second,
    explanation: mayRead(row) ? row.asked.explanation : '',
    may_contest: status === 'graded' && row.second === null,
  };
}

/** Returns one answer of a user. @throws ProductError not_found */
export async function readWords(accountId: string, answerId: string, store: Knex = database()): Promise<WordsAnswer> {
  const [answer] = await rowsOf<AnswerRow>(
    store,
    sql`select ${COLUMNS} from words_answer answer where account_id = ${accountId} and id = ${isUuid(answerId) ? answerId : null}`,
  );
  if (!answer) throw notFound('answer');
  return toWire(answer);
}

/** Returns the final task of a course that the account has; null if it has none, or while its texts are held back. @throws ProductError not_found */
export async function findFinalTask(of: { accountId: string; courseId: string }): Promise<{ courseId: string; task: FinalTask | null }> {
  const [course] = await rowsOf<{ courseId: string; task: FinalTask | null }>(
    database(),
    sql`select course.id as "courseId", case when ${openedOfHeldBack(sql`course`)} is null then nullif(content->'plan'->'final_task', 'null') end as task
          from course join course_version on course_id = course.id and number = current_version
         where course.id = ${courseIdOf(of.courseId)} and course.account_id = ${of.accountId}`,
  );
  if (!course) throw notFound('course');
  return course;
}

/** Returns the final task of a course and the user's latest answer to it. @throws ProductError not_found */
export async function readFinalTask(of: { accountId: string; courseId: string }): Promise<AnswerOf<typeof getFinalTask>> {
  const { courseId, task } = await findFinalTask(of);
  const [[answer], isPassed] = await Promise.all([
    rowsOf<AnswerRow>(
      database(),
      sql`select ${COLUMNS} from words_answer answer
           where account_id = ${of.accountId} and course_id = ${courseId} and lesson_id is null and question_id = ${FINAL_TASK}
           order by written_at desc limit 1`,
    ),
    hasPassedTask(database(), { accountId: of.accountId, courseId }),
  ]);
  const { solution: _, ...asked } = task ?? { solution: '' };
  return { task: task && (asked as Omit<FinalTask, 'solution'>), answer: answer ? toWire(answer) : null, is_passed: isPassed };
}

/** Tells whether an answer to the final task of a course has made most of its points; the second grade of a contested one counts. */
export async function hasPassedTask(store: Knex, { accountId, courseId }: { accountId: string; courseId: string }): Promise<boolean> {
  const [row] = await rowsOf<{ passed: boolean }>(
    store,
    sql`select exists (select from words_answer
                        where account_id = ${accountId} and course_id = ${courseId} and lesson_id is null and question_id = ${FINAL_TASK}
                          and (coalesce(second, grade)->>'is_right')::boolean) as passed`,
  );
  return row!.passed;
}

/** Lists a user's latest answer to each text question of a live lesson. @throws ProductError not_found */
export async function listWords(given: { accountId: string; courseId: string; lessonId: string }): Promise<WordsAnswer[]> {
  const { courseId, lessonId } = await findLiveLesson(given);
  const answers = await rowsOf<AnswerRow>(
    database(),
    sql`select distinct on (question_id) ${COLUMNS} from words_answer answer
         where account_id = ${given.accountId} and course_id = ${courseId} and lesson_id = ${lessonId}
         order by question_id, written_at desc`,
  );
  return answers.map(toWire);
}
