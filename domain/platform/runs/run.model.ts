import { Model } from 'objection';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { PaidFrom } from '#contract/platform/status.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/**
 * A run: one piece of slow work of any kind. This row is authoritative; the queue only carries its id. Columns that only one kind needs are
 * in a table of its feature.
 */
export class Run extends Model {
  static override tableName = 'run';

  declare id: string;
  /** Owner; null: the installation's own work. */
  declare account_id: Ref<'account'> | null;
  /** Name of its kind (`domain/kinds.ts`). */
  declare kind: string;
  /** Lane of its jobs; interactive work goes first. */
  declare lane: 'interactive' | 'batch';
  /** The request, in the format that its kind defines. */
  declare request: unknown;
  /** At most one live run per account and key. */
  declare dedupe_key: string | null;
  /** Id of the HTTP request that started it, for logs. */
  declare request_id: string;
  /** Order of arrival, for fairness and the displayed queue position. */
  declare position: number;
  declare status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The current activity, in its kind's words. */
  declare stage: string;
  /** Percent. */
  declare progress: number;
  /** The subject, as requested. */
  declare subject: string;
  /** The title of the result, once known. */
  declare title: string | null;
  /** The result; its kind defines the format. */
  declare result: unknown;
  /** Error code, set exactly when it has failed. */
  declare error_code: string | null;
  /** The error's text for its owner. */
  declare error_detail: string | null;
  /** For operators. */
  declare operator_detail: string | null;
  /** Hundredths of a token. */
  /** The source of its last reservation; null: none. */
  declare paid_from: PaidFrom | null;
  declare tokens_reserved: number;
  /** Hundredths of a token. */
  declare tokens_charged: number;
  declare created_at: Date;
  declare started_at: Date | null;
  declare finished_at: Date | null;
  /** The owner stopped it and keeps the finished parts. */
  declare stopped: boolean;
  /** Attempt number: grows when a failed run is tried again, and each attempt reserves tokens anew. */
  declare attempt: number;
  /** The run it is a child of. */
  declare parent_id: Ref<'run'> | null;
  /** The payer; null: the installation. */
  declare payer_id: Ref<'account'> | null;
  /** The account whose daily spending cap counts besides the installation's. */
  declare capped_id: Ref<'account'> | null;
  /** The account that is notified; null: none. */
  declare notified_id: Ref<'account'> | null;
  /** It waits for its owner or its children, and occupies no slot. */
  declare is_parked: boolean;
  /** When its calls, log and answers were deleted; `figures` has their totals. */
  declare pruned_at: Date | null;
  /** The usage shown on the operators' page; set when the run is pruned. */
  declare figures: unknown;
  /** When an operator promoted it to the front of the queue. */
  declare promoted_at: Date | null;
  /** Services that are asked only if no other is left. */
  declare avoided_services: string[];
  /** Its calls may wait for the vendors' batch services. */
  declare by_vendor_batch: boolean;
  /** The demo library gives it, because no AI service was connected when it was accepted: none is named for it. */
  declare of_library: boolean;
}

/** A line in a run's log, which its owner sees. */
export class RunEvent extends Model {
  static override tableName = 'run_event';

  declare id: number;
  declare run_id: Ref<'run'>;
  declare at: Date;
  declare event: string;
  /** In English. */
  declare text: string;
  /** The text as a translatable sentence; null: only `text` exists. */
  declare words: Sentence | null;
}

/** The cost of a run's vendor calls so far. Written by triggers on `vendor_call`. */
export class RunCost extends Model {
  static override tableName = 'run_cost';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  /** 1e-6 US dollars. */
  declare micro_usd: number;
  declare calls: number;
  /** Services asked so far. */
  declare services: string[];
}

/** The number and usage of deleted runs, by day, kind and end. */
export class RunTotal extends Model {
  static override tableName = 'run_total';
  static override idColumn = ['day', 'kind', 'status'];

  declare day: Date;
  declare kind: string;
  declare status: string;
  declare runs: number;
  declare calls: number;
  /** 1e-6 US dollars. */
  declare cost_micro_usd: number;
}

/** The Idempotency-Key a run was requested with, so that a repeat gets the same run. */
export class IdempotencyKey extends Model {
  static override tableName = 'idempotency_key';
  static override idColumn = ['account_id', 'key'];

  declare account_id: Ref<'account'>;
  declare key: string;
  /** SHA-256 of the request: the same key with another request is rejected. */
  declare request_hash: string;
  declare run_id: Ref<'run'>;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    run: Table<Run>;
    run_event: Table<RunEvent>;
    run_cost: Table<RunCost>;
    run_total: Table<RunTotal>;
    idempotency_key: Table<IdempotencyKey>;
  }
}
