import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { BatchedCall } from './batch-services.ts';

/** Calls that are sent to a vendor's batch service in one request. */
export class VendorBatch extends Model {
  static override tableName = 'vendor_batch';

  declare id: string;
  /** The operators' batch, as a run. */
  declare batch_id: Ref<'run'>;
  declare service: string;
  declare model: string;
  declare state: 'submitting' | 'submitted' | 'ended' | 'failed';
  /** The vendor's id of it; null until it is known. */
  declare vendor_id: string | null;
  /** As the vendor names it. */
  declare vendor_state: string | null;
  /** Number of calls in it. */
  declare requests: number;
  /** Submissions so far. */
  declare tries: number;
  /** Batches at the vendor that turned out not to be ours. */
  declare not_ours: string[];
  /** Why it failed. */
  declare problem: string | null;
  declare created_at: Date;
  declare submitted_at: Date | null;
  /** When the vendor was last asked. */
  declare looked_at: Date | null;
  /** When it is next submitted or asked about. */
  declare due_at: Date;
  /** A worker has it until then. */
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
  /** The operators' batch, as a run. */
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
  /** Erased when it is answered. */
  declare request: Omit<BatchedCall, 'id'> | null;
  declare state: 'waiting' | 'sent' | 'answered' | 'failed' | 'cancelled';
  /** Text of the answer, until its step has taken it over. */
  declare answer: string | null;
  /** The vendor's finish reason. */
  declare finish: string | null;
  declare input_tokens: number | null;
  declare cached_tokens: number | null;
  declare output_tokens: number | null;
  /** Why it failed. */
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
