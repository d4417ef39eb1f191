import { Model } from 'objection';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A kind of content that can be placed in an LMS. Its rows are written from the kinds of work at every start. */
export class PlacedKind extends Model {
  static override tableName = 'placed_kind';
  static override idColumn = 'name';

  declare name: Placed;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    placed_kind: Table<PlacedKind>;
  }
}
