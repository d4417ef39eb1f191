import { BadControl, knownFields, readObject } from './read-body.ts';

/**
 * Endings of the keys of calls that must wait, e.g. `/outline` or `/lesson/0.1`, so that a test can examine an intermediate state for as
 * long as it needs.
 */
export class Holds {
  #ends: readonly string[] = [];
  #changed = Promise.withResolvers<void>();

  list(): readonly string[] {
    return this.#ends;
  }

  /** Replaces the held endings; calls that no longer match continue. @throws BadControl */
  put(body: unknown): void {
    const fields = readObject(body);
    knownFields(fields, ['ends']);
    const { ends } = fields;
    if (!Array.isArray(ends) || !ends.every((end) => typeof end === 'string' && end !== '')) {
      throw new BadControl('ends must be a list of ends of keys');
    }
    this.#ends = ends as string[];
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Resolves when a call with this key can continue. */
  async released(key: string): Promise<void> {
    while (this.#ends.some((end) => key.endsWith(end))) await this.#changed.promise;
  }
}
