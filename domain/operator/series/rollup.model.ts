import { Model } from 'objection';
import type { Table } from '#domain/platform/rows/table.ts';

/**
 * A step that has ended, or the reversal of one that changed (`count` is then -1); added up within a minute. Written by triggers of `step`.
 */
export class StepDelta extends Model {
  static override tableName = 'step_delta';

  declare id: number;
  /** The minute in which it ended. */
  declare at: Date;
  declare job: string;
  declare lane: string;
  /** Null when it completed; `unknown` when it failed without a code. */
  declare error_code: string | null;
  /** Histogram places of its waiting time and its working time. */
  declare wait_place: number;
  declare run_place: number;
  declare count: number;
}

/** The same for a call of a service, by the minute in which it began. Written by triggers of `vendor_call`. */
export class CallDelta extends Model {
  static override tableName = 'call_delta';

  declare id: number;
  declare at: Date;
  declare service: string;
  declare purpose: string;
  declare outcome: string;
  /** Null when its duration says nothing about the service. */
  declare place: number | null;
  declare calls: number;
  declare micro_usd: number;
  declare input_tokens: number;
  declare output_tokens: number;
}

/** A histogram of durations: how many fell into each place; a place is 5 % wide. */
export class DurationRollup extends Model {
  static override tableName = 'duration_rollup';
  static override idColumn = ['grain', 'measure', 'at', 'name', 'lane', 'place'];

  declare grain: 'minute' | 'hour' | 'day';
  declare at: Date;
  /** `wait` and `run` for ended steps; `call` for the time until a service's answer. */
  declare measure: 'wait' | 'run' | 'call';
  /** Name of the kind of work, or of the service. */
  declare name: string;
  /** Empty for a service. */
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

/** Calls of services, and their cost. */
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

/** A release that workers have begun to run. */
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
