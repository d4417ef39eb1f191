import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import knexFactory from 'knex';
import { WebSocket } from 'ws';
import { startStore } from '../start/store/start-store.mjs';
import { freePorts } from '../testing/stack.ts';
import { startProxy } from './proxy.ts';
import { checkInvariants, repeatedAnswers, type LoggedCall } from './invariants.ts';

/**
 * `npm run chaos -- rolling [--users 100 --runs 20 --sockets 10 --rounds 1]`: restarts two api processes and two workers behind a proxy one
 * after the other, while users read and write and courses are written. Every request must be answered, every run must be complete, and nothing
 * may be bought twice. Uses a separate installation; the exit code is 1 after a violation.
 */
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [USERS, RUNS, SOCKETS, ROUNDS] = [option('users', 100), option('runs', 20), option('sockets', 10), option('rounds', 1)];
const ROOT = path.resolve(import.meta.dirname, '../..');
const CALL_MS = 400;
const THINK_MS = 2_500;
const READY_WITHIN_MS = 120_000;
const PASSWORD = 'correct horse battery';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const began = Date.now();
const print = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; !(await holds()); await pause(100))
    if (Date.now() > deadline) throw new Error(`${what} did not come to be\n${output.slice(-4_000)}`);
}
const answers = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-rolling-'));
const store = await startStore({ dir: dataDir });
const knex = knexFactory({ client: 'pg', connection: store.url, pool: { min: 0, max: 2 } });
const [sandboxPort, smtpPort, ...free] = (await freePorts(10)) as [number, number, ...number[]];
const [apiPorts, adminPorts, workerPorts] = [free.slice(0, 2), free.slice(2, 4), free.slice(4, 6)];
const proxy = await startProxy(apiPorts);
let output = '';

function start(script: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): ChildProcess {
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
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  return child;
}
const startApi = (at: number) => start('api/main.ts', { PORT: String(apiPorts[at]), ADMIN_PORT: String(adminPorts[at]) });
const startWorker = (at: number) => start('workers/main.ts', { WORKER_ADMIN_PORT: String(workerPorts[at]) });
const isWorkerReady = (at: number) => answers(`http://127.0.0.1:${workerPorts[at]}/health/ready`);

interface Person {
  readonly userId: string;
  readonly token: string;
}
const failures: string[] = [];
let requests = 0;
let slowest = 0;

