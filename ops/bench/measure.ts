import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the number of statements that the api has sent to the store so far, from the metrics on its admin port.
 * @throws if it does not export them
 */
export async function statementsSent(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const found = /^database_queries_total(?:\{[^}]*\})? (\d+)/m.exec(text);
  if (!found) throw new Error('the api exports no database_queries_total');
  return Number(found[1]);
}

/** Returns the CPU time of processes so far, user and system, in ms. Linux only; an exited process counts as zero. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + timesOf(pid).own, 0);
}

/** Returns the CPU time of a process's children so far, in ms, both ended and running. Linux only. */
export function childrenMs(pid: number): number {
  const living = readdirSync('/proc').map((name) => timesOf(name));
  return timesOf(pid).ended + living.reduce((sum, { parent, own, ended }) => sum + (parent === pid ? own + ended : 0), 0);
}

const TICK_MS = 10;

function timesOf(pid: number | string): { parent: number; own: number; ended: number } {
  try {
    // the name, in brackets, precedes these fields
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    return { parent: fields[1]!, own: (fields[11]! + fields[12]!) * TICK_MS, ended: (fields[13]! + fields[14]!) * TICK_MS };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

/** Returns the resident memory of a process, in MB. Linux only. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
