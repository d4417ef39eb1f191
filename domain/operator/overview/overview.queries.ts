import type { Overview } from '#contract/operator/overview.contract.ts';
import { openAlerts } from '#domain/operator/alerts/alert.queries.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { laneLoads } from '#domain/platform/load/lane-load.queries.ts';
import { ALL_ACCOUNTS, spendCaps } from '#domain/vendors/llm/add-spend.command.ts';
import { kindRows, queueRows } from './queue-rows.queries.ts';
import { serviceRows } from './service-rows.queries.ts';
import { WORKER_ALIVE } from './record-worker-heartbeat.command.ts';

interface WorkerRow {
  readonly id: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly is_alive: boolean;
  readonly lanes: string[];
  readonly concurrency: number;
  readonly held: number;
}

/** Returns an overview of the installation, computed from the rows: it does not depend on the queues' store. */
export async function readOverview(): Promise<Overview> {
  const at = new Date();
  const [queues, lanes, kinds, services, workers, alerts, spend] = await Promise.all([
    queueRows(at),
    laneLoads(),
    kindRows(),
    serviceRows(at),
    database()('worker_process')
      .select('*', expression(database(), sql`${WORKER_ALIVE} as is_alive`))
      .orderBy('id')
      .limit(200),
    openAlerts(),
    spentToday(),
  ]);
  return {
    at: at.toISOString(),
    queues,
    lanes: lanes.map(({ lane, depth, oldestS, mostDepth, mostS, isFull }) => ({
      lane,
      depth,
      most_depth: mostDepth,
      oldest_s: oldestS,
      most_s: mostS,
      is_full: isFull,
    })),
    kinds,
    services,
    workers: (workers as WorkerRow[]).map(({ id, started_at, seen_at, is_alive, lanes, concurrency, held }) => ({
      id,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      is_alive,
      lanes,
      concurrency,
      held,
    })),
    alerts,
    spend,
  };
}

/** Returns today's spending (UTC), and the installation's cap. */
async function spentToday(): Promise<Overview['spend']> {
  const row = await database()('spend_day')
    .where({ account_id: ALL_ACCOUNTS })
    .where('day', expression(database(), sql`(now() at time zone 'utc')::date`))
    .first('micro_usd', 'presumed_micro_usd');
  const { everyone } = spendCaps();
  return {
    micro_usd: row?.micro_usd ?? 0,
    presumed_micro_usd: row?.presumed_micro_usd ?? 0,
    cap_micro_usd: Number.isFinite(everyone) ? everyone : null,
  };
}
