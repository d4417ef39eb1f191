import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { askStranger, boundedBytes, readStrangersAddress, resolveName, setNetwork } from './ask-stranger.ts';
import { reachOf } from './public-address.ts';
import type { Purpose } from './purposes.ts';

useTestDatabase();

/** The only outside address, and one that an attacker would like to reach, on the same port. */
const [OUTSIDE, INSIDE] = ['127.0.0.1', '127.0.0.2'];
const servers: Server[] = [];
const reached = { [OUTSIDE]: 0, [INSIDE]: 0 };
let port = 0;
beforeAll(async () => {
  for (const host of [OUTSIDE, INSIDE]) {
    const server = createServer((_, answer) => void answer.end('bees')).listen(port, host);
    server.on('connection', () => (reached[host]! += 1));
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
});
afterAll(() => servers.forEach((server) => server.close()));
afterEach(() => setNetwork(null));

const at = (...addresses: readonly string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const STRANGERS: readonly Purpose[] = ['sources', 'organisations', 'push', 'lms', 'webhooks'];

/** An attacker's name server; it gives its answers one after the other, repeatedly. @returns how often it was asked */
function nameServer(answers: readonly LookupAddress[][]): { asked: number } {
  const state = { asked: 0 };
  setNetwork({
    resolve: async () => answers[state.asked++ % answers.length]!,
    isAllowed: (address) => address === OUTSIDE,
    ports: ['', String(port)],
  });
  return state;
}
async function ask(purpose: Purpose): Promise<string> {
  const url = readStrangersAddress(`http://rebind.example:${port}/`, 2_000);
  const answer = await askStranger(purpose, url, { headers: {}, signal: AbortSignal.timeout(10_000) });
  return String(await boundedBytes(answer, 1_000));
}

it.each(STRANGERS)(
  '%s: a name that resolves outside when it is checked and inside when it is connected to leads nowhere inside',
  async (purpose) => {
    const before = { ...reached };
    const asked = nameServer([at(OUTSIDE), at(INSIDE)]);
    const outcomes = [];
    for (let n = 0; n < 10; n += 1) outcomes.push(await ask(purpose).catch((error: { why?: string }) => error.why));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ['bees', 'private']).flat());
    // once each: the checked address is the one connected to
    expect(asked.asked).toBe(10);
    expect(reached).toEqual({ ...before, [OUTSIDE]: before[OUTSIDE]! + 5 });
  },
);

it.each<[string, LookupAddress[]]>([
  ['one of several inside', at(OUTSIDE, INSIDE)],
  ['the last of many inside', at(...Array.from({ length: 50 }, () => OUTSIDE), INSIDE)],
  ['one that hides in IPv6', at('::ffff:127.0.0.2')],
  ['no address', []],
  ['what is none', at('rebind.example')],
])('a name with %s is asked by nobody', async (_, addresses) => {
  const before = reached[INSIDE];
  nameServer([addresses]);
  for (const purpose of STRANGERS) await expect(ask(purpose)).rejects.toBeInstanceOf(Error);
  expect(reached[INSIDE]).toBe(before);
});

/**
 * A name server on loopback, in a thread of its own because no code of ours may send datagrams. Each question gets the next of the answers
 * that `workerData` has for its type; they may be kept for no time at all.
 */
const NAME_SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = require('node:dgram').createSocket('udp4');
  const asked = { 1: 0, 28: 0 };
  const bytesOf = (type, address) => type === 1 ? address.split('.').map(Number) : address.split(':').flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    const turns = workerData[type] ?? [[]];
    const answers = turns[asked[type]++ % turns.length];
    const head = Buffer.from([question[0], question[1], 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    const records = answers.map((address) => {
      const data = bytesOf(type, address);
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
    });
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1', () => parentPort.postMessage(socket.address().port));
`;

/** @param answers for questions of type 1 (A) and 28 (AAAA), one turn after the other */
async function givenNameServer(answers: { readonly 1?: readonly string[][]; readonly 28?: readonly string[][] }): Promise<Worker> {
  const worker = new Worker(NAME_SERVER, { eval: true, workerData: answers });
  const [at] = (await once(worker, 'message')) as [number];
  setNetwork({
    resolve: (host) => resolveName(host, [`127.0.0.1:${at}`]),
    isAllowed: (address) => address === OUTSIDE || reachOf(address) === 'public',
    ports: ['', String(port)],
  });
  return worker;
}

it.each(STRANGERS)('%s: a real name server that turns inside between two questions leads nowhere inside', async (purpose) => {
  const before = { ...reached };
  const server = await givenNameServer({ 1: [[OUTSIDE], [INSIDE]] });
  const outcomes = [];
  for (let n = 0; n < 6; n += 1) outcomes.push(await ask(purpose).catch((error: { why?: string }) => error.why));
  await server.terminate();
  expect(outcomes).toEqual(['bees', 'private', 'bees', 'private', 'bees', 'private']);
  expect(reached).toEqual({ ...before, [OUTSIDE]: before[OUTSIDE]! + 3 });
});

it.each<[string, Parameters<typeof givenNameServer>[0]]>([
  ['a wire server', { 1: [['168.63.129.16']] }],
  ['one outside and a wire server', { 1: [[OUTSIDE, '168.63.129.16']] }],
  ['one outside, and a wire server behind ISATAP', { 1: [[OUTSIDE]], 28: [['2606:4700:1:2:0:5efe:a83f:8110']] }],
  ['a machine of the network behind ISATAP', { 28: [['2606:4700:1:2:0:5efe:a00:1']] }],
  ['a metadata service behind NAT64', { 28: [['64:ff9b:0:0:0:0:a9fe:a9fe']] }],
  ['a metadata service behind a local NAT64', { 28: [['64:ff9b:1:a9fe:a9:fe00:0:0']] }],
  ['this machine, mapped', { 28: [['0:0:0:0:0:ffff:7f00:2']] }],
])('a real name server’s name that leads to %s is asked by nobody', async (_, answers) => {
  const before = { ...reached };
  const server = await givenNameServer(answers);
  for (const purpose of STRANGERS) await expect(ask(purpose)).rejects.toMatchObject({ why: 'private' });
  await server.terminate();
  expect(reached).toEqual(before);
});

it('no address of this machine, its network or a cloud is public, however it is written', () => {
  const inside =
    '127.0.0.1 127.1.2.3 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.100.100.200 192.0.0.192 198.18.0.1 ' +
    '224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 fe80::1 fec0::1 fc00::1 ' +
    'fd00:ec2::254 2002:7f00:1::1 2001::1 2001:db8::1 3fff::1 ff02::1 localhost 127.1 0x7f.1 2130706433 017700000001 1.1.1.1.1';
  expect(inside.split(' ').filter((address) => reachOf(address) === 'public')).toEqual([]);
  expect(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111'].filter((address) => reachOf(address) !== 'public')).toEqual([]);
  for (const written of [
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://017700000001/',
    'http://[::ffff:7f00:1]/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://169.254.169.254./',
    'http://a@127.0.0.1/',
    'http://*.example/',
    "http://a;b'c.example/",
  ])
    expect(() => readStrangersAddress(written, 2_000), written).toThrow();
});
