import type { AtVendors } from '#contract/operator/batches.contract.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';

const SHOWN = 100;

interface Row extends Omit<AtVendors['vendor_batches'][number], 'created_at' | 'submitted_at' | 'looked_at' | 'ended_at'> {
  readonly created_at: Date;
  readonly submitted_at: Date | null;
  readonly looked_at: Date | null;
  readonly ended_at: Date | null;
}

/** Returns an operators' batch's vendor batches, newest first; null when it has none. */
export async function atVendors(batchId: string): Promise<AtVendors | null> {
  const [waiting, batches] = await Promise.all([
    database()('vendor_batch_item')
      .where({ batch_id: batchId, state: 'waiting' })
      .first<{ count: number; since: Date | null }>(expression(database(), sql`count(*)::int as count, min(created_at) as since`)),
    rowsOf<Row>(
      database(),
      sql`select id, service, vendor_id, state, cancel_asked_at is not null as is_cancelled, vendor_state, requests as calls, problem,
              created_at, submitted_at, looked_at, ended_at,
              (select count(*)::int from vendor_batch_item where vendor_batch_id = vendor_batch.id and state = 'answered') as answered,
              (select count(*)::int from vendor_batch_item where vendor_batch_id = vendor_batch.id and state = 'failed') as failed
         from vendor_batch where batch_id = ${batchId} order by created_at desc, id desc limit ${SHOWN}`,
    ),
  ]);
  if (waiting.count === 0 && batches.length === 0) return null;
  return {
    gathering: waiting.count,
    gathering_since: iso(waiting.since),
    vendor_batches: batches.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      submitted_at: iso(row.submitted_at),
      looked_at: iso(row.looked_at),
      ended_at: iso(row.ended_at),
    })),
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
