import { ProductError } from '#domain/platform/errors.ts';

/** A caller without an account: a stranger by their networks, or a device on which somebody has signed in before. */
export interface Visitor {
  /** What the caller shares its turns with, from the widest to the narrowest. A name occurs at one level only. */
  readonly levels: readonly string[];
  /** Whether somebody has signed in on the device before: such devices go first. */
  readonly isKnown: boolean;
}

/** Who waits for something that all callers share: an account by its id, or a visitor. */
export type Caller = string | Visitor;

/** Returns the levels at which a caller's use is counted, from the widest to the narrowest. */
export const levelsOfCaller = (caller: Caller): readonly string[] => (typeof caller === 'string' ? [caller] : caller.levels);

/** A full line becomes shorter within this long. */
const RETRY_AFTER_S = 5;

/** Returns the error for a visitor whose network has more work waiting than any other. */
export const tooManyVisitors = (): ProductError =>
  new ProductError('limits.rate', 'The service is very busy. Please try again in a moment.', {
    data: { retryAfterS: RETRY_AFTER_S },
  });

/**
 * A line that is fair at each level: what waits is a tree of callers, in which the least served branch comes first at each node. So a
 * thousand networks of one provider wait for each other, and a caller of another provider only for the work that has begun.
 */
export class FairLine<Item> {
  readonly #branches = new Map<string, FairLine<Item>>();
  readonly #items: Item[] = [];
  #size = 0;

  /** How many items wait. */
  get size(): number {
    return this.#size;
  }

  add([level, ...narrower]: readonly string[], item: Item): void {
    this.#size += 1;
    if (level === undefined) return void this.#items.push(item);
    const branch = this.#branches.get(level) ?? new FairLine<Item>();
    this.#branches.set(level, branch);
    branch.add(narrower, item);
  }

  remove([level, ...narrower]: readonly string[], item: Item): void {
    this.#size -= 1;
    if (level === undefined) return void this.#items.splice(this.#items.indexOf(item), 1);
    const branch = this.#branches.get(level)!;
    branch.remove(narrower, item);
    if (branch.size === 0) this.#branches.delete(level);
  }

  /** Returns what waits for one caller, the oldest first. */
  at([level, ...narrower]: readonly string[]): readonly Item[] {
    return level === undefined ? this.#items : (this.#branches.get(level)?.at(narrower) ?? []);
  }

  /** Puts an item into the place of another of the same caller. */
  replace(levels: readonly string[], [older, newer]: readonly [Item, Item]): void {
    const items = this.at(levels) as Item[];
    items[items.indexOf(older)] = newer;
  }

  /** Puts a caller behind those who have been served as much as it. */
  toEnd([level, ...narrower]: readonly string[]): void {
    const branch = level === undefined ? undefined : this.#branches.get(level);
    if (branch === undefined) return;
    this.#branches.delete(level!);
    this.#branches.set(level!, branch);
    branch.toEnd(narrower);
  }

  /**
   * Returns the oldest item of the caller who comes next, if any can be served.
   * @param useOf how much a level has been served; the least comes first
   */
  next(useOf: (level: string) => number, isAble: (item: Item) => boolean): Item | undefined {
    const own = this.#items.find(isAble);
    if (own !== undefined) return own;
    const inOrder = [...this.#branches]
      .map(([level, branch]) => ({ use: useOf(level), branch }))
      .toSorted((one, other) => one.use - other.use);
    for (const { branch } of inOrder) {
      const found = branch.next(useOf, isAble);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the newest item of the largest branch, of equal ones the newest, and in it of its largest: the one to refuse when too many wait. */
  newestOfLargest(): Item | undefined {
    const branches = [...this.#branches.values()];
    if (branches.length === 0) return this.#items.at(-1);
    return branches.reduce((largest, branch) => (branch.size >= largest.size ? branch : largest)).newestOfLargest();
  }

  *[Symbol.iterator](): Generator<Item> {
    yield* this.#items;
    for (const branch of this.#branches.values()) yield* branch;
  }
}
