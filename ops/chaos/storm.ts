import type { Stack } from '../testing/stack.ts';
import type { LoggedCall } from './invariants.ts';

/** Returns the value after `--name` on the command line. */
export function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : String(process.argv[at + 1]);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries calls that a restart may have interrupted, for at most 60 s. */
export const retryFor60s = <T>(work: () => Promise<T>): Promise<T> => retryFor(60_000, work);

/** Retries calls that a restart may have interrupted. */
export async function retryFor<T>(ms: number, work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + ms; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(200);
    }
  }
}

/** The sandbox's log of the received calls. */
export async function vendorsLog(stack: Stack): Promise<LoggedCall[]> {
  const answer = await fetch(`${stack.sandboxUrl}/control/calls`);
  if (!answer.ok) throw new Error(`control/calls: ${answer.status}`);
  return ((await answer.json()) as { calls: LoggedCall[] }).calls;
}
