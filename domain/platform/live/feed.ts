/** A message for its recipients with an open socket. */
export interface Delivery {
  /** Account ids; `chatters`: every connected user who may chat. */
  readonly to: 'chatters' | Iterable<string>;
  readonly except?: ReadonlySet<string>;
  /** A message declared in the feature's contract. */
  readonly message: { readonly type: string };
}

/**
 * Handles the events of a topic: reads the rows they refer to, once for all sockets of a process. Events that arrive during a read are
 * passed on together, in order.
 */
export interface LiveFeed {
  readonly topic: string;
  readonly deliver: (events: readonly (readonly string[])[]) => Promise<readonly Delivery[]>;
}
