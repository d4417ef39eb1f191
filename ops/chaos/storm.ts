import type { Stack } from '../testing/stack.ts';
import type { LoggedCall } from './invariants.ts';

/** What stands after `--name` on the command line. */
export function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : String(process.argv[at + 1]);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats what a restart may have cut off, for at most 60 s. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(200);
    }
  }
}

/** The vendors' own log of the calls that reached them. */
export async function vendorsLog(stack: Stack): Promise<LoggedCall[]> {
  const answer = await fetch(`${stack.sandboxUrl}/control/calls`);
  if (!answer.ok) throw new Error(`control/calls: ${answer.status}`);
  return ((await answer.json()) as { calls: LoggedCall[] }).calls;
}
