/** Passes events from a producer to one consumer, in order. A consumer that leaves does not stop the producer. */
export class EventChannel<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #ended = false;
  #left = false;
  #wake: (() => void) | null = null;

  push(event: T): void {
    if (this.#left || this.#ended) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        while (this.#waiting.length > 0) yield this.#waiting.shift()!;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = null;
      }
    } finally {
      this.#left = true;
      this.#waiting = [];
    }
  }
}
