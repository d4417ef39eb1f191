import net from 'node:net';
import { errorCode, SetupError } from './setup-error.mjs';

const REDIS_PORT = 6379;
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Checks that a server listens at REDIS_URL before processes start that would wait for it. For a cluster one start node suffices.
 * @param {string} redisUrl one address, or several with commas between
 * @param {number} [withinMs]
 */
export async function assertRedisReachable(redisUrl, withinMs = ANSWERS_WITHIN_MS) {
  const urls = redisUrl.split(',').map((text) => (URL.canParse(text.trim()) ? new URL(text.trim()) : null));
  const known = urls.filter((url) => url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '');
  if (known.length === 0 || known.length < urls.length)
    throw new SetupError('REDIS_URL must be an address such as redis://127.0.0.1:6379, or several with commas between.');
  const refusals = await Promise.all(known.map((url) => whyUnreachable(/** @type {URL} */ (url), withinMs)));
  if (refusals.includes(null)) return;
  const places = known.map((url) => url?.host).join(', ');
  throw new SetupError(
    `Redis at ${places} (REDIS_URL) cannot be reached (${refusals[0]}): start it, or unset REDIS_URL to keep jobs in PostgreSQL.`,
  );
}

/**
 * @param {URL} url
 * @param {number} withinMs
 * @returns {Promise<string | null>} null when a server listens there
 */
function whyUnreachable({ hostname, port }, withinMs) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? REDIS_PORT : Number(port) });
    const settle = (/** @type {string | null} */ why) => {
      socket.destroy();
      resolve(why);
    };
    socket.setTimeout(withinMs, () => settle(`no answer within ${withinMs / 1000} s`));
    socket.once('connect', () => settle(null));
    socket.once('error', (error) => settle(errorCode(error) || error.message));
  });
}
