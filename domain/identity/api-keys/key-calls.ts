import { database, onDisconnect } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** How long calls are only counted in memory. Meanwhile other processes do not show them, and a killed process loses them. */
const STORED_AFTER_MS = 3_000;
/** Number of counted keys at which all counts are stored at once. */
const MOST_KEYS = 1_000;

interface Calls {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
}

let counted = new Map<string, Calls>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts a call of a key. Many calls are written to the row at once, since a program's calls would otherwise wait for each other at its
 * lock.
 */
export function countKeyCall(keyId: string): void {
  add(keyId, { count: 1, last: Date.now() });
  if (counted.size >= MOST_KEYS) storeSoon(0);
  else timer ??= storeSoon(STORED_AFTER_MS);
}

function add(keyId: string, { count, last }: Calls): void {
  const known = counted.get(keyId);
  counted.set(keyId, { count: (known?.count ?? 0) + count, last: Math.max(known?.last ?? 0, last) });
}

function storeSoon(afterMs: number): NodeJS.Timeout {
  clearTimeout(timer);
  timer = setTimeout(() => {
    storeKeyCalls().catch((error: unknown) => logger().warn({ err: error }, 'calls of API keys could not be stored, retrying'));
  }, afterMs);
  return timer.unref();
}

/** Adds the calls that are not stored yet to a key's count and time of last use. */
export function withCounted(key: { readonly id: string; readonly calls: number; readonly last_used_at: Date | null }) {
  const { count, last } = counted.get(key.id) ?? { count: 0, last: 0 };
  const latest = Math.max(key.last_used_at?.getTime() ?? 0, last);
  return { calls: key.calls + count, last_used_at: latest === 0 ? null : new Date(latest).toISOString() };
}

/** Stores this process's counts; also called when it stops. After a failure they are kept for the next try. */
export async function storeKeyCalls(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (counted.size === 0) return;
  const batch = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  counted = new Map();
  try {
    await rowsOf(
      database(),
      // sorted by id, so that two processes cannot deadlock
      sql`with called as (
            select * from unnest(${batch.map(([id]) => id)}::uuid[], ${batch.map(([, { count }]) => count)}::int[],
                                 ${batch.map(([, { last }]) => new Date(last).toISOString())}::timestamptz[]) as one (id, calls, last)),
          locked as (select key.id from api_key key join called using (id) order by key.id for update of key)
          update api_key key set calls = key.calls + called.calls, last_used_at = greatest(key.last_used_at, called.last)
            from called join locked using (id) where key.id = called.id`,
    );
  } catch (error) {
    for (const [id, calls] of batch) add(id, calls);
    timer ??= storeSoon(STORED_AFTER_MS);
    throw error;
  }
}

onDisconnect(() => {
  clearTimeout(timer);
  timer = undefined;
  counted.clear();
});
