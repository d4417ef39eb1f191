import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { portInUse } from './port-in-use.ts';

it('a port taken by another program since it was checked is reported in one line that names its setting', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, '127.0.0.1');
  const [error] = await once(second, 'error');
  expect(portInUse(error, { PORT: 1, ADMIN_PORT: port })).toBe(`port ${port} is taken by another program; ADMIN_PORT chooses another`);
  expect(portInUse(error, {})).toBe(`port ${port} is taken by another program`);
  first.close();
});

it('any other error is not', () => {
  expect(portInUse(new Error('no'), {})).toBeNull();
  expect(portInUse(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect', port: 1 }), { PORT: 1 })).toBeNull();
});
