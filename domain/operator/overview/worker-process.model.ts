import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** A worker process with a recent heartbeat. */
export class WorkerProcess extends Model {
  static override tableName = 'worker_process';

  /** `<host>:<pid>`, as on the steps it claims. */
  declare id: string;
  declare started_at: Date;
  declare seen_at: Date;
  declare lanes: string[];
  /** Queues that it takes jobs from. */
  declare queues: string[];
  /** Concurrent jobs per queue. */
  declare concurrency: number;
  /** Number of steps it holds now. */
  declare held: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    worker_process: Table<WorkerProcess>;
  }
}
