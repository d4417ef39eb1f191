/** A message for those of some people who have a socket open. */
export interface Delivery {
  /** Account ids; `chatters`: everybody who is there and may chat. */
  readonly to: 'chatters' | Iterable<string>;
  readonly except?: ReadonlySet<string>;
  /** One of the contract's, which its feature knows. */
  readonly message: { readonly type: string };
}

/**
 * What becomes of events of a topic: reads the rows they are about, once for all sockets of a process. Events that came while it was reading
 * are handed over together, in order.
 */
export interface LiveFeed {
  readonly topic: string;
  readonly deliver: (events: readonly (readonly string[])[]) => Promise<readonly Delivery[]>;
}
