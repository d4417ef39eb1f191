import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns the number of statements the api has sent to the store so far, from the metrics on its admin port. @throws when it does not export
 * them
 */
export async function statementsSent(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const found = /^database_queries_total(?:\{[^}]*\})? (\d+)/m.exec(text);
  if (!found) throw new Error('the api exports no database_queries_total');
  return Number(found[1]);
}

/** Returns the CPU time of processes so far, user and system, in ms. Linux only; an exited process counts as zero. */
export function processorMs(pids: readonly number[]): number {
  const TICK_MS = 10;
  return pids.reduce((sum, pid) => {
    const fields = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ') : [];
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
  }, 0);
}

/** Returns the resident memory of a process, in MB. Linux only. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
