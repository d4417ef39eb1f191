import { readFileSync } from 'node:fs';

/** All statements the api has sent to the store so far, from the metrics on its admin port. @throws when it does not export them */
export async function statementsSent(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const found = /^database_queries_total(?:\{[^}]*\})? (\d+)/m.exec(text);
  if (!found) throw new Error('the api exports no database_queries_total');
  return Number(found[1]);
}

/** Resident memory of a process, in MB. Linux only. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
