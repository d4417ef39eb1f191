import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPath } from '../processes/child.mjs';
import { openStore } from './open-store.mjs';
import { anyFreePort } from '../ports.mjs';
import { startTimeOf } from '../processes/process-identity.mjs';
import { startStore } from './start-store.mjs';
import { initialiseData, startServer } from './store.mjs';
import { clearStaleServer, readPidFile, servesData } from './store-pid-file.mjs';
import { findStorePrograms } from './store-programs.mjs';
import { chooseStoreUser } from './store-user.mjs';

const root = startPath('../..');
let dir: string;
beforeEach(() => void (dir = mkdtempSync(path.join(os.tmpdir(), 'store '))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function query(url: string, sql: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// one store for all of these, in this order: its creation takes longer than they do
describe('the embedded store', () => {
  let home: string;
  beforeAll(() => void (home = mkdtempSync(path.join(os.tmpdir(), 'store '))));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('is recreated after an interrupted creation, and stores its password privately', async () => {
    mkdirSync(path.join(home, 'postgres.new'), { recursive: true });
    writeFileSync(path.join(home, 'postgres.new', 'PG_VERSION'), '18\n');
    expect((await openStore(root, home)).made).toBe(true);
    expect(existsSync(path.join(home, 'postgres.new'))).toBe(false);
    const file = path.join(home, 'secrets', 'postgres-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(32);
  });

  it('keeps its rows, address and password across a stop, a kill -9 and a stale pid file', async () => {
    const store = await openStore(root, home);
    let server = await store.start();
    expect(
      await query(
        server.url,
        "select current_setting('server_encoding') as encoding, datlocale from pg_database where datname = 'postgres'",
      ),
    ).toEqual([{ encoding: 'UTF8', datlocale: 'C.UTF-8' }]);
    // letters of all scripts make trigrams: without them a search reads every row
    await query(server.url, 'create extension pg_trgm');
    expect(await query(server.url, "select cardinality(show_trgm('ёлка')) as ru, cardinality(show_trgm('カタカナ')) as ja")).toEqual([
      { ru: 5, ja: 5 },
    ]);
    await query(server.url, 'create table kept (x int); insert into kept values (1)');
    const { url } = server;

    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    server = await store.start();
    expect(server.url).toBe(url);
    await query(url, 'insert into kept values (2)');
    expect(await server.stop(5_000)).toMatchObject({ code: 0 });

    const data = path.join(home, 'postgres');
    writeFileSync(path.join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`); // our own pid: live, and no PostgreSQL
    const again = await openStore(root, home);
    server = await again.start();
    expect([again.made, server.url]).toEqual([false, url]);
    expect(await query(url, 'select x from kept order by x')).toEqual([{ x: 1 }, { x: 2 }]);
    await server.stop(5_000);
  });

  it('stops a server that an earlier launcher left running, and replaces it', async () => {
    const store = await openStore(root, home);
    const left = await store.start();
    const client = new pg.Client(left.url);
    client.on('error', () => {});
    await client.connect();
    const server = await (await openStore(root, home)).start();
    expect(startTimeOf(left.pid)).toBeNull();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop(5_000);
  });

  it('reports a lost password', async () => {
    rmSync(path.join(home, 'secrets', 'postgres-password'));
    await expect(openStore(root, home)).rejects.toThrow(/postgres-password is missing/);
  });

  it('ends with the process that started it, even by kill -9', async () => {
    const code = `import { startStore } from ${JSON.stringify(new URL('./start-store.mjs', import.meta.url).href)};
      const { pid } = await startStore({ dir: ${JSON.stringify(dir)}, ephemeral: true }); console.log(pid); setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => owner.stdout.once('data', (chunk) => resolve(Number(chunk))));
    expect(startTimeOf(pid)).not.toBeNull();
    owner.kill('SIGKILL');
    await expect.poll(() => startTimeOf(pid), { timeout: 8_000 }).toBeNull();
  });

  it('for tests leaves nothing behind', async () => {
    const store = await startStore({ dir: path.join(dir, 'throw away'), ephemeral: true });
    expect(await query(store.url, "select current_setting('fsync') as fsync")).toEqual([{ fsync: 'off' }]);
    await store.stop();
    expect(existsSync(path.join(dir, 'throw away'))).toBe(false);
  });
});

describe('the pid file', () => {
  it('is parsed by PostgreSQL’s own lines', () => {
    writeFileSync(path.join(dir, 'postmaster.pid'), `42\n${dir}\n1789000000\n5555\n\n127.0.0.1\n  123 4\nready   \n`);
    expect(readPidFile(dir)).toEqual({ pid: 42, port: 5555, ready: true });
    writeFileSync(path.join(dir, 'postmaster.pid'), `42\n${dir}\n`);
    expect(readPidFile(dir)).toMatchObject({ pid: 42, ready: false });
    expect(readPidFile(path.join(dir, 'none'))).toBeNull();
  });

  it('names our server only if it serves our folder', () => {
    expect(servesData(['/x/bin/postgres', '-D', dir, '-p', '1'], dir)).toBe(true);
    expect(servesData(['/x/bin/postgres', '-D', os.tmpdir()], dir)).toBe(false);
    expect(servesData(['/usr/bin/node', '-D', dir], dir)).toBe(false);
    expect(servesData(['/x/bin/postgres'], dir)).toBe(false);
  });

  it('of a live process that is not ours is removed, and that process left alone', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    writeFileSync(path.join(dir, 'postmaster.pid'), `${other.pid}\n${dir}\n`);
    await clearStaleServer(dir);
    expect(existsSync(path.join(dir, 'postmaster.pid'))).toBe(false);
    expect(startTimeOf(other.pid!)).not.toBeNull();
    other.stdin.end();
  });
});

// Only root can switch to another user.
const folders: Array<[string, number]> =
  process.getuid?.() === 0
    ? [
        ['others may enter', 0o755],
        ['only root may enter', 0o700],
      ]
    : [];
it.each(folders)('as root without user namespaces, in a folder %s, the store runs as nobody', async (_who, mode) => {
  chmodSync(dir, mode);
  const data = path.join(dir, 'postgres');
  const start = async () => {
    const as = chooseStoreUser(findStorePrograms(root), data, { namespaces: false });
    const plan = { as, password: 'secret', logFile: path.join(dir, 'log'), ephemeral: true };
    const made = await initialiseData(plan);
    return { as, made, server: await startServer(plan, await anyFreePort()) };
  };
  const first = await start();
  expect(statSync(`/proc/${first.server.pid}`).uid).toBe(65534);
  await query(first.server.url, 'create table kept (x int)');
  await first.server.stop(5_000);
  const second = await start();
  expect([first.made, second.made, first.as.moved]).toEqual([true, false, mode === 0o700]);
  await query(second.server.url, 'select x from kept');
  await second.server.stop(5_000);
  if (first.as.moved) rmSync(path.dirname(first.as.data), { recursive: true, force: true });
});
