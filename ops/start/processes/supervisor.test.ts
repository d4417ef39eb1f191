import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startNode } from './child.mjs';
import { startTimeOf } from './process-identity.mjs';
import { superviseProcess } from './supervisor.mjs';
import { cleanupStack } from '../cleanup.mjs';

let dir: string;
let lines: string[];
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'processes '));
  lines = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const script = (name: string, text: string) => {
  writeFileSync(path.join(dir, name), text);
  return path.join(dir, name);
};
const LIVES = "console.log('up', process.pid); setInterval(() => {}, 1000);";
// they print a line once they can handle SIGTERM
const STOPS_WELL = `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); ${LIVES}`;
const DEAF = `process.on('SIGTERM', () => console.log('not now')); ${LIVES}`;

function keep(text: string, record: (pid: number) => void = () => {}) {
  const pids: number[] = [];
  const file = script('child.mjs', text);
  const start = () => startNode({ node: process.execPath, script: file, cwd: dir, env: process.env, onLine: (line) => lines.push(line) });
  const onStart = (pid: number) => {
    pids.push(pid);
    record(pid);
  };
  const supervised = superviseProcess({ name: 'api', start, onStart, report: (line) => lines.push(line) });
  const up = () => lines.filter((line) => line.startsWith('up')).length;
  return { supervised, pids, up };
}

it('a crashed process is restarted, each time after a longer pause', async () => {
  const { supervised, pids, up } = keep(LIVES);
  for (const round of [1, 2]) {
    await expect.poll(up).toBe(round);
    process.kill(pids.at(-1)!, 'SIGKILL');
  }
  await expect.poll(up).toBe(3);
  expect(lines.filter((line) => line.startsWith('api '))).toEqual([
    'api ended by SIGKILL; starting it again in 0.2 s',
    'api ended by SIGKILL; starting it again in 0.4 s',
  ]);
  expect(supervised.ends()).toBe(2);
  await supervised.stop(1_000);
  expect(pids.map(startTimeOf)).toEqual([null, null, null]);
});

it('a process that cannot be recorded does not keep running beside the next one', async () => {
  const { supervised, pids } = keep(LIVES, () => {
    if (pids.length === 1) throw new Error('no space left on device');
  });
  await expect.poll(() => pids.length).toBe(2);
  expect(startTimeOf(pids[0]!)).toBeNull();
  expect(lines).toContain('api could not be started: no space left on device; starting it again in 0.2 s');
  await supervised.stop(1_000);
});

it('stopping lets it finish, and it stays stopped', async () => {
  const { supervised, pids, up } = keep(STOPS_WELL);
  await expect.poll(up).toBe(1);
  await supervised.stop(5_000);
  expect(lines.at(-1)).toBe('drained');
  expect(pids).toHaveLength(1);
});

it('a process that does not stop in time is killed; a second, impatient stop kills it at once', async () => {
  const { supervised, up } = keep(DEAF);
  await expect.poll(up).toBe(1);
  const patient = supervised.stop(60_000);
  await expect.poll(() => lines).toContain('not now');
  await supervised.stop(0);
  await patient;
});

it('an intentional restart is not a failure', async () => {
  const { supervised, up } = keep(STOPS_WELL);
  await expect.poll(up).toBe(1);
  await supervised.restart();
  await expect.poll(up).toBe(2);
  expect(supervised.ends()).toBe(0);
  await supervised.stop(1_000);
});

it('one that cannot be started is retried', async () => {
  let tries = 0;
  const start = async () => {
    tries += 1;
    throw new Error('no room');
  };
  const supervised = superviseProcess({ name: 'store', start, onStart: () => {}, report: (line) => lines.push(line) });
  await expect.poll(() => tries).toBeGreaterThanOrEqual(2);
  expect(lines[0]).toBe('store could not be started: no room; starting it again in 0.2 s');
  await supervised.stop(0);
});

it('after kill -9 of the launcher its processes end by themselves, in their own way if they can', async () => {
  const child = script('child.mjs', STOPS_WELL);
  const launcher = script(
    'launcher.mjs',
    `import { startNode } from ${JSON.stringify(new URL('./child.mjs', import.meta.url).href)};
     startNode({ node: process.execPath, script: ${JSON.stringify(child)}, cwd: '.', env: process.env, onLine: (line) => console.log(line) });`,
  );
  const running = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(running.stdout, 'data');
  const pid = Number(String(line).trim().split(' ')[1]);
  expect(startTimeOf(pid)).not.toBeNull();
  running.kill('SIGKILL');
  // promised within 10 s
  await expect.poll(() => startTimeOf(pid), { timeout: 60_000 }).toBeNull();
});

it('completed steps are undone in reverse order, and the rest even if one step fails', async () => {
  const undo = cleanupStack();
  const order: string[] = [];
  undo.push(() => order.push('lock'));
  undo.push(() => order.push('store'));
  const unnecessary = undo.push(() => order.push('npm'));
  undo.push((hard) => order.push(hard ? 'api, hard' : 'api'));
  unnecessary();
  await undo.run();
  expect(order).toEqual(['api', 'store', 'lock']);
});

it('a second stop makes the running step and the remaining ones stop without a grace period', async () => {
  const undo = cleanupStack();
  const order: string[] = [];
  let finish = () => {};
  undo.push((hard) => order.push(`sandbox ${hard}`));
  undo.push((hard) => {
    order.push(`worker ${hard}`);
    if (hard) finish();
    return new Promise<void>((resolve) => (finish = resolve));
  });
  const run = undo.run();
  undo.hurry();
  await run;
  expect(order).toEqual(['worker false', 'worker true', 'sandbox true']);
});
