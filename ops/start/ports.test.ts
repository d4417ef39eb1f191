import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { anyFreePort, choosePorts, reassignTakenPorts, UNREACHABLE } from './ports.mjs';
import { readSettings } from './settings.mjs';
import { SetupError } from './setup-error.mjs';

const servers: net.Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A port with a listener. */
const portInUse = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer();
    servers.push(server);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
  });
const wanted = (name: string, port: number, explicit: boolean) => ({ name, port, explicit, host: '127.0.0.1' });

it('a default port that is in use is replaced by the next free one', async () => {
  const taken = await portInUse();
  const { SANDBOX_PORT } = await choosePorts([wanted('SANDBOX_PORT', taken, false)]);
  expect(SANDBOX_PORT).toBeGreaterThan(taken);
});

it('a configured port that is in use is an error with advice', async () => {
  const taken = await portInUse();
  await expect(choosePorts([wanted('PORT', taken, true)])).rejects.toThrow(
    `Port ${taken} is taken by another program: stop it, or choose another port with PORT=${taken + 1}.`,
  );
});

it('a default never takes a port configured for another process', async () => {
  const free = await anyFreePort();
  const ports = await choosePorts([wanted('SANDBOX_PORT', free, false), wanted('ADMIN_PORT', free, true)]);
  expect(ports.ADMIN_PORT).toBe(free);
  expect(ports.SANDBOX_PORT).not.toBe(free);
});

it('a default port that browsers refuse to open is skipped, for example after PORT=4960', async () => {
  const { ports } = readSettings({ PORT: '4960' }, '/anywhere');
  const sandbox = ports.filter(({ name }) => name === 'SANDBOX_PORT');
  expect(sandbox[0]!.port).toBe(5060);
  expect((await choosePorts(sandbox)).SANDBOX_PORT).toBeGreaterThan(5061);
});

it.each([
  ['PORT', 6000, 6001],
  ['SANDBOX_PORT', 5060, 5062],
  ['ADMIN_PORT', 6665, 6670],
])('%s=%i, which browsers refuse to open, is an error with a remedy', async (name, port, next) => {
  const asked = choosePorts([wanted(name, port, true)]);
  await expect(asked).rejects.toThrow(new SetupError(`Browsers refuse to open port ${port}: choose another one with ${name}=${next}.`));
});

it('the skipped ports are those that fetch refuses', async () => {
  for (const port of UNREACHABLE) {
    const reason = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => (error.cause as Error | undefined)?.message);
    expect(reason, String(port)).toBe('bad port');
  }
});

it('two services configured with one port are reported', async () => {
  await expect(choosePorts([wanted('PORT', 4000, true), wanted('ADMIN_PORT', 4000, true)])).rejects.toThrow(
    'PORT and ADMIN_PORT are both 4000',
  );
});

it('a default port that is in use after it was chosen is reassigned; a configured or free one stays', async () => {
  const [taken, asked, free] = [await portInUse(), await portInUse(), await anyFreePort()];
  const ports = { ADMIN_PORT: taken, WORKER_ADMIN_PORT: asked, SANDBOX_PORT: free };
  const all = [wanted('ADMIN_PORT', taken, false), wanted('WORKER_ADMIN_PORT', asked, true), wanted('SANDBOX_PORT', free, false)];
  expect(await reassignTakenPorts(all, ports, ['SANDBOX_PORT'])).toEqual([]);
  expect(await reassignTakenPorts(all, ports, Object.keys(ports))).toEqual(['ADMIN_PORT']);
  expect(ports).toMatchObject({ WORKER_ADMIN_PORT: asked, SANDBOX_PORT: free });
  expect(ports.ADMIN_PORT).toBeGreaterThan(taken);
});
