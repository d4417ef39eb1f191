import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import type { BatchService } from './batch-services.ts';
import type { VendorBatch as Stored } from './vendor-batch.model.ts';

/** A batch at a service that has batches; `tries` counts earlier submissions. */
export type VendorBatch = Omit<Row<Stored>, 'service'> & { readonly service: BatchService };

/** A vendor request ends within two leases; other workers take over the batch after three. */
export const requestLimit = (): AbortSignal => AbortSignal.timeout(2 * config().leaseMs);

/** Claims the due batches one by one, each for one process only. */
export async function* dueBatches(state: 'submitting' | 'submitted'): AsyncGenerator<VendorBatch> {
  const seen: string[] = [];
  for (let batch = await takeUp(state, seen); batch; batch = await takeUp(state, seen)) {
    seen.push(batch.id);
    yield batch;
  }
}

async function takeUp(state: 'submitting' | 'submitted', seen: readonly string[]): Promise<VendorBatch | null> {
  const counted = state === 'submitting' ? 1 : 0;
  const [batch] = await rowsOf<VendorBatch>(
    database(),
    sql`update vendor_batch set held_until = now() + ${3 * config().leaseMs} * interval '1 ms', tries = tries + ${counted},
            looked_at = case when state = 'submitted' then now() else looked_at end
      where id = (select id from vendor_batch where state = ${state} and due_at <= now() and (held_until is null or held_until < now())
                     and not id = any(${seen}::uuid[])
                   order by due_at limit 1 for update skip locked)
     returning *, tries - ${counted} as tries`,
  );
  return batch ?? null;
}

/** Releases a batch until its next poll. */
export const requeueBatch = (id: string, afterMs: number, changes: Record<string, unknown> = {}): Promise<number> =>
  database()('vendor_batch')
    .where({ id })
    .whereIn('state', ['submitting', 'submitted'])
    .update({ ...changes, held_until: null, due_at: expression(database(), sql`now() + ${afterMs} * interval '1 ms'`) });
