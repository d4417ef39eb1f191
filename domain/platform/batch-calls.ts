interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that batches calls made in one turn of the event loop. Steps of a course end in bursts: with one statement each, in
 * sequence, the last of them would wait for all the others.
 * @param groupOf calls with the same key are batched together
 * @param work processes a batch and returns one result per item, in the same order. When it rejects, every call of the batch rejects.
 * @param options `isSequential`: calls made while a batch is running form the next batch, so batches run one at a time and grow with the
 * load; no call gets the result of work that began before the call
 */
export function batchCalls<Item, Result>(
  groupOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { isSequential = false } = {},
): (item: Item) => Promise<Result> {
  const groups = new Map<string, Waiting<Item, Result>[]>();

  const underWay = new Set<string>();

  const begin = (name: string) => {
    const group = groups.get(name)!;
    groups.delete(name);
    if (isSequential) underWay.add(name);
    work(group.map(({ item }) => item))
      .then(
        (results) => group.forEach(({ resolve }, at) => resolve(results[at]!)),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        if (underWay.delete(name) && groups.has(name)) begin(name);
      });
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const name = groupOf(item);
      const group = groups.get(name);
      if (group) return void group.push({ item, resolve, reject });
      groups.set(name, [{ item, resolve, reject }]);
      if (!underWay.has(name)) setImmediate(begin, name);
    });
}
