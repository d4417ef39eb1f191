import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a process may do nothing before it is given up, in ms. */
export const IDLE_MS = 180_000;
const ASK_EVERY_MS = 100;

/**
 * @typedef {object} Waiting what is waited for, and by which clock
 * @property {() => Promise<{ isReady: boolean, says: string }>} ask whether it is ready, and in its own words what it waits for
 * @property {() => number} progress a figure that grows as long as the process does something (`progress-of.mjs`)
 * @property {() => string | null} hopeless why waiting longer makes no sense, if so
 * @property {(what: string) => void} tell prints the reason of the wait
 * @property {() => number} [now] in ms
 * @property {(ms: number) => Promise<unknown>} [pause]
 *
 * Waits until a process is ready, for as long as it makes progress: on a slow or busy machine a start takes minutes.
 * @param {Waiting} waiting
 * @returns {Promise<string | null>} null when it is ready, else why not
 */
export async function waitUntilReady({ ask, progress, hopeless, tell, now = () => performance.now(), pause = sleep }) {
  let done = progress();
  for (let lastSeen = now(); ; await pause(ASK_EVERY_MS)) {
    const { isReady, says } = await ask();
    if (isReady) return null;
    const reason = hopeless();
    if (reason) return reason;
    tell(says);
    const sofar = progress();
    if (sofar > done) [done, lastSeen] = [sofar, now()];
    else if (now() - lastSeen >= IDLE_MS) return `it has done nothing for ${IDLE_MS / 60_000} minutes; ${says}`;
  }
}

/**
 * Asks the api whether it is ready.
 * @param {string} host
 * @param {number} port
 */
export async function askApi(host, port) {
  const { status, text } = await get(host, port, '/api/health/ready');
  return { isReady: status === 200, says: status === 0 ? 'the api does not answer yet' : `the api waits: ${text}` };
}

/**
 * @param {string} host
 * @param {number} port
 * @param {string} path
 * @returns {Promise<{ status: number, text: string }>} status 0 without an answer
 */
function get(host, port, path) {
  return new Promise((resolve) => {
    const request = http.get({ host, port, path, timeout: 5_000, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: text.slice(0, 500) }));
      response.on('error', (error) => resolve({ status: 0, text: error.message }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 5 s')));
    request.on('error', (error) => resolve({ status: 0, text: error.message }));
  });
}
