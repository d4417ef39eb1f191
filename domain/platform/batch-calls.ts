interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a function whose calls of one turn of the event loop are done in one go. Steps of a course come in swarms: a statement each, one behind
 * the other, would keep the last of them waiting.
 * @param groupOf calls with the same answer are done together
 * @param work does a group; answers one result an item, in the same order. When it rejects, every call of the group does.
 * @param options `inTurn`: what is called while a group is being worked on is the next group, so that there is one at a time, and the larger
 *   the more there is to do; nobody is answered by work that began before the call
 */
export function together<Item, Result>(
  groupOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { inTurn = false } = {},
): (item: Item) => Promise<Result> {
  const groups = new Map<string, Waiting<Item, Result>[]>();

  const underWay = new Set<string>();

  const begin = (name: string) => {
    const group = groups.get(name)!;
    groups.delete(name);
    if (inTurn) underWay.add(name);
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
