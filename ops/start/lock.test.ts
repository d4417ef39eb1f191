import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from './data-dir.mjs';
import { readHolder, acquireLock } from './lock.mjs';
import { startTimeOf, identify, isAlive } from './processes/process-identity.mjs';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(path.join(os.tmpdir(), 'lock-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lockHeldBy = (holder: object) => {
  const file = path.join(dir, 'lock');
  writeFileSync(file, JSON.stringify({ what: 'npm start', ...holder }));
  return file;
};
const otherProcess = () => spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });

it('a lock belongs to one live process; the other one learns who has it', async () => {
  const other = otherProcess();
  const file = lockHeldBy(identify(other.pid!));
  expect(acquireLock(file, 'npm start').holder).toMatchObject({ pid: other.pid, what: 'npm start' });
  other.kill('SIGKILL');
  await once(other, 'exit');
  const taken = acquireLock(file, 'npm run dev');
  expect(readHolder(file)).toMatchObject({ pid: process.pid, what: 'npm run dev' });
  taken.release?.();
  expect(readdirSync(dir)).toEqual([]);
});

it('a pid that was reused by a later process does not count as a lock', () => {
  const file = lockHeldBy({ pid: process.ppid, born: 'in another life' });
  expect(acquireLock(file, 'npm start').release).toBeTypeOf('function');
});

it('an unreadable lock does not count', () => {
  const file = path.join(dir, 'lock');
  writeFileSync(file, '{"pid": 1');
  expect(acquireLock(file, 'npm start').release).toBeTypeOf('function');
});

it('a zombie process counts as exited', async () => {
  const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [pid] = await once(parent.stdout, 'data');
  await expect.poll(() => startTimeOf(Number(pid))).toBeNull();
  expect(isAlive({ pid: Number(pid), born: '1' })).toBe(false);
  parent.stdin.end();
});

it('a data folder in use, and one that is not writable, are reported in one line', async () => {
  const other = otherProcess();
  const release = lockDataDir(path.join(dir, 'data'), 'npm start');
  release();
  writeFileSync(path.join(dir, 'data', 'run', 'launcher.lock'), JSON.stringify({ ...identify(other.pid!), what: 'npm start' }));
  expect(() => lockDataDir(path.join(dir, 'data'), 'npm start')).toThrow(/is in use by `npm start` \(process \d+\)/);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(() => lockDataDir(path.join(lockHeldBy({}), 'inside a file'), 'npm start')).toThrow(/^Cannot write to .* \(ENOTDIR\)/);
  expect(existsSync(path.join(dir, 'data', 'run'))).toBe(true);
});
