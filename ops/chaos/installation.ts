import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { startStore } from '../start/store/start-store.mjs';
import { freePorts } from '../testing/stack.ts';
import { checkInvariants, repeatedAnswers, type LoggedCall } from './invariants.ts';
import { startProxy } from './proxy.ts';
import type { RunningLoad } from './user-load.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CALL_MS = 400;
const READY_WITHIN_MS = 120_000;

const began = Date.now();
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const print = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);
/** Reads a number from the command line. */
export function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}
const answers = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

export interface ChaosInstallation {
  /** The address of the proxy in front of both api processes. */
  readonly url: string;
  /** The address of each api process, without the proxy. */
  readonly apis: readonly string[];
  readonly knex: Knex;
  /** Waits until a condition holds. @throws with the processes' output if it does not within two minutes */
  until(what: string, holds: () => Promise<boolean> | boolean): Promise<void>;
  /** Stops a process as a supervisor does, starts it again, and waits until it is ready. @returns its exit code */
  restart(kind: 'api' | 'worker', at: 0 | 1): Promise<number | null>;
  /** Kills a process (SIGKILL), starts it again, and waits until it is ready. */
  kill(kind: 'api' | 'worker', at: 0 | 1): Promise<void>;
  /**
   * Waits for the load's courses, ends the load, and prints failed requests, lost work and duplicate work.
   * @returns whether there was none
   */
  judge(load: RunningLoad): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Starts two api processes and two workers behind a proxy, with a separate store and sandbox.
 * @param env additional environment
 * @param options `hasSamples`: with the sample accounts and the market of a new installation
 */
export async function startInstallation(env: NodeJS.ProcessEnv = {}, { hasSamples = false } = {}): Promise<ChaosInstallation> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-chaos-'));
  const store = await startStore({ dir: dataDir });
  const knex = knexFactory({ client: 'pg', connection: store.url, pool: { min: 0, max: 2 } });
  const [sandboxPort, smtpPort, ...free] = (await freePorts(8)) as [number, number, ...number[]];
  const [apiPorts, adminPorts, workerPorts] = [free.slice(0, 2), free.slice(2, 4), free.slice(4, 6)];
  const proxy = await startProxy(apiPorts);
  const running = new Map<string, ChildProcess>();
  let output = '';

  function start(script: string, own: NodeJS.ProcessEnv = {}, args: readonly string[] = []): ChildProcess {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: store.url,
        PUBLIC_ORIGIN: proxy.url,
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_SMTP_PORT: String(smtpPort),
        SANDBOX_LATENCY_MS: String(CALL_MS),
        SPEND_CAP_USER_CENTS: '0',
        SPEND_CAP_INSTALL_CENTS: '0',
        DRAIN_NOTICE_MS: '2000',
        LOG_LEVEL: 'warn',
        NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
        ...env,
        ...own,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
    return child;
  }
  const startOne = (kind: 'api' | 'worker', at: number) => {
    const own =
      kind === 'api' ? { PORT: String(apiPorts[at]), ADMIN_PORT: String(adminPorts[at]) } : { WORKER_ADMIN_PORT: String(workerPorts[at]) };
    running.set(`${kind} ${at}`, start(kind === 'api' ? 'api/main.ts' : 'workers/main.ts', own));
  };
  const isReady = (kind: 'api' | 'worker', at: number) =>
    kind === 'api' ? proxy.isReady(apiPorts[at]!) : answers(`http://127.0.0.1:${workerPorts[at]}/health/ready`);

  async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
    for (const deadline = Date.now() + READY_WITHIN_MS; !(await holds()); await pause(100))
      if (Date.now() > deadline) throw new Error(`waited in vain for ${what}\n${output.slice(-4_000)}`);
  }
  async function drain(child: ChildProcess): Promise<number | null> {
    if (child.exitCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return code;
  }

  const sandbox = start('ops/sandbox/main.ts', { SANDBOX_LOG: path.join(dataDir, 'calls.jsonl') });
  process.once('exit', () => {
    for (const child of [...running.values(), sandbox]) child.kill('SIGKILL');
    // also after a start that failed
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const [prepared] = (await once(start('ops/scripts/prepare.ts'), 'exit')) as [number];
  if (prepared !== 0) throw new Error(`the store could not be prepared\n${output}`);
  if (hasSamples) {
    const [seeded] = (await once(start('ops/scripts/seed.ts', {}, ['sample-accounts']), 'exit')) as [number];
    if (seeded !== 0) throw new Error(`the samples could not be made\n${output}`);
  }
  for (const kind of ['api', 'worker'] as const) for (const at of [0, 1]) startOne(kind, at);
  for (const kind of ['api', 'worker'] as const) for (const at of [0, 1]) await until('readiness', () => isReady(kind, at));
  print('two api, two workers and the proxy are ready');

  return {
    url: proxy.url,
    apis: apiPorts.map((port) => `http://127.0.0.1:${port}`),
    knex,
    until,
    async restart(kind, at) {
      const code = await drain(running.get(`${kind} ${at}`)!);
      startOne(kind, at);
      await until(`the new ${kind}`, () => isReady(kind, at));
      return code;
    },
    async kill(kind, at) {
      const child = running.get(`${kind} ${at}`)!;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      startOne(kind, at);
      await until(`the ${kind} after its kill`, () => isReady(kind, at));
    },
    async judge(load) {
      const runs = await load.written;
      await load.stop();
      const { calls } = (await (await fetch(`http://127.0.0.1:${sandboxPort}/control/calls`)).json()) as { calls: LoggedCall[] };
      const problems: string[] = [];
      for (const run of runs) {
        if (run.status !== 'completed') problems.push(`${run.topic} ended as ${run.status}`);
        for (const problem of await checkInvariants(knex, run.taskId, calls)) problems.push(`${run.topic}: ${problem}`);
      }
      const repeats = repeatedAnswers(calls, []).length;
      const unkind = load.closed.filter((code) => code !== 1001);
      for (const failure of load.failures.slice(0, 20)) console.log(`  ${failure}`);
      for (const problem of problems) console.log(`  ${problem}`);
      print(
        `${load.requests()} requests, ${load.failures.length} failed, slowest ${(load.slowestMs() / 1000).toFixed(1)} s, ` +
          `${proxy.retries()} passed on to the other api; ${runs.length} runs, ${problems.length} problems; ` +
          `${calls.length} calls, ${repeats} bought again; ${load.closed.length} sockets sent away, ${unkind.length} not with 1001`,
      );
      return load.failures.length === 0 && problems.length === 0 && repeats === 0 && unkind.length === 0;
    },
    async stop() {
      await Promise.all([...running.values()].map(drain));
      sandbox.kill('SIGTERM');
      await proxy.stop();
      await knex.destroy();
      await store.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
