import type { Knex } from 'knex';
import type { Grade, WordsAnswer } from '#contract/practice/words.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { GRADE_KIND } from './answer-grade.kind.ts';

/** The question at the time of the answer. */
export interface WordsQuestion {
  readonly question: string;
  readonly explanation: string;
  readonly rubric: readonly string[];
}

export interface WordsRow {
  readonly account_id: string;
  readonly id: string;
  readonly course_id: string;
  readonly lesson_id: string;
  readonly question_id: string;
  readonly asked: WordsQuestion;
  readonly text: string;
  readonly grade: Grade | null;
  readonly second: Grade | null;
  readonly written_at: Date;
}

// whether the first grade of an answer, or the second one, is being made (`gradeKey`)
const isLive = (which: number) => `exists (
  select from run where run.account_id = answer.account_id and run.status in ('queued', 'running')
    and run.dedupe_key = '${GRADE_KIND}:' || answer.id || ':${which}')`;
const COLUMNS = `answer.*, ${isLive(1)} as is_grading, ${isLive(2)} as is_contested`;

function toWire(row: WordsRow & { is_grading: boolean; is_contested: boolean }): WordsAnswer {
  const status = row.is_contested ? 'contested' : row.grade ? 'graded' : row.is_grading ? 'grading' : 'failed';
  return {
    answer_id: row.id,
    question_id: row.question_id,
    text: row.text,
    written_at: row.written_at.toISOString(),
    status,
    grade: row.grade,
    second: row.second,
    explanation: row.grade ? row.asked.explanation : '',
    may_contest: status === 'graded' && row.second === null,
  };
}

/** Returns one answer of a user. @throws ProductError not_found */
export async function readWords(accountId: string, answerId: string, store: Knex = database()): Promise<WordsAnswer> {
  const { rows } = await store.raw(`select ${COLUMNS} from words_answer answer where account_id = ? and id = ?`, [
    accountId,
    isUuid(answerId) ? answerId : null,
  ]);
  if (!rows[0]) throw notFound('answer');
  return toWire(rows[0]);
}

/** Lists a user's latest answer to each text question of a live lesson. @throws ProductError not_found */
export async function listWords(asked: { accountId: string; courseId: string; lessonId: string }): Promise<WordsAnswer[]> {
  const { courseId, lessonId } = await findLiveLesson(asked);
  const { rows } = await database().raw(
    `select distinct on (question_id) ${COLUMNS} from words_answer answer where account_id = ? and course_id = ? and lesson_id = ?
      order by question_id, written_at desc`,
    [asked.accountId, courseId, lessonId],
  );
  return rows.map(toWire);
}
