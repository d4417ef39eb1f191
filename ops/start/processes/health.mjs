import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 90_000;

/**
 * Waits until the api reports that it is ready.
 * @param {string} host
 * @param {number} port
 * @param {() => string | null} hopeless why waiting longer makes no sense, if so
 * @returns {Promise<string | null>} null when it is ready, else why not
 */
export async function waitUntilReady(host, port, hopeless) {
  for (const giveUp = performance.now() + READY_WITHIN_MS; ; await sleep(30)) {
    const { status, text } = await get(host, port, '/api/health/ready');
    if (status === 200) return null;
    const reason = hopeless();
    if (reason) return reason;
    if (performance.now() > giveUp) return `not ready after ${READY_WITHIN_MS / 1000} s: ${text}`;
  }
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
