import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';

const LOOK_MS = 50;
const NICE = { ours: 5, usual: 10, low: 19 } as const;
const LONG_MS = 1_000;
/** Linux's units: bytes of a page, and milliseconds of a tick. */
const PAGE_BYTES = 4096;
const TICK_MS = 10;

interface Limits {
  readonly cpuMs?: number | undefined;
  readonly withinMs: number;
  readonly memoryBytes: number;
  readonly signal?: AbortSignal | null;
  readonly priority?: Priority;
}

/**
 * Priorities, all below the processes that answer requests and hand out work. `ours`: still loading our own code, for the next input.
 * `usual`: working, behind those; after a second of processor time it becomes low. `low`: works for an account that has used much, and
 * yields to all others.
 */
export type Priority = 'ours' | 'usual' | 'low';

/**
 * Watches a working process: lowers its priority, and kills it when it exceeds its time or memory, or when its work is cancelled. Processor
 * time and memory are measured on Linux only: elsewhere the limits on time and heap must suffice.
 */
export function watchProcess(child: ChildProcess, { cpuMs = Infinity, withinMs, memoryBytes, signal, priority = 'usual' }: Limits) {
  let reason: 'too_slow' | 'too_much' | null = null;
  let isEnded = false;
  let held = 0;
  let usedLast = 0;
  const stop = (why: typeof reason) => {
    if (isEnded) return;
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('too_slow'), withinMs);
  let nice = 0;
  const lower = (to: number) => {
    if (nice >= to || isEnded) return;
    nice = to;
    lowerPriority(child, to);
  };
  lower(NICE[priority]);
  let usedBefore: Promise<number> | null = null;
  const look = async () => {
    const [resident, used, before] = await Promise.all([residentBytes(child), usedMs(child), usedBefore]);
    held = resident;
    const spent = used - (before ?? used);
    usedLast = Math.max(usedLast, used);
    if (spent > LONG_MS) lower(NICE.low);
    if (held > memoryBytes) stop('too_much');
    else if (spent > cpuMs) stop('too_slow');
  };
  const isLinux = os.platform() === 'linux';
  if (isLinux) usedBefore = usedMs(child);
  const looks = isLinux ? setInterval(() => void look(), LOOK_MS) : null;
  const abort = () => stop(null);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    /** Why it was killed; absent: it was not. */
    reason: () => reason,
    /** Its memory at the last measurement. */
    heldBytes: () => held,
    /** Processor time since its start, in ms; after its end, the last measurement. */
    usedMs: async () => Math.max(usedLast, await usedMs(child)),
    /** Whether its priority is as low as that of long work; a priority can only be lowered. */
    isLow: () => nice === NICE.low,
    end() {
      isEnded = true;
      clearTimeout(timer);
      if (looks) clearInterval(looks);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function lowerPriority({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined && os.getPriority(pid) < nice) os.setPriority(pid, nice);
  } catch {
    // it has ended, or the system denies it
  }
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * PAGE_BYTES;
}

/** Processor time used since its start, including its threads. */
async function usedMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name, in brackets, may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
