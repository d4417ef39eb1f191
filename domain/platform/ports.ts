/**
 * Functions that a feature needs from features it does not import. The feature declares them (`<feature>.ports.ts`), and `domain/ports.ts`
 * connects them to commands and queries, so that folders depend on each other in one direction only.
 */
export interface Ports<Functions extends object> {
  /** Returns the functions. @throws when they are not connected yet */
  (): Functions;
  /** Connects the functions; call it once at process start. */
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

/** Requires that all ports are connected. @throws Error naming the features whose ports were forgotten */
export function assertConnected(): void {
  if (unconnected.size > 0) throw new Error(`nothing connects the ports of ${[...unconnected].join(', ')}: add them to domain/ports.ts`);
}
