import type { ServiceLane } from '#contract/operator/services.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { vendorAvailability } from './vendor-availability.queries.ts';

interface LastHour {
  readonly service: string;
  readonly calls: number;
  readonly failed: number;
  readonly failure: { at: string; outcome: string; detail: string | null } | null;
}

/** Lists every AI service with its pause and the outcomes of its calls of the last hour, for operators. Two statements. */
export async function listServiceLanes(): Promise<ServiceLane[]> {
  const { vendors } = config();
  const [availability, lastHour] = await Promise.all([
    vendorAvailability(),
    rowsOf<LastHour>(
      database(),
      sql`select service, count(*)::int as calls, count(*) filter (where outcome not in ('ok', 'aborted'))::int as failed,
              (array_agg(jsonb_build_object('at', started_at, 'outcome', outcome, 'detail', detail) order by started_at desc)
                 filter (where outcome not in ('ok', 'aborted')))[1] as failure
         from vendor_call where started_at > now() - interval '1 hour' group by service`,
    ),
  ]);
  const byService = new Map(lastHour.map((row) => [row.service, row]));
  return SERVICES.map((service) => {
    const { configured, retryAt } = availability[service];
    const { calls = 0, failed = 0, failure = null } = byService.get(service) ?? {};
    return {
      service,
      model: vendors[service].model,
      state: !configured ? 'off' : retryAt ? 'paused' : 'open',
      until: retryAt?.toISOString() ?? null,
      calls,
      failed,
      newest_failure: failure && { ...failure, at: new Date(failure.at).toISOString() },
    };
  });
}
