import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The part of a lesson that a service has sent so far. Unlogged: after a crash of the database the next chunk fills it again. */
export class LessonStream extends Model {
  static override tableName = 'lesson_stream';
  static override idColumn = ['step_id', 'lesson_id'];

  /** The step that writes it, alone or with the other lessons of its module. */
  declare step_id: Ref<'step'>;
  declare lesson_id: string;
  /** Fencing number of the writing claim: a later claim's text replaces an earlier one's. */
  declare fence: number;
  declare content: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lesson_stream: Table<LessonStream>;
  }
}
