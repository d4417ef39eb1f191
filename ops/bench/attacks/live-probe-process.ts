// Asks an installation whether it lives, every few milliseconds, in a process of its own: work of the benchmark must not hold up its own watch.
import { request, Agent } from 'node:http';

const EVERY_MS = 10;
/** A probe that has no answer by then has failed. */
const WITHIN_MS = 120_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [address = ''] = process.argv.slice(2);

/** Asks once: where a proxy is trusted, as somebody else than who is measured, for all are limited. @returns the time it took, in ms */
function ask(): Promise<number> {
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const end = () => resolve(performance.now() - from);
  const asked = request(address, { agent, timeout: WITHIN_MS, headers: { 'x-forwarded-for': '192.0.2.1' } }, (answer) =>
    answer.resume().once('close', end),
  );
  asked.once('error', end).once('timeout', () => asked.destroy(new Error('no answer')));
  asked.end();
  return promise;
}

for (;;) {
  const at = performance.timeOrigin + performance.now();
  const ms = await ask();
  process.send?.({ at, ms });
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
