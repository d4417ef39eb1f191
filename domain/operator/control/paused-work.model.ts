import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** Work that operators have paused. A paused step does not start; a running one finishes. */
export class PausedWork extends Model {
  static override tableName = 'paused_work';
  static override idColumn = ['scope', 'name'];

  declare scope: 'queue' | 'kind' | 'batch' | 'schedule';
  /** Name of the queue, kind or schedule, or id of the batch. */
  declare name: string;
  /** For a queue: its lane. */
  declare lane: string | null;
  /** For a queue: the jobs it carries. */
  declare jobs: string[];
  declare paused_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    paused_work: Table<PausedWork>;
  }
}
