import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { CallBegun, FailedAttempt, PaidAnswer } from './step.ts';

/** A step: the part of a run that a worker does at one time. */
export class Step extends Model {
  static override tableName = 'step';

  declare id: string;
  declare run_id: Ref<'run'>;
  /** Name of its job (`queues/`). */
  declare job: string;
  /** Unique within the run, such as `lesson-<id>`. */
  declare key: string;
  /** Id of the object it works on, such as a lesson. */
  declare item_id: string | null;
  declare state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Dispatch number: grows with every dispatch, because the queue silently drops a job id it still knows. */
  declare dispatch: number;
  declare dispatched_at: Date;
  /** When it may start. */
  declare due_at: Date;
  /** Fencing number: grows with every claim; a write with an older one changes nothing. */
  declare fence: number;
  /** While running: the worker holds the step until then unless it renews the lease. */
  declare lease_until: Date | null;
  /** `<host>:<pid>` of its holder. */
  declare worker: string | null;
  /** The service that answered. */
  declare service: string | null;
  /** Failed attempts, counted here and not in the queue. */
  declare tried: FailedAttempt[];
  /** Hash of its input, so that finished work is not bought twice. */
  declare input_hash: string | null;
  /** The output; its job defines the format. */
  declare output: unknown;
  declare error_code: string | null;
  declare error_detail: string | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare finished_at: Date | null;
  /** The vendor call that gave its final answer. */
  declare call_id: string | null;
  /** An answer with small faults that is used if no better one arrives. */
  declare fallback: unknown;
  /** The newest vendor call; its row in `vendor_call` is written when it ends. */
  declare call_begun: CallBegun | null;
  /** Services it preferred but did not ask, because they were unreachable. */
  declare passed_over: string[];
  /** The input, or the state kept by polling, in its job's format. */
  declare payload: unknown;
  /** When a step that polls an external system gives up. */
  declare look_until: Date | null;
  /** The newest paid answer, stored before anything else can fail; erased when the step ends. */
  declare answer: PaidAnswer | null;
  /** The item's display name, for people who inspect the queue. */
  declare label: string | null;
}

/** A job that must reach the queue; committed with the row it announces. */
export class Outbox extends Model {
  static override tableName = 'outbox';

  declare id: number;
  /** The step; null for a job without one, such as sending due mail. */
  declare step_id: Ref<'step'> | null;
  /** Dispatch number of the step. */
  declare dispatch: number | null;
  declare job: string;
  declare lane: string;
  declare due_at: Date;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    step: Table<Step>;
    outbox: Table<Outbox>;
  }
}
