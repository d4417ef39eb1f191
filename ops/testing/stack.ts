import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describePortConflict } from '../start/ports.mjs';
import { readRecord, type RunRecord } from '../start/run-record.mjs';
import { patience } from './slowness.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A complete separate installation (store, sandbox, api, worker), started by the normal launcher. */
export interface Stack {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly adminUrl: string;
  readonly dataDir: string;
  /** Returns pids, ports and the database URL from the launcher's record. */
  record(): RunRecord;
  /** Returns the launcher's output so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts an installation on free ports with a throw-away data folder and waits until it is ready.
 * @param env settings on top of the defaults, e.g. `{ MAX_ACTIVE_RUNS: '50' }`
 * @param options `prepare` runs on the data folder before the first start and returns its undo function
 * @throws with the launcher's output when it is not ready within `timeoutMs`
 */
export async function startStack(
  env: Record<string, string> = {},
  { timeoutMs = 180_000, prepare }: { timeoutMs?: number; prepare?: (dataDir: string) => Promise<() => void> } = {},
): Promise<Stack> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coursewright-stack-'));
  const undo = await prepare?.(dataDir);
  const [port, sandboxPort, adminPort, workerAdminPort, smtpPort] = await freePorts(5);
  let output = '';
  const launcher = spawn(process.execPath, [path.join(root, 'ops/start/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      ADMIN_PORT: String(adminPort),
      WORKER_ADMIN_PORT: String(workerAdminPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SANDBOX_LATENCY_MS: '0',
      SANDBOX_SERVICES: 'speech,translation',
      DATABASE_URL: '',
      PUBLIC_ORIGIN: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launcher.stdout.on('data', (chunk: Buffer) => (output += chunk));
  launcher.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const exited = new Promise<void>((resolve) => launcher.once('exit', () => resolve()));
  const stop = async () => {
    launcher.kill('SIGTERM');
    await exited;
    undo?.();
    rmSync(dataDir, { recursive: true, force: true });
    // a refusal may be hidden by retries: the product must not even try
    if (output.includes('outgoing: connection refused')) throw new Error(`the installation connects without a purpose:\n${output}`);
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patience(timeoutMs);
  while (!(await answers(`${url}/api/health/ready`))) {
    if (launcher.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the installation did not become ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    dataDir,
    record: () => {
      const record = readRecord(dataDir);
      if (!record) throw new Error('the launcher has no record');
      return record;
    },
    output: () => output,
    stop,
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

/** Below the ports that the system assigns to connections, which could take one before the installation listens. */
const FIRST_PORT = 20_000;
const PORTS_PER_PROCESS = 10;
const BLOCKS = 1_200;
let block = process.pid;

/**
 * Returns `count` consecutive free loopback ports. Concurrent test runs start at their own process id, so that they do not choose the same
 * ones at the same time.
 */
export async function freePorts(count: number): Promise<number[]> {
  for (let tries = 0; tries < BLOCKS; tries += 1) {
    const first = FIRST_PORT + (block++ % BLOCKS) * PORTS_PER_PROCESS;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const conflicts = await Promise.all(ports.map((port) => describePortConflict(port, '127.0.0.1')));
    if (conflicts.every((conflict) => conflict === null)) return ports;
  }
  throw new Error('There are no free ports.');
}
