import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Where a person wants to be found by others. The row is the consent; a trigger deletes it when its owner is a minor or leaves. */
export class LearnerPosition extends Model {
  static override tableName = 'learner_position';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** Row of the 500 m square (`contract/places/grid.ts`); `cell_x` is its column. Nothing finer is stored. */
  declare cell_y: number;
  declare cell_x: number;
  declare subjects: string[];
  declare status: 'Available' | 'Busy';
  declare shared_at: Date;
  declare updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    learner_position: Table<LearnerPosition>;
  }
}
