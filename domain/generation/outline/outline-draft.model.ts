import { Model } from 'objection';
import type { OutlineDraft as Outline } from '#contract/generation/outline-draft.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A learner's saved changes to an outline that waits for their approval; deleted when the outline is approved or its run ends. */
export class OutlineDraft extends Model {
  static override tableName = 'outline_draft';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  /** Grows with each save. A save names the version it is based on, so that two devices do not overwrite each other. */
  declare version: number;
  declare draft: Outline;
  declare updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    outline_draft: Table<OutlineDraft>;
  }
}
