import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import type { BatchService } from './batch-services.ts';

/** Calls that are sent to a vendor in one batch. */
export interface VendorBatch {
  readonly id: string;
  /** The operators' batch it belongs to. */
  readonly batch_id: string;
  readonly service: BatchService;
  readonly model: string;
  readonly vendor_id: string | null;
  readonly requests: number;
  /** Number of earlier submission attempts. */
  readonly tries: number;
  readonly not_ours: readonly string[];
  readonly created_at: Date;
  readonly submitted_at: Date | null;
  readonly cancel_asked_at: Date | null;
  readonly cancelled_at: Date | null;
}

/** A request to a vendor ends within two leases; other workers take over the batch after three. */
export const requestLimit = (): AbortSignal => AbortSignal.timeout(2 * config().leaseMs);

/** Claims the due batches one by one, each once and for one process only. */
export async function* dueBatches(state: 'submitting' | 'submitted'): AsyncGenerator<VendorBatch> {
  const seen: string[] = [];
  for (let batch = await takeUp(state, seen); batch; batch = await takeUp(state, seen)) {
    seen.push(batch.id);
    yield batch;
  }
}

async function takeUp(state: 'submitting' | 'submitted', seen: readonly string[]): Promise<VendorBatch | null> {
  const { rows } = await database().raw(
    `update vendor_batch set held_until = now() + :hold * interval '1 ms', tries = tries + :try,
            looked_at = case when state = 'submitted' then now() else looked_at end
      where id = (select id from vendor_batch where state = :state and due_at <= now() and (held_until is null or held_until < now())
                     and not id = any(:seen::uuid[])
                   order by due_at limit 1 for update skip locked)
     returning *, tries - :try as tries`,
    { state, seen: [...seen], hold: 3 * config().leaseMs, try: state === 'submitting' ? 1 : 0 } as never,
  );
  return rows[0] ?? null;
}

/** Releases a batch until its next poll. */
export const requeueBatch = (id: string, afterMs: number, changes: Record<string, unknown> = {}): Promise<number> =>
  database()('vendor_batch')
    .where({ id })
    .whereIn('state', ['submitting', 'submitted'])
    .update({ ...changes, held_until: null, due_at: database().raw(`now() + ? * interval '1 ms'`, [afterMs]) });
