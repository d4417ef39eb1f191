import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runNode } from '../processes/child.mjs';
import { SetupError } from '../setup-error.mjs';

const STAMP = '.installed';
const PING_WITHIN_MS = 8_000;
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED|network/i;

/**
 * @param {string} root
 * @returns {boolean} false when node_modules already matches the lockfile
 */
export function needsInstall(root) {
  const stamp = path.join(root, 'node_modules', STAMP);
  const wanted = installHash(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  if (!agrees(root)) return true;
  stampInstall(root); // somebody ran npm by hand, and the packages match
  return false;
}

/** @param {string} root */
export function stampInstall(root) {
  writeFileSync(path.join(root, 'node_modules', STAMP), installHash(root));
}

/** @param {string} root */
function installHash(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/**
 * Compares npm's record of the installation with the lockfile. Packages for other platforms are left out of both, so missing optional ones do
 * not count.
 * @param {string} root
 */
function agrees(root) {
  try {
    const wanted = packagesOf(path.join(root, 'package-lock.json'));
    const present = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
    const withoutDev = process.env.NODE_ENV === 'production';
    return Object.entries(wanted).every(
      ([place, entry]) => place === '' || entry.optional || (withoutDev && entry.dev) || present[place]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Installs the packages of the lockfile.
 * @param {string} root
 * @param {(child: import('../processes/child.mjs').Child) => void} onStart gets the running npm, so that Ctrl-C can end it
 */
export async function install(root, onStart) {
  try {
    mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    accessSync(path.join(root, 'node_modules'), constants.W_OK);
  } catch {
    throw new SetupError(`Cannot write to ${path.join(root, 'node_modules')}: this user cannot install packages there.`);
  }
  const { node, npm } = findNpm();
  const run = (/** @type {string[]} */ args) =>
    runNode({ node, script: npm, args: [...args, ...cacheFlag()], cwd: root, env: process.env, onStart });
  // Without a network `npm ci` retries every package for minutes. A ping first lets npm use its cache or report the problem at once.
  const answer = await run(['ping', '--fetch-retries=0', `--fetch-timeout=${PING_WITHIN_MS}`]);
  const source = answer.code !== 0 && NO_NETWORK.test(answer.output) ? '--offline' : '--prefer-offline';
  // NODE_ENV=production would leave out what builds the frontend
  const flags = ['--include=dev', '--no-audit', '--no-fund', source];
  let { code, output } = await run(['ci', ...flags]);
  if (code !== 0 && lacksOnlyOptional(output)) ({ code, output } = await run(['install', '--no-save', ...flags]));
  if (code === 0) stampInstall(root);
  else throw new SetupError(explain(output));
}

/**
 * Whether only optional packages are missing. A registry mirror that lags behind lacks packages for other platforms. A lockfile made with it
 * does not name them, and `npm ci` then reports it as outdated although nothing this machine needs is missing. npm names such a package without
 * a version.
 * @param {string} output of `npm ci`
 */
export function lacksOnlyOptional(output) {
  const complaints = output.split('\n').filter((line) => /(Missing|Invalid): /.test(line));
  return complaints.length > 0 && complaints.every((line) => /Missing: \S+@ from lock file/.test(line));
}

/**
 * Finds npm: the one running this script, run by the Node running this script, because `npm ci` replaces node_modules with the Node in there.
 */
function findNpm() {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  if (npm && /npm-cli\.c?js$/.test(npm)) return { node: node ?? process.execPath, npm };
  const bin = path.dirname(process.execPath);
  const places = [path.join(bin, 'node_modules'), path.join(bin, '..', 'lib', 'node_modules'), path.join(bin, '..', 'share', 'nodejs')];
  const found = places.map((place) => path.join(place, 'npm', 'bin', 'npm-cli.js')).find((file) => existsSync(file));
  if (!found) throw new SetupError('npm was not found beside Node: run `npm ci` once, then start again.');
  return { node: process.execPath, npm: found };
}

/** Moves npm's cache to the temporary folder when the home folder is not writable, as for service users. */
function cacheFlag() {
  if (process.env.npm_config_cache && isWritable(process.env.npm_config_cache)) return [];
  if (process.env.HOME && isWritable(process.env.HOME)) return [];
  return ['--cache', path.join(os.tmpdir(), `npm-cache-${process.getuid?.() ?? 0}`)];
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Translates npm's output into sentences for the user.
 * @param {string} output
 * @returns {string[]}
 */
export function explain(output) {
  const tail = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line) && !/complete log|debug-\d/.test(line));
  if (NO_NETWORK.test(output)) {
    return ['No network: the first start downloads packages from the npm registry. Connect this machine and start again.'];
  }
  if (/ENOSPC/.test(output)) return ['The disk is full: the packages need about 1 GB.'];
  if (/EACCES|EPERM|EROFS/.test(output)) return [`npm cannot write where it has to: ${tail.at(-1) ?? 'see its output'}`];
  return ['The packages could not be installed. npm says:', ...(tail.length > 0 ? tail : output.split('\n')).slice(0, 12)];
}
