/**
 * Functions that a feature needs from features it does not import. The feature declares them (`<feature>.ports.ts`), and `domain/ports.ts`
 * connects them to commands and queries, so that folders depend on each other in one direction only.
 */
export interface Ports<Functions extends object> {
  /** Returns the functions. @throws when they are not connected yet */
  (): Functions;
  /** Connects the functions; `startEngine` does. */
  connect(functions: Functions): void;
}

const unconnected = new Set<string>();

/** Declares the functions that a feature needs from others. @param feature its name, for the error when they are not connected */
export function definePorts<Functions extends object>(feature: string): Ports<Functions> {
  let connected: Functions | null = null;
  unconnected.add(feature);
  const ask = (): Functions => {
    if (!connected) throw new Error(`the ports of ${feature} are not connected: call startEngine() first`);
    return connected;
  };
  return Object.assign(ask, {
    connect(functions: Functions) {
      connected = functions;
      unconnected.delete(feature);
    },
  });
}

/** Tells whether a loaded module declares ports that nothing has connected. */
export const hasUnconnectedPorts = (): boolean => unconnected.size > 0;

/**
 * Requires that all ports are connected. `database()` does, so that a process that forgets `startEngine` fails with its first statement, not
 * on the day when it first reaches a port.
 * @throws Error naming the features whose ports were forgotten
 */
export function assertConnected(): void {
  if (unconnected.size > 0)
    throw new Error(
      `nothing connects the ports of ${[...unconnected].join(', ')}: call startEngine() before the database is used, which connects what domain/ports.ts names`,
    );
}
