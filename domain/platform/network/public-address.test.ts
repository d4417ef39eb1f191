import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { allowLogged } from '#ops/testing/expect-logged.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { readStrangersAddress } from './ask-stranger.ts';
import { outgoing } from './outgoing.ts';
import { reachOf } from './public-address.ts';
import { mayReach, permitFor, PURPOSES, type Purpose } from './purposes.ts';

useTestDatabase();
allowLogged(/outgoing: connection refused/);

const hex = (address: string, mask = 0): [string, string] => {
  const bytes = address.split('.').map((byte) => (Number(byte) ^ mask).toString(16).padStart(2, '0'));
  return [`${bytes[0]}${bytes[1]}`, `${bytes[2]}${bytes[3]}`];
};
/** A NAT64 prefix of 48, 56 and 64 bits with an address behind it (RFC 6052, 2.2). */
const behind = (address: string) => {
  const [a, b, c, d] = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0')) as [string, string, string, string];
  return { 48: `${a}${b}:00${c}:${d}00::`, 56: `00${a}:00${b}:${c}${d}::`, 64: `0000:00${a}:${b}${c}:${d}00::` };
};

/** Each way to write an IPv4 address, and whether it reaches what the address itself reaches, or nothing of the internet. */
const FORMS: readonly (readonly [name: string, isSame: boolean, write: (address: string) => string])[] = [
  ['itself', true, (a) => a],
  ['mapped', true, (a) => `::ffff:${a}`],
  ['mapped, in digits', true, (a) => `0:0:0:0:0:ffff:${hex(a).join(':')}`],
  ['NAT64', true, (a) => `64:ff9b::${a}`],
  ['NAT64, local, 96 bits', false, (a) => `64:ff9b:1:2:3::${a}`.replace('3::', '3:0:')],
  ['NAT64, local, 48 bits', false, (a) => `64:ff9b:1:${behind(a)[48]}`],
  ['NAT64, local, 56 bits', false, (a) => `64:ff9b:1:${behind(a)[56]}`],
  ['NAT64, local, 64 bits', false, (a) => `64:ff9b:1:${behind(a)[64]}`],
  ['compatible', false, (a) => `::${a}`],
  ['translated', false, (a) => `::ffff:0:${a}`],
  ['6to4', false, (a) => `2002:${hex(a).join(':')}::1`],
  ['Teredo, server', false, (a) => `2001:0:${hex(a).join(':')}:8000:ffff:${hex('8.8.8.8', 0xff).join(':')}`],
  ['Teredo, client', false, (a) => `2001:0:808:808:8000:ffff:${hex(a, 0xff).join(':')}`],
  ['ISATAP', true, (a) => `2606:4700:1:2:0:5efe:${hex(a).join(':')}`],
  ['ISATAP, universal', true, (a) => `2606:4700:1:2:200:5efe:${hex(a).join(':')}`],
  ['ISATAP, link-local', false, (a) => `fe80::5efe:${hex(a).join(':')}`],
];
const METADATA = ['169.254.169.254', '169.254.170.2', '168.63.129.16', '192.80.8.124', '100.100.100.200', '192.0.0.192'];
const PRIVATE = ['10.0.0.1', '127.0.0.1', '172.16.3.4', '192.168.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'];
const STRANGERS: readonly Purpose[] = ['sources', 'organisations', 'push', 'lms', 'webhooks'];
const ALL = Object.keys(PURPOSES) as Purpose[];

describe.each(FORMS)('%s', (name, isSame, write) => {
  it('is judged by its IPv4 address', () => {
    for (const address of METADATA) expect(reachOf(write(address)), address).toBe('metadata');
    const isLinkLocal = name === 'ISATAP, link-local';
    for (const address of PRIVATE) expect(reachOf(write(address)), address).toBe(isLinkLocal ? 'metadata' : 'private');
    expect(reachOf(write('8.8.8.8'))).toBe(isSame ? 'public' : isLinkLocal ? 'metadata' : 'private');
  });

  it.each(ALL)('is reached by %s only if it may', (purpose) => {
    const isOwn = PURPOSES[purpose].places === 'own';
    const asksMachine = 'asksMachine' in PURPOSES[purpose];
    for (const address of METADATA) {
      const written = write(address);
      // resolved, redirected to or pinned
      expect(mayReach(purpose, written, { isPublic: true }), written).toBe(false);
      expect(mayReach(purpose, written, { isPublic: false }), written).toBe(isOwn || asksMachine);
      // typed
      const isGoogles = asksMachine && written === '169.254.169.254' && config().google.mode !== 'off';
      if (!isOwn && !isGoogles) expect(permitFor(purpose, written, 80), written).toBeNull();
    }
    if (!STRANGERS.includes(purpose)) return;
    for (const address of PRIVATE) expect(mayReach(purpose, write(address), { isPublic: true }), address).toBe(false);
    expect(mayReach(purpose, write('8.8.8.8'), { isPublic: true })).toBe(isSame);
  });

  it('is refused where a stranger types it', () => {
    for (const address of [...METADATA, ...PRIVATE]) {
      const written = write(address);
      expect(() => readStrangersAddress(`https://${written.includes(':') ? `[${written}]` : written}/`, 2_000), written).toThrow();
    }
  });
});

it.each(['metadata.google.internal', 'METADATA.google.internal.', 'instance-data.ec2.internal', 'metadata.tencentyun.com'])(
  'the name %s is a metadata service’s for every purpose',
  (host) => {
    expect(reachOf(host)).toBe('metadata');
    for (const purpose of STRANGERS) expect(permitFor(purpose, host, 80), purpose).toBeNull();
  },
);

it.each([
  'fd00:ec2::254',
  '[fd20:ce::254]',
  'fd00:42::42',
  'fd00:c1::a9fe:a9fe',
  'fd00:a9fe:a9fe::1',
  'fd00:100::100:200',
  'fe80::a9fe:a9fe%eth0',
  // behind a gateway with a prefix of its own
  '2606:4700:64::a83f:8110',
  '2606:4700:a83f:8110::1',
])('%s is a metadata service', (host) => expect(reachOf(host)).toBe('metadata'));

it.each(['1.1.1.1', '168.63.129.15', '168.63.129.17', '2606:4700:4700::1111', '[2a00:1450:4001:82b::200e]', '64:ff9b::8.8.8.8'])(
  '%s is public',
  (host) => expect(reachOf(host)).toBe('public'),
);

it('an address with a zone is on a network of this machine', () => expect(reachOf('2606:4700::1%eth0')).toBe('private'));

describe('a stranger’s name that leads to Azure’s wire server', () => {
  const pinned =
    (address: string): LookupFunction =>
    (_host, options, done) => {
      const family = address.includes(':') ? 6 : 4;
      return options.all ? done(null, [{ address, family }]) : done(null, address, family);
    };
  const get = (lookup: LookupFunction): Promise<unknown> =>
    new Promise((resolve, reject) => https.get('https://model.example/', { agent: false, lookup }, resolve).on('error', reject));

  it.each([...STRANGERS, 'ai' as const])('is refused when connecting, as a name or pinned before: %s', async (purpose) => {
    const usual = config();
    const openai = { ...usual.vendors.openai, baseURL: 'https://model.example/v1', isStored: true };
    setConfig({ ...usual, privateConnections: false, vendors: { ...usual.vendors, openai } });
    for (const [, , write] of FORMS)
      await expect(
        outgoing(purpose, () => get(pinned(write('168.63.129.16')))),
        write('168.63.129.16'),
      ).rejects.toMatchObject({ code: 'ERR_OUTGOING_REFUSED' });
    setConfig(usual);
  });
});
