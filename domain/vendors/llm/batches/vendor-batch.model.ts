import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { BatchedCall } from './batch-services.ts';

/** Calls that are sent to a vendor's batch service in one request. */
export class VendorBatch extends Model {
  static override tableName = 'vendor_batch';

  declare id: string;
  /** The operators' batch, which is a run. */
  declare batch_id: Ref<'run'>;
  declare service: string;
  declare model: string;
  declare state: 'submitting' | 'submitted' | 'ended' | 'failed';
  /** The vendor's id for it; null until known. */
  declare vendor_id: string | null;
  /** The state, in the vendor's own words. */
  declare vendor_state: string | null;
  /** Number of calls in the batch. */
  declare requests: number;
  /** Submissions so far. */
  declare tries: number;
  /** Ids of vendor batches that turned out not to be ours. */
  declare not_ours: string[];
  /** Why the batch failed. */
  declare problem: string | null;
  declare created_at: Date;
  declare submitted_at: Date | null;
  /** When the vendor was last asked. */
  declare looked_at: Date | null;
  /** When to submit or poll it next. */
  declare due_at: Date;
  /** Leased to a worker until this time. */
  declare held_until: Date | null;
  declare cancel_asked_at: Date | null;
  declare cancelled_at: Date | null;
  declare ended_at: Date | null;
}

/** A call that waits for a vendor batch, is in one, or was answered by one. */
export class VendorBatchItem extends Model {
  static override tableName = 'vendor_batch_item';

  declare id: string;
  /** Null until it is sent. */
  declare vendor_batch_id: Ref<'vendor_batch'> | null;
  /** The operators' batch, which is a run. */
  declare batch_id: Ref<'run'>;
  declare run_id: Ref<'run'>;
  declare step_id: Ref<'step'>;
  declare account_id: Ref<'account'> | null;
  declare service: string;
  declare model: string;
  declare purpose: string;
  /** Unique with step and attempt among calls that are not cancelled. */
  declare input_hash: string;
  declare attempt: number;
  /** Erased once the call is answered. */
  declare request: Omit<BatchedCall, 'id'> | null;
  declare state: 'waiting' | 'sent' | 'answered' | 'failed' | 'cancelled';
  /** The answer's text, until the step has taken it over. */
  declare answer: string | null;
  /** The vendor's finish reason. */
  declare finish: string | null;
  declare input_tokens: number | null;
  declare cached_tokens: number | null;
  declare output_tokens: number | null;
  /** Why the call failed. */
  declare problem: string | null;
  declare created_at: Date;
  declare ended_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    vendor_batch: Table<VendorBatch>;
    vendor_batch_item: Table<VendorBatchItem>;
  }
}
