import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { superviseServices } from './supervise-services.mjs';
import { choosePorts } from '../ports.mjs';
import type { Supervised } from './supervisor.mjs';
import { readSettings } from '../settings.mjs';

let dir: string;
let lines: string[];
let supervised: Supervised[];
const servers: net.Server[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'services-'));
  lines = [];
  supervised = [];
});
afterEach(async () => {
  await Promise.all(supervised.map((one) => one.stop(1_000)));
  for (const server of servers.splice(0)) server.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts another program that listens on a port. */
const take = (port: number) =>
  new Promise<number>((resolve) => {
    const server = net.createServer();
    servers.push(server);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
  });

/** An installation with chosen ports, whose programs listen on the port `LISTEN` names and print it. */
async function givenInstallation(env: NodeJS.ProcessEnv = {}) {
  const script = path.join(dir, 'child.mjs');
  writeFileSync(
    script,
    `import net from 'node:net';
     const port = Number(process.env[process.env.LISTEN]);
     net.createServer().listen(port, '127.0.0.1', () => console.log('on', port, 'sandbox', process.env.SANDBOX_PORT));
     process.on('SIGTERM', () => process.exit(0));`,
  );
  const front = await take(0);
  servers.pop()!.close();
  const settings = readSettings({ PORT: String(front), ...env }, dir);
  const ports = await choosePorts(settings.ports);
  const moved: Record<string, number>[] = [];
  const keepOne = superviseServices({
    settings,
    ports,
    program: { node: process.execPath, cwd: dir },
    databaseUrl: 'postgres://127.0.0.1/none',
    onMoved: (now) => moved.push({ ...now }),
    onStart: () => {},
    say: (line) => lines.push(line),
  });
  const keep = (name: 'api' | 'sandbox', listens: string) => supervised.push(keepOne(name, script, () => ({ LISTEN: listens })));
  return { ports, moved, keep };
}
const listening = (name: string) => lines.filter((line) => line.startsWith(name) && line.includes('| on '));

it('a default port taken between the choice and the start is reassigned, and the start continues', async () => {
  const { ports, moved, keep } = await givenInstallation();
  const chosen = await take(ports.ADMIN_PORT!);
  keep('api', 'ADMIN_PORT');
  await expect.poll(() => listening('api')).toHaveLength(1);
  expect(ports.ADMIN_PORT).toBeGreaterThan(chosen);
  expect(lines).toEqual([
    `  ADMIN_PORT was taken by another program and is now ${ports.ADMIN_PORT}`,
    `api     | on ${ports.ADMIN_PORT} sandbox ${ports.SANDBOX_PORT}`,
  ]);
  expect(moved).toEqual([ports]);
});

it('a configured one stays, and its program reports that it is in use', async () => {
  const asked = await take(0);
  servers.pop()!.close();
  const { ports, keep } = await givenInstallation({ ADMIN_PORT: String(asked) });
  await take(asked);
  keep('api', 'ADMIN_PORT');
  await expect.poll(() => lines.some((line) => line.includes('EADDRINUSE'))).toBe(true);
  expect(ports.ADMIN_PORT).toBe(asked);
});

it('when the sandbox restarts on another port, its callers are restarted with that port', async () => {
  const { ports, keep } = await givenInstallation();
  keep('sandbox', 'SANDBOX_PORT');
  keep('api', 'ADMIN_PORT');
  await expect.poll(() => [...listening('sandbox'), ...listening('api')]).toHaveLength(2);
  const before = ports.SANDBOX_PORT!;
  await supervised[0]!.stop(1_000);
  await take(before);
  keep('sandbox', 'SANDBOX_PORT');
  await expect.poll(() => listening('api').at(-1)).toContain(`sandbox ${ports.SANDBOX_PORT}`);
  await expect.poll(() => listening('api')).toHaveLength(2);
  expect(ports.SANDBOX_PORT).not.toBe(before);
});
