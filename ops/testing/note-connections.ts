import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, inject, vi } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { logTo } from '#domain/platform/logger.ts';
import { enforceOutgoing } from '#domain/platform/network/enforce-outgoing.ts';
import { ERROR, judgeLogged, keepLogged } from './expect-logged.ts';
import { watchQueries } from './one-query-at-a-time.ts';
import { patience } from './slowness.ts';
import { onOutgoing, setStandingPurpose, type OutgoingNote } from '#domain/platform/network/outgoing.ts';

/**
 * Tests run under the product's policy for outgoing connections; their own clients, which are not part of the product, have the purpose
 * `test`.
 */
enforceOutgoing();
setStandingPurpose('test');
onOutgoing(noteIn(inject('connectionsFolder')));
// neither the previous file's nor the user's configuration; a file with a database sets its own (`useTestDatabase`)
setConfig({
  ...readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: inject('dataFolder') }),
  // tests ask the sandbox as connected services, and not as a demo's library
  demoLibrary: null,
});
// part of a test's output, shown with its name if it fails
logTo({
  write(line) {
    keepLogged(line);
    console.log(line.trimEnd());
  },
});
afterEach(() => judgeLogged(inject('errorsFolder')));
watchQueries((text) => keepLogged(JSON.stringify({ level: ERROR, msg: `sent on a connection that is busy: ${text.slice(0, 200)}` })));
// Node.js's warnings too, which `vitest.config.ts` silences; files share a process
if (process.listenerCount('warning') === 0) process.on('warning', ({ stack, message }) => console.warn(stack ?? message));

// conditions are waited for as long as the machine needs; files share `vi`
const { waitFor, waitUntil } = vi;
type Waits = Parameters<typeof waitFor>[1];
const patient = (waits: Waits = {}): Waits => {
  // as long as `expect.poll` waits: a second is short for work of other processes
  const { timeout = 60_000, ...rest } = typeof waits === 'number' ? { timeout: waits } : waits;
  return { ...rest, timeout: patience(timeout) };
};
if (!('patient' in waitFor)) {
  vi.waitFor = Object.assign<typeof waitFor, object>((condition, waits) => waitFor(condition, patient(waits)), { patient });
  vi.waitUntil = (condition, waits) => waitUntil(condition, patient(waits));
}

const { poll } = expect;
if (!('patient' in poll))
  expect.poll = Object.assign<typeof poll, object>(
    (read, { timeout, ...waits } = {}) => poll(read, timeout === undefined ? waits : { ...waits, timeout: patience(timeout) }),
    { patient },
  );

/** Records every connection of this process. @returns the listener */
function noteIn(folder: string): (note: OutgoingNote) => void {
  const file = path.join(folder, `${process.pid}.txt`);
  return ({ purpose, outcome, host, port }) => appendFileSync(file, `${purpose ?? 'none'}\t${outcome}\t${host}\t${port}\n`);
}
