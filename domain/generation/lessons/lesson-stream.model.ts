import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** What a service has sent so far of the lesson it is writing. Unlogged: after a crash of the database the next chunk fills it again. */
export class LessonStream extends Model {
  static override tableName = 'lesson_stream';
  static override idColumn = 'step_id';

  declare step_id: Ref<'step'>;
  /** Of the claim that writes: a later one's text replaces an earlier one's. */
  declare fence: number;
  declare content: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lesson_stream: Table<LessonStream>;
  }
}
