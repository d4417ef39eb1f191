import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/** A step that ended, or one that is no longer what it was (`count` is -1 then); added up within a minute. Written by triggers of `step`. */
export class StepDelta extends Model {
  static override tableName = 'step_delta';

  declare id: number;
  /** The minute in which it ended. */
  declare at: Date;
  declare job: string;
  declare lane: string;
  /** Null: it completed; `unknown`: it failed without a code. */
  declare error_code: string | null;
  /** Places of its waiting and of its work in a histogram. */
  declare wait_place: number;
  declare run_place: number;
  declare count: number;
}

/** The same for calls of services, by the minute in which they began. Written by triggers of `vendor_call`. */
export class CallDelta extends Model {
  static override tableName = 'call_delta';

  declare id: number;
  declare at: Date;
  declare service: string;
  declare purpose: string;
  declare outcome: string;
  /** Null: its time says nothing of the service. */
  declare place: number | null;
  declare calls: number;
  declare micro_usd: number;
  declare input_tokens: number;
  declare output_tokens: number;
}

/** A histogram of times: how many were within a place, which is 5 % wide. */
export class DurationRollup extends Model {
  static override tableName = 'duration_rollup';
  static override idColumn = ['grain', 'measure', 'at', 'name', 'lane', 'place'];

  declare grain: 'minute' | 'hour' | 'day';
  declare at: Date;
  /** Of a step that ended, its waiting and its work; of a call, until its answer. */
  declare measure: 'wait' | 'run' | 'call';
  /** A kind of work, or a service. */
  declare name: string;
  /** Of a service: empty. */
  declare lane: string;
  declare place: number;
  declare count: number;
}

/** Steps that failed for good. */
export class FailureRollup extends Model {
  static override tableName = 'failure_rollup';
  static override idColumn = ['grain', 'at', 'work', 'lane', 'error_code'];

  declare grain: 'minute' | 'hour' | 'day';
  declare at: Date;
  declare work: string;
  declare lane: string;
  declare error_code: string;
  declare count: number;
}

/** Calls of services and their cost. */
export class CallRollup extends Model {
  static override tableName = 'call_rollup';
  static override idColumn = ['grain', 'at', 'service', 'purpose', 'outcome'];

  declare grain: 'minute' | 'hour' | 'day';
  declare at: Date;
  declare service: string;
  declare purpose: string;
  declare outcome: string;
  declare calls: number;
  declare micro_usd: number;
  declare input_tokens: number;
  declare output_tokens: number;
}

/** A release that workers began to run. */
export class Deploy extends Model {
  static override tableName = 'deploy';

  declare id: number;
  declare name: string;
  declare at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    step_delta: Table<StepDelta>;
    call_delta: Table<CallDelta>;
    duration_rollup: Table<DurationRollup>;
    failure_rollup: Table<FailureRollup>;
    call_rollup: Table<CallRollup>;
    deploy: Table<Deploy>;
  }
}
