import type { BudgetEnd } from '#contract/operator/service-connections.contract.ts';
import type { ServiceLane } from '#contract/operator/services.contract.ts';
import { eachService } from '#contract/platform/ai-services.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Cause } from './failure-cause.ts';
import { BUDGET_POLL_MS, USED_UP_SQL } from './service-budget.queries.ts';
import { HELD_POLL_MS, PROBE_POLL_MS } from './acquire-allowance.command.ts';
import type { VendorLane } from './vendor-lane.model.ts';

export interface Availability {
  /** A call would be allowed now, if its allowance suffices. */
  available: boolean;
  /** When to retry; null when available or not configured. */
  retryAt: Date | null;
  /** An API key is configured. */
  configured: boolean;
  /** For how long it has answered nobody, in ms; 0 when it is known to answer. */
  unansweredMs: number;
  /** Why it will answer nobody until an operator acts; absent: no such reason is known. */
  shutFor?: Cause;
  /** When its used-up budget renews; absent: it is not used up. `retryAt` is earlier, since a budget may be raised. */
  usedUp?: { readonly until: Date; readonly atEnd: BudgetEnd };
}

/**
 * How long evidence that a service answers nobody stays valid, in ms: a waiting step asks at least once a minute, and no call lasts longer
 * than its timeout.
 */
export const evidenceMs = (): number => config().vendor.callTimeoutMs + 60_000;

/**
 * Reads which services may be called now: not closed by a 429, circuit not open, no probe of another caller running. One query serves all
 * concurrent callers (steps of a course arrive in bursts). It starts after they called, because a caller that was just rejected must not
 * read older state that allows its call.
 */
export const vendorAvailability = (): Promise<Record<Service, Availability>> => readTogether(undefined);

/** The connected services and the models they are connected with. */
export function connectedModels(): Partial<Record<Service, string>> {
  const { vendors } = config();
  return Object.fromEntries(SERVICES.filter((service) => vendors[service].apiKey).map((service) => [service, vendors[service].model]));
}

const readTogether = batchCalls<undefined, Record<Service, Availability>>(
  () => '',
  async (callers) => {
    const read = await readAvailability(connectedModels());
    return callers.map(() => read);
  },
  { isSequential: true },
);

/** A paused lane, as `PAUSES_SQL` returns it. */
export interface Pause {
  readonly service: Service;
  /** Null: a service that nobody has asked and whose budget is used up. */
  readonly model: string | null;
  readonly ms: number;
}

/**
 * SQL for lanes that are paused now, by a 429, an open circuit or a used-up budget, for use in other statements. At most one row per
 * service and model.
 */
export const PAUSES_SQL = sql`(
  select jsonb_agg(jsonb_build_object('service', service, 'model', model,
                                      'ms', extract(epoch from greatest(closed_until, open_until, until) - now()) * 1000))
    from vendor_lane full join ${USED_UP_SQL} used_up using (service) where greatest(closed_until, open_until, until) > now())`;

/** Returns the seconds until each paused service is retried; null when no service in use is paused. */
export function retrySeconds(pauses: readonly Pause[] | null): Partial<Record<Service, number>> | null {
  if (!pauses) return null;
  const { vendors } = config();
  const used = pauses.filter(({ service, model }) => vendors[service].apiKey && (model === null || vendors[service].model === model));
  return used.length > 0 ? Object.fromEntries(used.map(({ service, ms }) => [service, Math.ceil(ms / 1000)])) : null;
}

interface LaneRow extends Pick<VendorLane, 'service' | 'model' | 'shut_for'> {
  readonly ms: string | null;
  readonly unanswered_ms: string | null;
}

/** Returns which of the services may be called now with these models; a service without a model is not configured. */
export async function readAvailability(models: Readonly<Partial<Record<Service, string>>>): Promise<Record<Service, Availability>> {
  const read = rowsOf<LaneRow>(
    database(),
    sql`select service, model, case when unanswered_at > now() - ${evidenceMs()} * interval '1 ms' then shut_for end as shut_for,
            extract(epoch from now() - coalesce(case when unanswered_at > now() - ${evidenceMs()} * interval '1 ms' then unanswered_since end,
                                                                    paused_at)) * 1000 as unanswered_ms,
            extract(epoch from greatest(closed_until, open_until, case when paused_at is not null then now() + ${HELD_POLL_MS} * interval '1 ms' end,
                                  case when open_until is not null and probe_until is not null
                                       then least(probe_until, now() + ${PROBE_POLL_MS} * interval '1 ms') end) - now()) * 1000 as ms
       from vendor_lane where service = any(${SERVICES}::text[])`,
  );
  const budgets = rowsOf<{ service: Service; at_end: BudgetEnd; until: Date }>(database(), sql`select * from ${USED_UP_SQL} used_up`);
  const [lanes, usedUp] = await Promise.all([read, budgets]);
  const availability = (service: Service): Availability => {
    if (!models[service]) return { available: false, retryAt: null, configured: false, unansweredMs: 0 };
    const lane = lanes.find((row) => row.service === service && row.model === models[service]);
    const ms = Number(lane?.ms ?? 0);
    const spent = usedUp.find((row) => row.service === service);
    // nobody knows whether it would answer, so no patience runs out while it is not asked
    if (spent)
      return {
        available: false,
        retryAt: new Date(Math.min(spent.until.getTime(), Date.now() + Math.max(ms, BUDGET_POLL_MS))),
        configured: true,
        unansweredMs: 0,
        usedUp: { until: spent.until, atEnd: spent.at_end },
      };
    return {
      available: ms <= 0,
      retryAt: ms > 0 ? new Date(Date.now() + ms) : null,
      configured: true,
      unansweredMs: Math.max(0, Number(lane?.unanswered_ms ?? 0)),
      ...(lane?.shut_for && { shutFor: lane.shut_for }),
    };
  };
  return eachService(availability);
}

interface Failure {
  readonly service: string;
  readonly at: Date;
  readonly outcome: string;
  readonly detail: string | null;
}

/** Lists every AI service with its pause and its newest failure of the last hour, for operators. Two statements. */
export async function listServiceLanes(): Promise<ServiceLane[]> {
  const { vendors } = config();
  const [availability, failures] = await Promise.all([
    vendorAvailability(),
    rowsOf<Failure>(
      database(),
      sql`select distinct on (service) service, started_at as at, outcome, detail from vendor_call
           where started_at > now() - interval '1 hour' and outcome not in ('ok', 'aborted') order by service, started_at desc`,
    ),
  ]);
  return SERVICES.map((service) => {
    const { configured, retryAt, usedUp } = availability[service];
    const failure = failures.find((row) => row.service === service);
    return {
      service,
      model: vendors[service].model,
      state: !configured ? 'off' : usedUp ? 'used_up' : retryAt ? 'paused' : 'open',
      until: (usedUp?.until ?? retryAt)?.toISOString() ?? null,
      newest_failure: failure ? { at: failure.at.toISOString(), outcome: failure.outcome, detail: failure.detail } : null,
    };
  });
}
