import type { LiveSystem } from './forecast-runs.ts';

/** A recently finished step. */
export interface StepSample {
  readonly job: string;
  /** From claim to end. */
  readonly ms: number;
  /** Duration of its call alone, without waiting for its turn; null when no call is known. */
  readonly callMs: number | null;
  /** The model that answered; null when no call is known, as for steps that need none. */
  readonly model: string | null;
  /** Number of tokens written; null when the vendor did not report it. */
  readonly tokens: number | null;
  /** It ended within the last minute. */
  readonly isFresh: boolean;
}

/** A model in use now. */
export interface AskedModel {
  readonly model: string;
  /** Recently measured speed in tokens a second; null: it has not answered yet. */
  readonly speed: number | null;
}

export interface Asked {
  readonly models: readonly AskedModel[];
  /** All of them run on local servers, where calls wait for their turn. */
  readonly areOwn: boolean;
}

/** Number of a model's own times for a job that are better evidence than its speed. */
const ENOUGH_OWN = 3;
/** With this many times of the last minute, older ones are ignored; otherwise this many of the newest are used. */
const ENOUGH_FRESH = 8;

const median = (values: readonly number[]): number | null => values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;

/**
 * Returns how long the steps of each job take with the models in use now. Times of other models, such as those connected before, show how
 * much a step writes, and the speed of the present ones how long that takes. A job without either is left out.
 * @param samples the newest ones of each job, newest first
 * @returns `isReckoned`: some times are computed from a speed
 */
export function stepTimes(samples: readonly StepSample[], { models, areOwn }: Asked): { works: LiveSystem['works']; isReckoned: boolean } {
  const isAsked = ({ model }: StepSample) => model === null || models.some((one) => one.model === model);
  const speed = median(models.flatMap((one) => one.speed ?? []));
  const works: Record<string, readonly number[]> = {};
  let isReckoned = false;
  for (const [job, of] of Map.groupBy(samples, (one) => one.job)) {
    const own = of.filter(isAsked);
    const others = own.length < ENOUGH_OWN && speed !== null ? of.filter((one) => !isAsked(one) && one.tokens !== null) : [];
    const fresh = own.filter(({ isFresh }) => isFresh);
    const times = [
      ...(fresh.length >= ENOUGH_FRESH ? fresh : own.slice(0, ENOUGH_FRESH)).map(({ ms, callMs }) => (areOwn ? (callMs ?? ms) : ms)),
      ...others.slice(0, ENOUGH_FRESH).map(({ tokens }) => (tokens! / speed!) * 1_000),
    ];
    isReckoned ||= others.length > 0;
    if (times.length > 0) works[job] = times.toSorted((one, other) => one - other);
  }
  return { works, isReckoned };
}
