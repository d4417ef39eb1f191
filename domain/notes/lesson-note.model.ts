import { Model } from 'objection';
import type { Passage } from '#contract/notes/notes.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A note or a highlight in a lesson. It belongs to the lesson's permanent id, even when no version has that lesson any more. */
export class LessonNote extends Model {
  static override tableName = 'lesson_note';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client, so that a note sent twice is stored once. */
  declare id: string;
  declare course_id: Ref<'course'>;
  declare lesson_id: string;
  /** The marked words and their surroundings, by which they are found in later versions; null for a note on the whole lesson. */
  declare passage: Passage | null;
  declare text: string;
  declare created_at: Date;
  declare updated_at: Date;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lesson_note: Table<LessonNote>;
  }
}
