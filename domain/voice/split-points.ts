/** A section of a recording, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Maximum length of a part: the offline model's limit is slightly higher. */
const LONGEST_PART_S = 28;
/** Minimum length of a part: an earlier silence is ignored in favour of a later one. */
const SHORTEST_PART_S = 8;

/**
 * Splits a recording into parts of at most 28 seconds, in the middle of the last silence that fits, or anywhere without one.
 * @param silences in order
 */
export function splitAtSilence(seconds: number, silences: readonly Stretch[]): Stretch[] {
  const parts: Stretch[] = [];
  for (let from = 0; from < seconds;) {
    const latest = from + LONGEST_PART_S;
    const pause = silences.findLast((silence) => middle(silence) > from + SHORTEST_PART_S && middle(silence) <= latest);
    const to = latest >= seconds ? seconds : pause ? middle(pause) : latest;
    parts.push({ from, to });
    from = to;
  }
  return parts;
}

const middle = ({ from, to }: Stretch): number => (from + to) / 2;
