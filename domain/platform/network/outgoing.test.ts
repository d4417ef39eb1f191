import { once } from 'node:events';
import http, { createServer, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { fetchFor, onOutgoing, outgoing, outgoingCounts, type OutgoingNote } from './outgoing.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/outgoing: connection refused/);

useTestDatabase();

let server: Server;
let port: number;
let answer: (response: ServerResponse) => unknown;
let connections = 0;
let notes: OutgoingNote[] = [];
let before: ReturnType<typeof onOutgoing>;

beforeAll(async () => {
  server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  server.on('connection', () => (connections += 1));
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const provider = { issuer: `http://127.0.0.1:${port}`, clientId: 'id', secret: 'secret' };
  setConfig({ ...config(), providers: { google: provider, apple: null } });
  before = onOutgoing((note) => void notes.push(note));
});
afterAll(() => {
  onOutgoing(before);
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  answer = (response) => response.end('bees');
  notes = [];
});

const url = (host = '127.0.0.1') => `http://${host}:${port}/`;
/** Sends one request, and reads its answer. */
async function get(client: typeof http | typeof https, address: string, options: http.RequestOptions = {}): Promise<number> {
  const request = client.get(address, options);
  const [response] = await once(request, 'response');
  // an error that ends the answer is also reported to the request
  request.on('error', () => undefined);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

it('a purpose connects to its configured host and port, and to nothing else', async () => {
  expect(await (await fetchFor('identity')(url())).text()).toBe('bees');
  for (const address of [url('localhost'), `http://127.0.0.1:${port + 1}/`, 'http://169.254.169.254/', 'https://example.com/'])
    await expect(fetchFor('identity')(address), address).rejects.toMatchObject({ cause: { code: 'ERR_OUTGOING_REFUSED' } });
  expect(notes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(4);
  expect(outgoingCounts()).toContainEqual({ purpose: 'identity', outcome: 'refused', count: expect.any(Number) });
});

it('a redirect is followed to addresses of the purpose only', async () => {
  answer = (response) => response.writeHead(302, { location: `http://127.0.0.1:${port + 1}/` }).end();
  await expect(fetchFor('identity')(url())).rejects.toMatchObject({ cause: { code: 'ERR_OUTGOING_REFUSED' } });
});

it('a kept-alive connection of another purpose is not reused', async () => {
  const agent = new http.Agent({ keepAlive: true });
  await outgoing('identity', () => get(http, url(), { agent }));
  await (await fetchFor('identity')(url())).text();
  const made = connections;
  await expect(outgoing(null, () => get(http, url(), { agent }))).rejects.toMatchObject({ code: 'ERR_OUTGOING_REFUSED' });
  await expect(outgoing(null, () => fetch(url()))).rejects.toMatchObject({ cause: { code: 'ERR_OUTGOING_REFUSED' } });
  expect(connections).toBe(made);
  agent.destroy();
});

it('strangers’ addresses must be public at the time of the connection, whatever their name says', async () => {
  for (const address of ['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://10.0.0.1/'])
    await expect(
      outgoing('sources', () => get(https, address, { agent: false })),
      address,
    ).rejects.toMatchObject({ code: 'ERR_OUTGOING_REFUSED' });
  // a name that was public when it was checked
  const lookup = ((_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])) as NonNullable<
    http.RequestOptions['lookup']
  >;
  await expect(outgoing('push', () => get(https, 'https://push.example/', { agent: false, lookup }))).rejects.toMatchObject({
    code: 'ERR_OUTGOING_REFUSED',
  });
  await expect(outgoing('sources', () => get(http, 'http://203.0.113.1:6379/', { agent: false }))).rejects.toMatchObject({
    code: 'ERR_OUTGOING_REFUSED',
  });
});

it('no purpose but Google’s reaches a cloud’s metadata service, whether named or redirected to', async () => {
  const ai = { ...config().vendors, openai: { ...config().vendors.openai, baseURL: 'http://model.example/v1' } };
  const usual = config();
  setConfig({ ...usual, privateConnections: true, vendors: ai });
  const lookup = ((_host, _options, done) => done(null, [{ address: '169.254.169.254', family: 4 }])) as NonNullable<
    http.RequestOptions['lookup']
  >;
  await expect(outgoing('ai', () => get(http, 'http://model.example/', { agent: false, lookup }))).rejects.toMatchObject({
    code: 'ERR_OUTGOING_REFUSED',
  });
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal', '100.100.100.200']) {
    const named = { ...ai.openai, baseURL: `http://${host}/v1` };
    setConfig({ ...usual, privateConnections: true, vendors: { ...usual.vendors, openai: named } });
    await expect(fetchFor('ai')(`http://${host}/v1`), host).rejects.toMatchObject({ cause: { code: 'ERR_OUTGOING_REFUSED' } });
  }
  setConfig(usual);
});

it('an endless answer is cut at its purpose’s size', async () => {
  let sent = 0;
  answer = (response) => {
    const chunk = Buffer.alloc(64_000);
    const more = (): unknown => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      return response.destroyed || response.once('drain', more);
    };
    more();
  };
  await expect(fetchFor('identity')(url()).then((response) => response.arrayBuffer())).rejects.toThrow();
  expect(sent).toBeLessThan(50_000_000);
  await expect(outgoing('push', () => get(http, url(), { agent: false }))).rejects.toThrow('aborted');
  expect(notes).toContainEqual({ purpose: 'push', outcome: 'cut', host: '127.0.0.1', port });
});

it('a server that accepts and never answers is abandoned', async () => {
  answer = () => undefined;
  await expect(outgoing('push', () => get(http, url(), { agent: false }))).rejects.toThrow('limit of silence');
});

it('a form arrives whole; one whose sender has given up fails, and nothing of it is left to fail later', async () => {
  const form = new FormData();
  form.append('file', new Blob(['honey']), 'comb.txt');
  answer = async (response) => response.end(await text(response.req));
  expect(await (await fetchFor('identity')(url(), { method: 'POST', body: form })).text()).toContain('honey');
  const failed: unknown[] = [];
  const note = (error: unknown) => void failed.push(error);
  process.on('unhandledRejection', note);
  await expect(fetchFor('identity')(url(), { method: 'POST', body: form, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await setImmediate();
  process.off('unhandledRejection', note);
  expect(failed).toEqual([]);
});
