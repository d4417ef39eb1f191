import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { pause } from './storm.ts';
import { startStore } from '../start/store/start-store.mjs';
import { freePorts, type Stack } from '../testing/stack.ts';

/** The possible faults. `backend`: ends one connection's server process; `crash`: kills it, and PostgreSQL restarts all of them. */
export const FAULTS = ['api', 'worker', 'sandbox', 'store', 'backend', 'crash', 'everything', 'disk'] as const;
export type FaultName = (typeof FAULTS)[number];

export const DISK_FULL_MS = 12_000;
/** Size of the store's separate in-memory disk. */
const DISK_MB = 600;
const PROBE_MS = 200;
const PROCESSES = ['api', 'worker', 'sandbox', 'store'] as const;

/** The target of a fault: the installation, a connection to its store, and the folder of the store's separate disk, if any. */
export interface Target {
  readonly stack: Stack;
  readonly knex: Knex;
  readonly random: () => number;
}

/** Injects one fault. @returns whether there was a target: a process that is restarting is none */
export async function injectFault(fault: FaultName, target: Target): Promise<boolean> {
  const { stack } = target;
  switch (fault) {
    case 'backend':
    case 'crash':
      return endBackend(fault, target);
    case 'everything':
      return PROCESSES.map((name) => kill(stack, name)).some(Boolean);
    case 'disk':
      return fillDisk(storeDir(stack.dataDir));
    default:
      return kill(stack, fault);
  }
}

function kill(stack: Stack, name: (typeof PROCESSES)[number]): boolean {
  const found = stack.record().processes[name];
  if (!found) throw new Error(`no process ${name} in the launcher's record`);
  return killPid(found.pid);
}

function killPid(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Starts a second worker with the first one's environment (Linux). @returns a function that ends it */
export async function startSecondWorker(stack: Stack): Promise<() => void> {
  const { pid } = stack.record().processes['worker']!;
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const env = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  const [port] = await freePorts(1);
  const second = spawn(process.execPath, ['workers/main.ts'], { env: { ...env, WORKER_ADMIN_PORT: String(port) }, stdio: 'ignore' });
  while (!(await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.ok) await pause(PROBE_MS);
  return () => void second.kill('SIGKILL');
}

/** Suspends the launcher's worker for a while, like a debugger or a frozen machine, then resumes it with everything it held. */
export async function freezeWorker(stack: Stack, ms: number): Promise<void> {
  const { pid } = stack.record().processes['worker']!;
  process.kill(pid, 'SIGSTOP');
  await pause(ms);
  process.kill(pid, 'SIGCONT');
}

/** Ends one of the worker's connections, preferably an active one. */
async function endBackend(how: 'backend' | 'crash', { knex, random }: Target): Promise<boolean> {
  try {
    const { rows } = await knex.raw(
      `select pid, state from pg_stat_activity where application_name = 'coursewright-worker' order by state <> 'idle' desc, pid`,
    );
    const busy = rows.filter(({ state }: { state: string }) => state !== 'idle');
    const victims = busy.length > 0 ? busy : rows;
    if (victims.length === 0) return false;
    const { pid } = victims[Math.floor(random() * victims.length)];
    if (how === 'crash') return killPid(pid);
    await knex.raw('select pg_terminate_backend(?)', [pid]);
    return true;
  } catch {
    // the store is being restarted
    return false;
  }
}

export const storeDir = (dataDir: string) => path.join(dataDir, 'postgres');

/** Fills the store's disk to the last byte, and clears it after 12 s. */
export async function fillDisk(dir: string): Promise<boolean> {
  const file = path.join(dir, 'filler');
  const filler = openSync(file, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size = Math.floor(size / 16)) while (fits(filler, size)) continue;
  } finally {
    closeSync(filler);
  }
  await new Promise((resolve) => setTimeout(resolve, DISK_FULL_MS));
  rmSync(file);
  return true;
}

function fits(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** Tells whether a disk can be filled without filling the machine's, which needs root on Linux to mount one in memory. */
export const mayMount = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

/** Moves the installation's store to a separate disk, before its first start. @returns a function that removes the disk */
export async function giveOwnDisk(dataDir: string): Promise<() => void> {
  const store = await startStore({ dir: dataDir });
  await store.stop();
  const dir = storeDir(dataDir);
  const made = `${dir}.made`;
  renameSync(dir, made);
  mkdirSync(dir, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', dir]);
  cpSync(made, dir, { recursive: true, verbatimSymlinks: true });
  rmSync(made, { recursive: true });
  return () => void spawnSync('umount', ['-l', dir]);
}
