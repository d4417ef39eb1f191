// Probes an installation every few milliseconds, in a separate process, so that the benchmark's own work does not delay the probe.
import { existsSync, readFileSync } from 'node:fs';
import { request, Agent } from 'node:http';

const EVERY_MS = 10;
/** A probe without an answer within this time has failed. */
const WITHIN_MS = 120_000;
const ADDRESSES = 250;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [address = '', pid = ''] = process.argv.slice(2);

/** Returns the processor time used by the api's main thread so far, in ms; null if the system does not report it (Linux only). */
function usedMs(): number | null {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : null;
}

let asks = 0;
/**
 * Sends one probe. If a proxy is trusted, each probe comes from a different address, so that limits do not affect it.
 * @returns the time it took, in ms
 */
function ask(): Promise<number> {
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const end = () => resolve(performance.now() - from);
  const asked = request(
    address,
    { agent, timeout: WITHIN_MS, headers: { 'x-forwarded-for': `192.0.2.${(asks += 1) % ADDRESSES}` } },
    (answer) => answer.resume().once('close', end),
  );
  asked.once('error', end).once('timeout', () => asked.destroy(new Error('no answer')));
  asked.end();
  return promise;
}

for (;;) {
  const at = performance.timeOrigin + performance.now();
  const before = usedMs();
  const ms = await ask();
  const after = usedMs();
  process.send?.({ at, ms, heldMs: before === null || after === null ? ms : Math.min(ms, after - before) });
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
