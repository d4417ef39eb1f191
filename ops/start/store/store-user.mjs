import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../setup-error.mjs';
import { isOnPath, program } from './store-programs.mjs';

const NOBODY = 65534;
const AS_MAPPED_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * @typedef {object} StoreUser how to run PostgreSQL, which refuses to run as root
 * @property {string} native the programs
 * @property {string} data the folder of its data
 * @property {string[]} prefix to put before a command
 * @property {number} [uid] user id to run it as; absent: the current user
 * @property {boolean} [moved] whether the data had to move to /var/tmp
 */

/**
 * Decides which user runs PostgreSQL: an ordinary user as itself; root in a user namespace, which needs no account and changes no owner; root
 * without namespaces (many containers) as nobody. Existing data of another owner keeps that owner.
 * @param {string} native
 * @param {string} data
 * @param {{ namespaces?: boolean }} [options] false: as if namespaces were switched off
 * @returns {StoreUser}
 */
export function chooseStoreUser(native, data, { namespaces = true } = {}) {
  if (process.getuid?.() !== 0) return { native, data, prefix: [] };
  const owner = existsSync(data) ? statSync(data).uid : null;
  if (owner) return asUser(owner, native, data);
  if (namespaces && isOnPath('unshare') && succeeds([...AS_MAPPED_USER, program(native, 'postgres'), '--version'])) {
    return { native, data, prefix: AS_MAPPED_USER };
  }
  if (owner === 0) {
    throw new SetupError(
      `${data} belongs to root and PostgreSQL refuses root: run \`chown -R ${NOBODY} ${data}\`, or allow user namespaces again.`,
    );
  }
  return asUser(NOBODY, native, data);
}

/**
 * @param {number} uid
 * @param {string} native
 * @param {string} data
 * @returns {StoreUser}
 */
function asUser(uid, native, data) {
  const home = path.join('/var/tmp', `coursewright-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`);
  const place = existsSync(data) ? realpathSync(data) : data;
  const reachable = canEnter(uid, path.dirname(place));
  if (!reachable) linkToHome(home, data);
  return {
    native: succeeds([program(native, 'postgres'), '--version'], uid) ? native : copyPrograms(native, home),
    data: reachable ? place : path.join(home, 'postgres'),
    prefix: [],
    uid,
    moved: !reachable,
  };
}

/**
 * Leaves a symlink where the data would have been, so that the next start finds it.
 * @param {string} home
 * @param {string} data
 */
function linkToHome(home, data) {
  makeHome(home);
  rmSync(data, { force: true }); // a dangling link, or nothing
  symlinkSync(path.join(home, 'postgres'), data);
}

/**
 * @param {string} native
 * @param {string} home
 */
function copyPrograms(native, home) {
  const copy = path.join(home, 'native');
  makeHome(home);
  rmSync(copy, { recursive: true, force: true });
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** @param {string} home in a world-writable folder, so it may have been created by another user */
function makeHome(home) {
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const made = lstatSync(home);
  if (!made.isDirectory() || made.uid !== 0) throw new SetupError(`${home} belongs to someone else: remove it and start again.`);
  chmodSync(home, 0o755);
}

/**
 * @param {number} uid
 * @param {string} folder
 */
function canEnter(uid, folder) {
  mkdirSync(folder, { recursive: true });
  return succeeds(['sh', '-c', 'cd -- "$1"', 'sh', folder], uid);
}

/**
 * @param {string[]} command
 * @param {number} [uid]
 */
function succeeds([command, ...args], uid) {
  const as = uid === undefined ? {} : { uid, gid: uid };
  return spawnSync(command ?? '', args, { ...as, cwd: '/', stdio: 'ignore' }).status === 0;
}