async function call(person: Person | null, method: string, address: string, body?: object, headers: object = {}) {
  const from = performance.now();
  requests += 1;
  try {
    const answer = await fetch(proxy.url + address, {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) failures.push(`${method} ${address}: ${answer.status} ${text.slice(0, 200)}`);
    return text ? JSON.parse(text) : null;
  } catch (error) {
    failures.push(`${method} ${address}: ${String((error as Error).cause ?? error)}`);
    return null;
  } finally {
    slowest = Math.max(slowest, performance.now() - from);
  }
}

async function register(number: number): Promise<Person> {
  const body = {
    email: `rolling-${number}@example.com`,
    password: PASSWORD,
    first_name: 'R',
    last_name: String(number),
    terms_accepted: true,
  };
  const { access_token: token, user } = await call(null, 'POST', '/api/auth/register', body);
  return { userId: user.user_id, token };
}

let storming = true;
/** Reads and writes like an active user; the proxy does not retry writes. */
async function use(person: Person): Promise<void> {
  for (let turn = 0; storming; turn += 1) {
    await pause(Math.random() * THINK_MS * 2);
    if (turn % 4 === 3) {
      await call(person, 'POST', '/api/user/settings', { user_id: person.userId, theme: turn % 8 === 3 ? 'dark' : 'light' });
    } else await call(person, 'GET', turn % 2 === 0 ? '/api/runs' : `/api/courses/${person.userId}`);
  }
}

const closed: number[] = [];
let reconnects = 0;
/** Keeps a socket like a browser: reopens it when it ends. */
async function listen(person: Person): Promise<void> {
  while (storming) {
    const ticket = await call(person, 'POST', '/api/live/ticket', {});
    if (!ticket) return;
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/ws/${person.userId}`, ['coursewright', `ticket.${ticket.ticket}`]);
    socket.on('error', (error) => failures.push(`socket: ${error.message}`));
    const ended = new Promise<number>((resolve) => socket.once('close', resolve));
    const ending = setInterval(() => !storming && socket.close(), 200);
    const code = await ended;
    clearInterval(ending);
    if (!storming) return;
    closed.push(code);
    reconnects += 1;
    await pause(500);
  }
}

async function write(person: Person, number: number): Promise<{ topic: string; taskId: string; status: string }> {
  const topic = `Lighthouses of coast ${number}`;
  const form = { user_id: person.userId, age: 30, topic, learning_goals: 'Know how they work' };
  const started = await call(person, 'POST', '/api/generate-course', form, {
    prefer: 'respond-async',
    'idempotency-key': `rolling-${number}`,
  });
  const taskId = started.task_id as string;
  for (;;) {
    await pause(1_000);
    const envelope = await call(person, 'GET', `/api/generate-course/status/${taskId}`);
    if (envelope && ['completed', 'failed', 'cancelled'].includes(envelope.status)) return { topic, taskId, status: envelope.status };
  }
}

const apis: ChildProcess[] = [];
const workers: ChildProcess[] = [];
let sandbox: ChildProcess | null = null;
/** Stops a process, and waits until it has exited. @returns its exit code */
async function drain(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return code;
}

process.once('exit', () => [...apis, ...workers, sandbox].forEach((child) => child?.kill('SIGKILL')));
let isWhole = false;
try {
  sandbox = start('ops/sandbox/main.ts', { SANDBOX_LOG: path.join(dataDir, 'calls.jsonl') });
  const [code] = (await once(start('ops/scripts/prepare.ts', {}), 'exit')) as [number];
  if (code !== 0) throw new Error(`the store could not be prepared\n${output}`);
  for (const at of [0, 1]) apis.push(startApi(at));
  for (const at of [0, 1]) workers.push(startWorker(at));
  await until(
    'readiness',
    async () => apiPorts.every((port) => proxy.isReady(port)) && (await isWorkerReady(0)) && (await isWorkerReady(1)),
  );
  print('two api, two workers and the proxy are ready');

  const people: Person[] = [];
  for (let number = 0; number < USERS; number += 10)
    people.push(...(await Promise.all(Array.from({ length: Math.min(10, USERS - number) }, (_, at) => register(number + at)))));
  const using = people.map(use);
  const listening = people.slice(0, SOCKETS).map(listen);
  const writing = people.slice(0, RUNS).map(write);
  print(`${people.length} people, ${SOCKETS} sockets, ${RUNS} runs`);
  await until('work', async () => Number((await knex('step').where({ state: 'completed' }).count({ n: '*' }).first())?.['n']) >= RUNS);

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const at of [0, 1]) {
      const from = Date.now();
      const held = await knex('step').where({ state: 'running' }).count({ n: '*' }).first();
      const code = await drain(workers[at]!);
      workers[at] = startWorker(at);
      await until('the new worker', () => isWorkerReady(at));
      print(
        `worker ${at + 1} restarted in ${((Date.now() - from) / 1000).toFixed(1)} s with ${held?.['n']} steps under way (exit ${code})`,
      );
    }
    for (const at of [0, 1]) {
      const from = Date.now();
      const code = await drain(apis[at]!);
      apis[at] = startApi(at);
      await until('the new api', () => proxy.isReady(apiPorts[at]!));
      print(
        `api ${at + 1} restarted in ${((Date.now() - from) / 1000).toFixed(1)} s (exit ${code}); ${failures.length} requests failed so far`,
      );
    }
  }
  const runs = await Promise.all(writing);
  await pause(THINK_MS);
  storming = false;
  await Promise.all([...using, ...listening]);

  const log = (await (await fetch(`http://127.0.0.1:${sandboxPort}/control/calls`)).json()) as { calls: LoggedCall[] };
  const problems: string[] = [];
  for (const run of runs) {
    if (run.status !== 'completed') problems.push(`${run.topic} ended as ${run.status}`);
    for (const problem of await checkInvariants(knex, run.taskId, log.calls)) problems.push(`${run.topic}: ${problem}`);
  }
  const repeats = repeatedAnswers(log.calls, []).length;
  const unkind = closed.filter((code) => code !== 1001);
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
  for (const problem of problems) console.log(`  ${problem}`);
  print(
    `${requests} requests, ${failures.length} failed, slowest ${(slowest / 1000).toFixed(1)} s, ${proxy.retries()} passed on to the other api; ` +
      `${runs.length} runs, ${problems.length} problems; ${log.calls.length} calls, ${repeats} bought again; ` +
      `${closed.length} sockets sent away, ${unkind.length} not with 1001, ${reconnects} back`,
  );
  isWhole = failures.length === 0 && problems.length === 0 && repeats === 0 && unkind.length === 0;
} finally {
  storming = false;
  await Promise.all([...apis, ...workers].map((child) => (child.exitCode === null ? drain(child) : null)));
  sandbox?.kill('SIGTERM');
  await proxy.stop();
  await knex.destroy();
  await store.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isWhole ? 0 : 1);
