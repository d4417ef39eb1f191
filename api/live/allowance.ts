/**
 * What an account may send over all its sockets of this process: this many points at once, and some per second afterwards. Offers and answers
 * of a call come in bursts. A frame of any kind takes one point, and one more for every `BYTES_A_POINT` it has.
 */
const BURST = 120;
const PER_SECOND = 20;
const BYTES_A_POINT = 8_192;

/** A budget of points that fills up again. */
export interface Allowance {
  /** Takes what a frame of a size costs. @returns false when not enough was left */
  take(bytes: number): boolean;
  /** Tells whether nothing is missing, so that a new one would be the same. */
  isFull(): boolean;
  /** Returns the seconds until it is full, once something was refused; 0 otherwise. */
  restS(): number;
}

/** Opens the budget of an account. @param now milliseconds of a clock that never goes back */
export function openAllowance(now: () => number = () => performance.now()): Allowance {
  let left = BURST;
  let countedAt = now();
  let isRefused = false;
  const fill = () => {
    const at = now();
    left = Math.min(BURST, left + ((at - countedAt) / 1000) * PER_SECOND);
    countedAt = at;
  };
  return {
    take(bytes) {
      fill();
      const cost = 1 + Math.floor(bytes / BYTES_A_POINT);
      if (cost > left) isRefused = true;
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    isFull() {
      fill();
      return left === BURST;
    },
    restS() {
      fill();
      if (left === BURST) isRefused = false;
      return isRefused ? Math.ceil((BURST - left) / PER_SECOND) : 0;
    },
  };
}
