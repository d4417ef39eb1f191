import { Model } from 'objection';
import type { Grade } from '#contract/practice/words.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { WordsQuestion } from './words.queries.ts';

/** An answer in words, which a service grades. */
export class WordsAnswer extends Model {
  static override tableName = 'words_answer';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client, so that an answer sent twice is stored once. */
  declare id: string;
  declare course_id: Ref<'course'>;
  /** Null for the final task, which belongs to the whole course. */
  declare lesson_id: string | null;
  declare question_id: string;
  /** The question with its rubric at the time of the answer. */
  declare asked: WordsQuestion;
  declare text: string;
  declare grade: Grade | null;
  /** Another service's grade, when the first was contested. */
  declare second: Grade | null;
  declare written_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    words_answer: Table<WordsAnswer>;
  }
}
