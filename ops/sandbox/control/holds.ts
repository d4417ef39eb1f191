import { BadControl, knownFields, readObject } from './read-body.ts';

/** Ends of the keys of calls that wait, e.g. `/outline` or `/lesson/0.1`: a state on the way can be looked at for as long as a test needs. */
export class Holds {
  #ends: readonly string[] = [];
  #changed = Promise.withResolvers<void>();

  list(): readonly string[] {
    return this.#ends;
  }

  /** Replaces the held ends; calls that no longer match go on. @throws BadControl */
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

  /** Resolves when a call with this key may go on. */
  async released(key: string): Promise<void> {
    while (this.#ends.some((end) => key.endsWith(end))) await this.#changed.promise;
  }
}
