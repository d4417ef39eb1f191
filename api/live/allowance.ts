/**
 * The allowance of an account over all its sockets of this process: this many points at once, and some per second afterwards. Offers and
 * answers of a call come in bursts. Each frame costs one point, plus one for every `BYTES_A_POINT` bytes.
 */
const BURST = 120;
const PER_SECOND = 20;
const BYTES_A_POINT = 8_192;

/** A budget of points that fills up again. */
export interface Allowance {
  /** Takes the cost of a frame of this size. @returns false if not enough points remained */
  take(bytes: number): boolean;
  /** Tells whether the budget is full, so that a new one would be equivalent. */
  isFull(): boolean;
  /** Returns the seconds until it is full again, once something was refused; 0 otherwise. */
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
