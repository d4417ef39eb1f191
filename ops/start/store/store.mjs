import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPath, describeExit, exitOf, signal } from '../processes/child.mjs';
import { SetupError } from '../setup-error.mjs';
import { clearStaleServer, readPidFile } from './store-pid-file.mjs';
import { isOnPath, program } from './store-programs.mjs';

const USER = 'coursewright';
const READY_WITHIN_MS = 30_000;
/** After a crash the old server's last processes hold its shared memory for a moment. */
const CRASH_TAIL_MS = 5_000;
/**
 * Names, by operating system, of a locale that recognises letters of all scripts; the last one recognises only ASCII. Trigrams are made of
 * letters: without them a search in another script reads every row.
 */
const LETTERS = ['C.UTF-8', 'UTF-8', 'C'];

/**
 * @typedef {import('./store-user.mjs').StoreUser} StoreUser
 * @typedef {object} StorePlan
 * @property {StoreUser} as
 * @property {string} password
 * @property {string} logFile
 * @property {boolean} [ephemeral] a throw-away store without fsync
 */

/**
 * Initialises the data folder if there is none. The folder is renamed into place when complete, so an interrupted start leaves nothing half
 * made.
 * @param {StorePlan} plan
 * @returns {Promise<boolean>} whether it was made now
 */
export async function initialiseData({ as, password, ephemeral }) {
  if (existsSync(path.join(as.data, 'PG_VERSION'))) return false;
  const fresh = `${as.data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  const secret = mkdtempSync(path.join(os.tmpdir(), 'coursewright-'));
  const passwordFile = path.join(secret, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (as.uid !== undefined) for (const file of [fresh, secret, passwordFile]) chownSync(file, as.uid, as.uid);
  const flags = [
    '-D',
    fresh,
    '-U',
    USER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    // Otherwise the encoding would follow the caller's LANG, down to SQL_ASCII where it is unset.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C',
    '--builtin-locale=C.UTF-8',
    // tests connect thousands of times, with a password that nobody can guess
    ...(ephemeral ? ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'] : []),
  ];
  try {
    let made = { code: /** @type {number | null} */ (null), output: '' };
    for (const letters of LETTERS) {
      made = await initdb(as, [...flags, `--lc-ctype=${letters}`]);
      if (made.code === 0 || !/locale/.test(made.output)) break;
    }
    if (made.code !== 0)
      throw new SetupError(['The embedded PostgreSQL could not make its data folder:', ...made.output.trim().split('\n').slice(-5)]);
    renameSync(fresh, as.data);
    return true;
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

/** @type {(as: StoreUser, flags: string[]) => Promise<{ code: number | null, output: string }>} */
async function initdb(as, flags) {
  const child = spawnAs(as, [program(as.native, 'initdb'), ...flags], ['ignore', 'pipe', 'pipe']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const { code } = await exitOf(child);
  return { code, output };
}

/**
 * @typedef {object} RunningStore
 * @property {number} pid
 * @property {string} url superuser connection
 * @property {Promise<import('../processes/child.mjs').Exit>} exited
 * @property {(graceMs: number) => Promise<import('../processes/child.mjs').Exit>} stop
 *
 * Starts PostgreSQL on its data and waits until its pid file says that it is ready. (A connection proves nothing: another server may have the
 * port.)
 * @param {StorePlan} plan
 * @param {number} port
 * @returns {Promise<RunningStore>}
 */
export async function startServer(plan, port) {
  await clearStaleServer(plan.as.data);
  for (const giveUp = performance.now() + CRASH_TAIL_MS; ; await sleep(200)) {
    const server = await tryStart(plan, port);
    if (!('failed' in server)) return server;
    if (!/shared memory/.test(server.failed) || performance.now() > giveUp) {
      throw new SetupError(['The embedded PostgreSQL does not start:', ...server.failed.split('\n').slice(-6)]);
    }
  }
}

/**
 * @param {StorePlan} plan
 * @param {number} port
 * @returns {Promise<RunningStore | { failed: string }>}
 */
async function tryStart({ as, password, logFile, ephemeral }, port) {
  const dieWithUs = isOnPath('setpriv') ? ['setpriv', '--pdeathsig', 'INT'] : [];
  const log = openSync(logFile, 'w', 0o600);
  const child = spawnAs(
    as,
    [...dieWithUs, program(as.native, 'postgres'), '-D', as.data, '-p', String(port), ...options(ephemeral)],
    ['ignore', log, log],
  );
  closeSync(log);
  /** @type {import('../processes/child.mjs').Exit | null} */
  let ended = null;
  const exited = exitOf(child).then((exit) => (ended = exit));
  const pid = child.pid ?? 0;
  for (const giveUp = performance.now() + READY_WITHIN_MS; ; await sleep(10)) {
    const said = readPidFile(as.data);
    if (said?.pid === pid && said.port === port && said.ready) break;
    if (ended || performance.now() > giveUp) {
      signal(pid, 'SIGKILL');
      return { failed: `${readFileSync(logFile, 'utf8').trim()}\npostgres ${describeExit(await exited)}` };
    }
  }
  if (dieWithUs.length === 0) guard(pid);
  return {
    pid,
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    exited,
    stop: (graceMs) => stopServer(as, pid, exited, graceMs),
  };
}

/**
 * SIGINT is PostgreSQL's fast, clean shutdown (SIGTERM would wait for every client to disconnect); SIGQUIT aborts, and the next start recovers
 * from the log.
 * @param {StoreUser} as
 * @param {number} pid
 * @param {Promise<import('../processes/child.mjs').Exit>} exited
 * @param {number} graceMs
 */
async function stopServer(as, pid, exited, graceMs) {
  if (process.platform === 'win32') spawnSync(program(as.native, 'pg_ctl'), ['stop', '-m', 'fast', '-D', as.data], { windowsHide: true });
  else signal(pid, 'SIGINT');
  if (!(await Promise.race([exited, sleep(graceMs, null, { ref: false })]))) signal(pid, 'SIGQUIT');
  return exited;
}

/** @param {boolean} [ephemeral] */
function options(ephemeral) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    synchronous_commit: ephemeral ? 'off' : 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(ephemeral ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Starts it in its own process group: Ctrl-C must not stop the store before the api and the worker have finished with it.
 * @param {StoreUser} as
 * @param {string[]} command
 * @param {import('node:child_process').StdioOptions} stdio
 */
function spawnAs(as, command, stdio) {
  const [first = '', ...args] = [...as.prefix, ...command];
  return spawn(first, args, {
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.uid }),
    cwd: as.uid === undefined ? undefined : '/',
    // Nothing else from the caller's environment (PGDATA, PGPORT, LC_*) may affect the server.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio,
  });
}

/** @param {number} pid */
function guard(pid) {
  spawn(process.execPath, [startPath('store/store-guard.mjs'), String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  }).unref();
}
