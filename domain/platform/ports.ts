/**
 * What a feature has done by features that it does not know: it declares the functions (`<feature>.ports.ts`), and `domain/ports.ts` says which
 * commands and queries they are. So folders know each other in one direction only.
 */
export interface Ports<Functions extends object> {
  /** Returns the functions. @throws when nothing has connected them yet */
  (): Functions;
  /** Connects them; call it once at process start. */
  connect(functions: Functions): void;
}

const unconnected = new Set<string>();

/** Declares the functions that a feature has done by others. @param feature its name, for the error where they were not connected */
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
