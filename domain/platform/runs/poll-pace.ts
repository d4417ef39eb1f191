/** Envelopes a process answers per second without slowing other requests. Above that, clients are asked to poll less often. */
const COMFORTABLE_PER_S = 250;
const LONGEST_MS = 8_000;
/** Factor by which the stretch shrinks after a second with few pollers, and after one with none. */
const EASING = { few: 0.95, none: 0.5 };

/**
 * Creates the function that sets poll intervals by load: the interval stretches until the rate is comfortable, and shrinks when pollers
 * leave. So thousands of pollers cost no more than hundreds, and other routes stay fast.
 * @param now milliseconds of a monotonic clock
 */
export function createPollPace(now: () => number = () => performance.now()): (calmMs: number) => number {
  let second = 0;
  let count = 0;
  let stretch = 1;
  return (calmMs) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      const crowd = count / COMFORTABLE_PER_S;
      const stretched = Math.min(LONGEST_MS / 1000, stretch * (crowd > 1 ? crowd : EASING.few));
      stretch = Math.max(1, stretched * EASING.none ** Math.min(60, current - second - 1));
      second = current;
      count = 0;
    }
    count += 1;
    // requests within this second count at once and are spread: each gets a longer interval than the one before
    return Math.round(Math.min(Math.max(LONGEST_MS, calmMs), calmMs * Math.max(stretch, count / COMFORTABLE_PER_S)));
  };
}
