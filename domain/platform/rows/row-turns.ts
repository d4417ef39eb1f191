/** A row's account and destination. */
export interface Turn {
  readonly account: string;
  /** Its destination host. Rows for one host share slots, so that a host that never answers cannot occupy all of them. */
  readonly host?: string;
  /** Its exact destination, which rests after it has failed twice. */
  readonly address?: string;
}

/** Rows that a claim must skip for now. */
export interface Busy {
  readonly accounts: readonly string[];
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

/** Number of consecutive failures after which an address rests. The rest triples from the first to the longest. */
const FAILURES_BEFORE_REST = 2;
const [FIRST_REST_MS, LONGEST_REST_MS] = [60_000, 3_600_000];
/** Maximum addresses remembered per process; only a failure adds one. */
const MOST_REMEMBERED = 10_000;

interface Failures {
  readonly count: number;
  readonly restsUntil: number;
}

/** The failed addresses of one process. */
export class RestingAddresses {
  readonly #failures = new Map<string, Failures>();

  /** Records an outcome. @returns the milliseconds for which the address rests; 0: it does not rest */
  note(address: string, hasFailed: boolean): number {
    const count = (this.#failures.get(address)?.count ?? 0) + 1;
    // re-inserted at the end, so that the newest is forgotten last
    this.#failures.delete(address);
    if (!hasFailed) return 0;
    const restMs = count < FAILURES_BEFORE_REST ? 0 : Math.min(FIRST_REST_MS * 3 ** (count - FAILURES_BEFORE_REST), LONGEST_REST_MS);
    this.#failures.set(address, { count, restsUntil: Date.now() + restMs });
    if (this.#failures.size > MOST_REMEMBERED) this.#failures.delete(this.#failures.keys().next().value!);
    return restMs;
  }

  /** Lists the resting addresses. */
  resting(): string[] {
    const now = Date.now();
    return [...this.#failures].filter(([, { restsUntil }]) => restsUntil > now).map(([address]) => address);
  }
}

/**
 * The turns of one pass: one row at a time for each account, and in total no more of its time than one row may take; a few at a time for
 * each host; and none for a resting address.
 */
export class RowTurns {
  readonly #resting: RestingAddresses;
  readonly #accountMs: number;
  readonly #hostAtOnce: number;
  readonly #running = new Set<Turn>();
  readonly #spentMs = new Map<string, number>();

  constructor(limits: { readonly resting: RestingAddresses; readonly accountMs: number; readonly hostAtOnce: number }) {
    this.#resting = limits.resting;
    this.#accountMs = limits.accountMs;
    this.#hostAtOnce = limits.hostAtOnce;
  }

  /** Returns the accounts, hosts and addresses to skip now. */
  busy(): Busy {
    const running = [...this.#running];
    const spent = [...this.#spentMs].filter(([, ms]) => ms >= this.#accountMs).map(([account]) => account);
    const hosts = Map.groupBy(
      running.flatMap(({ host }) => host ?? []),
      (host) => host,
    );
    return {
      accounts: [...new Set([...running.map(({ account }) => account), ...spent])],
      hosts: [...hosts].filter(([, all]) => all.length >= this.#hostAtOnce).map(([host]) => host),
      addresses: this.#resting.resting(),
    };
  }

  /** Tells whether an account has used up its time in this pass, so that due rows may be left. */
  get hasLeftSome(): boolean {
    return [...this.#spentMs.values()].some((ms) => ms >= this.#accountMs);
  }

  /** Begins a turn. @returns a function that ends it */
  begin(turn: Turn): () => void {
    const startedAt = performance.now();
    this.#running.add(turn);
    return () => {
      this.#running.delete(turn);
      this.#spentMs.set(turn.account, (this.#spentMs.get(turn.account) ?? 0) + performance.now() - startedAt);
    };
  }
}
