import type { LiveSystem } from './forecast-runs.ts';

/** One finished step of late. */
export interface StepSample {
  readonly job: string;
  /** From claim to end. */
  readonly ms: number;
  /** Its call alone, without what it waited for its turn; null where no call is known. */
  readonly callMs: number | null;
  /** Who answered; null where no call is known, as for steps that need none. */
  readonly model: string | null;
  /** That it wrote; null where its vendor did not say. */
  readonly tokens: number | null;
  /** Count for the last minute. */
  readonly isFresh: boolean;
}

/** A model that is asked now. */
export interface AskedModel {
  readonly model: string;
  /** Tokens a second, as measured of late; null: it has not answered yet. */
  readonly speed: number | null;
}

export interface Asked {
  readonly models: readonly AskedModel[];
  /** All of them answer at servers of one's own, where calls wait for their turn. */
  readonly areOwn: boolean;
}

/** How many of its own times of a job say more than a speed does. */
const ENOUGH_OWN = 3;
/** So many times of the last minute, and older ones are ignored; otherwise so many of the newest. */
const ENOUGH_FRESH = 8;

const median = (values: readonly number[]): number | null => values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;

/**
 * Returns how long the steps of each job take with the models that are asked now. Times of other models, such as those that were connected
 * before, say how much is written in a step, and the speed of the present ones how long that takes. A job of which neither is known is left out.
 * @param samples of each job the newest ones, newest first
 * @returns `isReckoned`: some times follow from a speed
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
