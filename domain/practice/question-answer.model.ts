import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An answer to a question of a quiz. */
export class QuestionAnswer extends Model {
  static override tableName = 'question_answer';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client, so that an answer sent twice is stored once. */
  declare id: string;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  /** Id of the question in its lesson. */
  declare question_id: string;
  declare is_right: boolean;
  declare answered_at: Date;
  /** When we learnt of it: later than it was given, if that was without a connection. */
  declare arrived_at: Date;
  /** Options chosen, in order if the order matters; empty for a text answer. */
  declare chosen_ids: string[];
}

/** When a person is asked a question again (spaced repetition). */
export class ReviewCard extends Model {
  static override tableName = 'review_card';
  static override idColumn = ['account_id', 'course_id', 'lesson_id', 'question_id'];

  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  declare question_id: string;
  declare due_at: Date;
  /** State of the scheduler (`ts-fsrs`), with dates in ISO format. */
  declare card: unknown;
  /** The learner's day on which it is asked first, as one of the hardest questions of the day before; null for all others. */
  declare again_on: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    question_answer: Table<QuestionAnswer>;
    review_card: Table<ReviewCard>;
  }
}
