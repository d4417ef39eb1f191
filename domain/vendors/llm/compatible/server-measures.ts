import type { ServerLane, ServerModels, ServerRates } from './server-turn.model.ts';

/** One more concurrent call must raise a server's throughput by this factor; otherwise it only slows down the others. */
const WORTHWHILE = 1.2;
/** Calls to measure before deciding, and to wait before trying again what was not worthwhile. */
const MEASURED = 2;
const TRY_AGAIN_AFTER = 20;
/** Share of a new measurement in the running average. */
const WEIGHT = 0.5;
/** A model that has not been asked for this long is no longer connected. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

export type ServerMeasures = Pick<ServerLane, 'models' | 'concurrency' | 'rates' | 'since_trial' | 'pause' | 'call_ms'>;

/** Returns the models of a server after one was asked, with the number of calls at once that it states. */
export function toldOf(models: ServerModels, name: string, slots: number | undefined, now = Date.now()): ServerModels {
  const recent = Object.entries(models).filter(([, { at }]) => now - at < FORGOTTEN_MS);
  return { ...Object.fromEntries(recent), [name]: { at: now, slots: slots ?? null } };
}

/** Returns the capacity that a server states, the largest of its models; null: it is measured. */
export function capacityOf(models: ServerModels): number | null {
  const stated = Object.values(models).flatMap(({ slots }) => slots ?? []);
  return stated.length > 0 ? Math.max(...stated) : null;
}

/** Returns how many calls a server is given at most: as many as it states, or `each` for each of its models, which may be a gateway's. */
export const mostTried = (models: ServerModels, each: number): number =>
  capacityOf(models) ?? each * Math.max(1, Object.keys(models).length);

/** What an answer says about its server. */
interface Measured {
  /** Number of calls in progress when it came, itself included. */
  readonly together: number;
  readonly tokens: number;
  readonly ms: number;
  readonly most: number;
}

/** Returns the measures after a whole answer, with another concurrency where that may be, or was not, worthwhile. */
export function adapted<Lane extends ServerMeasures>(lane: Lane, { together, tokens, ms, most }: Measured): Lane {
  const rate = (tokens / Math.max(1, ms)) * 1_000 * together;
  const known: ServerRates[string] | undefined = lane.rates[together];
  const measured = { rate: known ? known.rate * (1 - WEIGHT) + rate * WEIGHT : rate, calls: (known?.calls ?? 0) + 1 };
  const rates: ServerRates = { ...lane.rates, [together]: measured };
  const now = lane.concurrency;
  const [here, below] = [rates[now], rates[now - 1]];
  const next = { ...lane, rates, call_ms: lane.call_ms * (1 - WEIGHT) + ms * WEIGHT, since_trial: lane.since_trial + 1 };
  if (below && here && here.calls >= MEASURED && here.rate < below.rate * WORTHWHILE) {
    const others = Object.fromEntries(Object.entries(rates).filter(([calls]) => calls !== String(now)));
    return { ...next, rates: others, concurrency: now - 1, since_trial: 0, pause: TRY_AGAIN_AFTER };
  }
  const mayTry = now < most && (here?.calls ?? 0) >= MEASURED && next.since_trial >= lane.pause;
  return mayTry ? { ...next, concurrency: now + 1, since_trial: 0, pause: MEASURED } : next;
}

/** Returns the measures after a call that overloaded the server. */
export const overloaded = <Lane extends ServerMeasures>(lane: Lane): Lane => ({
  ...lane,
  concurrency: 1,
  since_trial: 0,
  pause: TRY_AGAIN_AFTER,
});
