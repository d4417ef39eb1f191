import { setImmediate } from 'node:timers/promises';

/**
 * Maps items one after the other and serves other requests in between, for work that takes milliseconds per item on any number of items.
 */
export async function mapInSlices<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    await setImmediate();
  }
  return results;
}
