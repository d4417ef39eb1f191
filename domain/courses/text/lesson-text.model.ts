import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The visible text of a lesson's Markdown, made once in a restricted process because some Markdown takes very long to parse. */
export class LessonText extends Model {
  static override tableName = 'lesson_text';
  static override idColumn = ['course_id', 'content_hash'];

  declare course_id: Ref<'course'>;
  /** SHA-256 of the Markdown. */
  declare content_hash: string;
  declare text: string;
  /** The Markdown could not be parsed within the limits, so `text` is the Markdown itself. */
  declare is_plain: boolean;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lesson_text: Table<LessonText>;
  }
}
