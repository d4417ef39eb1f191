/** Envelopes a process answers in a second without others noticing. Beyond that, those who wait are asked to come less often. */
const COMFORTABLE_PER_S = 250;
const LONGEST_MS = 8_000;

/**
 * How long a watcher should wait before it asks again, given how many have asked in the last seconds: the interval grows with the crowd,
 * so that thousands of watchers cost no more than hundreds and other routes stay quick.
 * @param now milliseconds on any clock that only goes forward
 */
export function createPollPace(now: () => number = () => performance.now()): (calmMs: number) => number {
  let second = 0;
  let count = 0;
  let rate = 0;
  return (calmMs) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      // a second without anybody counts as none
      rate = current === second + 1 ? (rate + count) / 2 : 0;
      second = current;
      count = 0;
    }
    count += 1;
    // what is asked now already counts: a crowd that comes at once is spread at once
    const crowd = Math.max(rate, count) / COMFORTABLE_PER_S;
    return Math.min(LONGEST_MS, Math.max(calmMs, Math.round(calmMs * crowd)));
  };
}
