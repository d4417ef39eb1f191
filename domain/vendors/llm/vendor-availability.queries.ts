import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { together } from '#domain/platform/batch-calls.ts';
import { HELD_LOOK_MS, PROBE_LOOK_MS } from './acquire-rate-limit.command.ts';

export interface Availability {
  /** A call would be let through now, if its allowance has room. */
  available: boolean;
  /** When asking again makes sense; null when available, and when not configured. */
  retryAt: Date | null;
  /** There is a key for it. */
  configured: boolean;
  /** Its newest call, whoever made it, has met no answer. */
  failing: boolean;
  /** The same, so often and so lately that its circuit opened: also while that lets a probe through. */
  silent: boolean;
}

/** A circuit whose pause ended longer ago says nothing of now: nobody has asked since. */
const SILENT_FOR_MS = 15_000;

/**
 * Which services may be asked now: not closed by a 429, circuit not open, no probe of another caller under way. One query for all who ask at
 * the same moment (steps of a course come in swarms), begun after they asked: who has just been turned away must not read that he may come.
 */
export const vendorAvailability = (): Promise<Record<Service, Availability>> => readTogether(undefined);

const readTogether = together<undefined, Record<Service, Availability>>(
  () => '',
  async (callers) => {
    const read = await readAvailability();
    return callers.map(() => read);
  },
  { inTurn: true },
);

/** A lane that is paused now, as `PAUSES_SQL` reads it. */
export interface Pause {
  readonly service: Service;
  readonly model: string;
  readonly ms: number;
}

/** Lanes that are paused now, by a 429 or an open circuit, for statements that read something else too. At most one a service and model. */
export const PAUSES_SQL = `(
  select jsonb_agg(jsonb_build_object('service', service, 'model', model,
                                      'ms', extract(epoch from greatest(closed_until, open_until) - now()) * 1000))
    from vendor_lane where greatest(closed_until, open_until) > now())`;

/** In how many seconds each paused service is asked again; null when none of those that are used is. */
export function retrySeconds(pauses: readonly Pause[] | null): Partial<Record<Service, number>> | null {
  if (!pauses) return null;
  const { vendors } = config();
  const used = pauses.filter(({ service, model }) => vendors[service].apiKey && vendors[service].model === model);
  return used.length > 0 ? Object.fromEntries(used.map(({ service, ms }) => [service, Math.ceil(ms / 1000)])) : null;
}

async function readAvailability(): Promise<Record<Service, Availability>> {
  const { vendors } = config();
  const { rows } = await database().raw(
    `select service, model, failures > 0 as failing, coalesce(open_until > now() - ${SILENT_FOR_MS} * interval '1 ms', false) as silent,
            extract(epoch from greatest(closed_until, open_until, case when paused_at is not null then now() + ${HELD_LOOK_MS} * interval '1 ms' end,
                                  case when open_until is not null and probe_until is not null
                                       then least(probe_until, now() + ${PROBE_LOOK_MS} * interval '1 ms') end) - now()) * 1000 as ms
       from vendor_lane where service = any(?)`,
    [[...SERVICES]],
  );
  const availability = (service: Service): Availability => {
    if (!vendors[service].apiKey) return { available: false, retryAt: null, configured: false, failing: false, silent: false };
    const lane = rows.find((row: { service: string; model: string }) => row.service === service && row.model === vendors[service].model);
    const ms = Number(lane?.ms ?? 0);
    return {
      available: ms <= 0,
      retryAt: ms > 0 ? new Date(Date.now() + ms) : null,
      configured: true,
      failing: lane?.failing ?? false,
      silent: lane?.silent ?? false,
    };
  };
  return { grok: availability('grok'), claude: availability('claude'), gemini: availability('gemini'), openai: availability('openai') };
}
