/** Envelopes a process answers in a second without others noticing. Beyond that, those who wait are asked to come less often. */
const COMFORTABLE_PER_S = 250;
const LONGEST_MS = 8_000;
/** How much of the stretch is left after a second with few watchers, and after one with none. */
const EASING = { few: 0.95, none: 0.5 };

/**
 * How long a watcher should wait before it asks again, given how many ask: the interval stretches until no more come than are comfortable,
 * and eases when the crowd has left. So thousands of watchers cost no more than hundreds, and other routes stay quick.
 * @param now milliseconds on any clock that only goes forward
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
    // what comes within this second counts at once, and is spread: each is sent further away than the one before
    return Math.round(Math.min(Math.max(LONGEST_MS, calmMs), calmMs * Math.max(stretch, count / COMFORTABLE_PER_S)));
  };
}
