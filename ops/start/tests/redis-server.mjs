import { spawnSync } from 'node:child_process';
import { isOnPath } from '../store/store-programs.mjs';

/**
 * Makes redis-server available for the Redis half of the queue contract suite. Installs the Debian package only on CI machines as root; a user's
 * own machine stays unchanged.
 * @param {NodeJS.ProcessEnv} env
 * @param {() => boolean} [isThere]
 * @returns {string | null} null when redis-server is available, else the message to print
 */
export function ensureRedisServer(env, isThere = () => isOnPath('redis-server')) {
  if (isThere()) return null;
  if (!isCi(env))
    return 'redis-server not found: the queue contract suite ran on PostgreSQL only (install redis-server to run both halves).';
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: /** @type {const} */ ('ignore') };
    spawnSync('apt-get', ['update', '-q'], options);
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], options);
  }
  return isThere() ? null : 'redis-server not found: the Redis half of the queue contract suite cannot run here.';
}

/** @param {NodeJS.ProcessEnv} env */
export function isCi(env) {
  return Boolean(env.CI) && env.CI !== 'false' && env.CI !== '0';
}
