import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setNetwork } from '#domain/platform/network/ask-stranger.ts';
import { fetchPage } from './fetch-page.ts';
import { pageFile } from '../source.commands.ts';
import { reachOf } from '#domain/platform/network/public-address.ts';

/** Stands for the public internet; all other addresses of this machine are private. */
const OUTSIDE = '127.0.0.2';
let server: Server;
let port: string;
let asked: string[] = [];
let names: Record<string, string[][]> = {};
const never = new AbortController().signal;

const ANSWERS: Record<string, [number, Record<string, string>, (string | Uint8Array)?]> = {
  '/page': [
    200,
    { 'content-type': 'text/html; charset=iso-8859-1' },
    Buffer.from('<title>Bienen</title><p>H\xf6lzerner Stock</p>', 'latin1'),
  ],
  '/gzip': [200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, gzipSync('Bees fly.')],
  '/bomb': [200, { 'content-type': 'text/plain', 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(51_000_000))],
  '/picture': [200, { 'content-type': 'image/png' }, 'x'],
  '/disguised': [200, { 'content-type': 'text/html' }, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  '/missing': [404, {}],
  '/round': [302, { location: '/round' }],
  '/inside': [302, { location: 'http://127.0.0.1/' }],
  '/metadata': [307, { location: 'http://169.254.169.254/latest/meta-data/' }],
  '/name-inside': [302, { location: 'http://inside.example/' }],
  '/file': [302, { location: 'file:///etc/passwd' }],
};

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(`${request.socket.localAddress} ${request.url}`);
    const [status, headers, body = ''] = ANSWERS[request.url ?? ''] ?? [200, { 'content-type': 'text/plain' }, 'secret of the inside'];
    answer.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = String((server.address() as AddressInfo).port);
});
beforeEach(() => {
  asked = [];
  names = {
    'outside.example': [[OUTSIDE]],
    'inside.example': [['127.0.0.1']],
    'both.example': [[OUTSIDE, '10.0.0.1']],
    'turning.example': [[OUTSIDE], ['127.0.0.1']],
  };
  setNetwork({
    // a name may resolve differently each time
    resolve: async (host) => {
      const turns = names[host] ?? [];
      const turn = turns.length > 1 ? turns.shift()! : (turns[0] ?? []);
      return turn.map((address) => ({ address, family: 4 }));
    },
    isAllowed: (address) => address === OUTSIDE,
    ports: ['', port],
  });
});
afterAll(() => {
  setNetwork(null);
  server.close();
});

const at = (path: string, host = 'outside.example') => fetchPage(`http://${host}:${port}${path}`, never);

it('a page is fetched once, in its charset, and identified by its contents', async () => {
  const page = await pageFile(await at('/page'));
  expect([page.type, Buffer.from(page.bytes).toString()]).toEqual(['html', '<title>Bienen</title><p>Hölzerner Stock</p>']);
  expect(Buffer.from((await at('/gzip')).bytes).toString()).toBe('Bees fly.');
  expect(asked).toEqual([`${OUTSIDE} /page`, `${OUTSIDE} /gzip`]);
});

it.each([
  ['/bomb', 'source.too_much'],
  ['/picture', 'source.bad_page'],
  ['/missing', 'source.unreachable'],
  ['/round', 'source.unreachable'],
  ['/file', 'source.bad_address'],
])('%s is refused: %s', async (path, code) => {
  await expect(at(path)).rejects.toMatchObject({ code });
});

it('a file that only claims to be a page is refused', async () => {
  await expect(at('/disguised').then(pageFile)).rejects.toMatchObject({ code: 'source.bad_page' });
});

describe('nothing inside the network is reached', () => {
  it.each(['/inside', '/metadata', '/name-inside'])('by a redirect: %s', async (path) => {
    ANSWERS['/name-inside'] = [302, { location: `http://inside.example:${port}/` }];
    ANSWERS['/inside'] = [302, { location: `http://127.0.0.1:${port}/` }];
    await expect(at(path)).rejects.toMatchObject({ code: 'source.private_address' });
    expect(asked).toEqual([`${OUTSIDE} ${path}`]);
  });

  it.each(['inside.example', 'both.example', '127.0.0.1', '0177.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])(
    'by the name or number %s',
    async (host) => {
      await expect(at('/secret', host)).rejects.toMatchObject({ code: 'source.private_address' });
      expect(asked).toEqual([]);
    },
  );

  it('by a name that leads inside after it was checked', async () => {
    expect(Buffer.from((await at('/gzip', 'turning.example')).bytes).toString()).toBe('Bees fly.');
    await expect(at('/secret', 'turning.example')).rejects.toMatchObject({ code: 'source.private_address' });
    expect(asked).toEqual([`${OUTSIDE} /gzip`]);
  });

  it.each([
    'ftp://outside.example/',
    'file:///etc/passwd',
    'http://ines:secret@outside.example/',
    'http://outside.example:22/',
    'gopher://x',
    'http://',
    'javascript:alert(1)',
  ])('by an address that is not of a page: %s', async (address) => {
    await expect(fetchPage(address, never)).rejects.toMatchObject({ code: 'source.bad_address' });
  });
});

const isPublic = (address: string): boolean => reachOf(address) === 'public';

it('public addresses are distinguished from all others', () => {
  const PRIVATE =
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.1.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: bees';
  const PUBLIC = '1.1.1.1 8.8.8.8 172.15.255.255 172.32.0.1 193.99.144.80 ::ffff:8.8.8.8 2606:4700::1111 2a00:1450:4001:82b::200e';
  expect(PRIVATE.split(' ').filter(isPublic)).toEqual([]);
  expect(PUBLIC.split(' ').filter((address) => !isPublic(address))).toEqual([]);
});
