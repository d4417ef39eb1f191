/**
 * Waits for moments counted from the start of a call, so that delays do not add up. One timer at a time without other set-up, because a busy
 * machine runs dozens of these.
 */
export class Pacer {
  #start: number;
  #timer: NodeJS.Timeout | null = null;
  #wake: (() => void) | null = null;
  #ended = false;

  /** `start` is on the performance clock. */
  constructor(start: number) {
    this.#start = start;
  }

  /** Resolves `ms` after the start (at once when that has passed); false when the call has ended first. */
  async until(ms: number): Promise<boolean> {
    const rest = this.#start + ms - performance.now();
    if (rest > 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#timer = setTimeout(resolve, rest);
      });
    }
    return !this.#ended;
  }

  /** Ends the wait because the client has disconnected. */
  end(): void {
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#wake?.();
  }
}
