import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses that are not on the public internet: the IANA registry of special-purpose addresses, with multicast. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** In IPv6 only global unicast is public, except for embedded IPv4 addresses, documentation and benchmarks. */
const GLOBAL: readonly [string, number] = ['2000::', 3];
const NOT_GLOBAL: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Addresses of clouds' metadata services, which hand out credentials; some of them are public by their number. */
const METADATA_NETS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  // Amazon, Azure, Google, DigitalOcean, Oracle, OpenStack, Tencent and others; 169.254.170.2 and 169.254.170.23 of containers
  ['169.254.0.0', 16, 'ipv4'],
  ['169.254.169.254', 32, 'ipv4'],
  ['169.254.170.2', 32, 'ipv4'],
  ['169.254.170.23', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  // Amazon, Google, Scaleway, Oracle, Akamai, Alibaba
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::', 32, 'ipv6'],
  ['fd00:42::', 32, 'ipv6'],
  ['fd00:c1::', 32, 'ipv6'],
  ['fd00:a9fe:a9fe::', 48, 'ipv6'],
  ['fd00:100::100:200', 128, 'ipv6'],
  // Alibaba, Oracle's older one, Azure's wire server, Equinix Metal
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.80.8.124', 32, 'ipv4'],
];
const METADATA_NAMES =
  /^([\w-]+\.)*((rancher-)?metadata(\.(google\.|azure\.|rancher\.)?internal|\.goog|\.tencentyun\.com|\.packet\.net|\.platformequinix\.com|\.cloud\.ibm\.com)?|instance-data(\.ec2\.internal)?)\.*$/i;

const [blocked4, global6, blocked6, metadata] = [new BlockList(), new BlockList(), new BlockList(), new BlockList()];
for (const [net, prefix] of NOT_PUBLIC) blocked4.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_GLOBAL) blocked6.addSubnet(net, prefix, 'ipv6');
global6.addSubnet(...GLOBAL, 'ipv6');
for (const net of METADATA_NETS) metadata.addSubnet(...net);

/** The positions of an IPv4 address's four bytes among the sixteen of an IPv6 address. */
type Place = readonly [number, number, number, number];
const LAST: Place = [12, 13, 14, 15];
/** Where a gateway's prefix may put the address, by the length of the prefix (RFC 6052, 2.2); byte 8 is left out. */
const BEHIND_A_PREFIX: readonly Place[] = [[4, 5, 6, 7], [5, 6, 7, 9], [6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST];

/** A way to write an IPv4 address in IPv6, as gateways, tunnels and older machines understand it. */
interface Form {
  /** The prefix of the form, or a test of the bytes for a form that stands behind any prefix. */
  readonly within: readonly [string, number] | ((bytes: readonly number[]) => boolean);
  readonly at: readonly Place[];
  /** The place of an address that is stored with all bits inverted. */
  readonly invertedAt?: Place;
  /** The form is another writing of its IPv4 address, and reaches what that reaches; of any other, the outer address counts too. */
  readonly isSame?: true;
}
const FORMS: readonly Form[] = [
  // mapped (RFC 4291, 2.5.5.2), and NAT64's own prefix, to which a DNS64 translates the names of IPv4 (RFC 6052)
  { within: ['::ffff:0:0', 96], at: [LAST], isSame: true },
  { within: ['64:ff9b::', 96], at: [LAST], isSame: true },
  // NAT64's local prefix, whose length every network chooses (RFC 8215)
  { within: ['64:ff9b:1::', 48], at: BEHIND_A_PREFIX },
  // compatible (RFC 4291, 2.5.5.1), translated (RFC 2765), 6to4 (RFC 3056)
  { within: ['::', 96], at: [LAST] },
  { within: ['::ffff:0:0:0', 96], at: [LAST] },
  { within: ['2002::', 16], at: [[2, 3, 4, 5]] },
  // Teredo: the server, and the inverted address of the client (RFC 4380, 4)
  { within: ['2001::', 32], at: [[4, 5, 6, 7]], invertedAt: LAST },
  // ISATAP: an interface identifier behind any prefix, with or without the bits for universal and group (RFC 5214, 6.1)
  { within: ([...bytes]) => (bytes[8]! & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe, at: [LAST] },
];
const FORM_NETS = FORMS.map(({ within }) => {
  if (typeof within === 'function') return null;
  const net = new BlockList();
  net.addSubnet(...within, 'ipv6');
  return net;
});

const groupsOf = (text: string | undefined): string[] => (text ? text.split(':') : []);

/** Returns the sixteen bytes of an IPv6 address in any writing. */
function bytesOf(address: string): number[] {
  // the URL parser writes every address in groups of hexadecimal digits
  const [head, tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff]);
}

const writtenAt = (bytes: readonly number[], place: Place, mask = 0): string => place.map((at) => bytes[at]! ^ mask).join('.');

/**
 * What a host leads to: a cloud's `metadata` service, the `private` network or this machine, the `public` internet, or, for a `name`, what it
 * resolves to.
 */
export type Reach = 'metadata' | 'private' | 'public' | 'name';

function reach4(address: string): Reach {
  if (metadata.check(address, 'ipv4')) return 'metadata';
  return blocked4.check(address, 'ipv4') ? 'private' : 'public';
}

/** The single IPv4 addresses of metadata services: behind a gateway whose prefix nobody tells us they are refused in every place. */
const SINGLE = new Set(METADATA_NETS.flatMap(([net, prefix, kind]) => (kind === 'ipv4' && prefix === 32 ? [net] : [])));

function reach6(address: string): Reach {
  const bytes = bytesOf(address);
  const found = FORMS.filter(({ within }, at) =>
    typeof within === 'function' ? within(bytes) : FORM_NETS[at]!.check(address, 'ipv6'),
  ).map(({ at, invertedAt, isSame }) => ({
    isSame,
    reaches: [...at.map((place) => writtenAt(bytes, place)), ...(invertedAt ? [writtenAt(bytes, invertedAt, 0xff)] : [])].map(reach4),
  }));
  const reaches = found.flatMap((form) => form.reaches);
  const isService = metadata.check(address, 'ipv6') || BEHIND_A_PREFIX.some((place) => SINGLE.has(writtenAt(bytes, place)));
  if (isService || reaches.includes('metadata')) return 'metadata';
  if (found.some(({ isSame }) => isSame)) return reaches[0]!;
  const isGlobal = global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
  return isGlobal && !reaches.includes('private') ? 'public' : 'private';
}

/**
 * Tells what a host leads to. An IPv6 address that contains an IPv4 address is judged by that one too, in every form.
 * @param host a name or an address, with or without the brackets of a URL
 */
export function reachOf(host: string): Reach {
  const [bare, zone] = host.replace(/^\[|\]$/g, '').split('%') as [string, string?];
  if (isIPv4(bare)) return reach4(bare);
  if (!isIPv6(bare)) return METADATA_NAMES.test(bare) ? 'metadata' : 'name';
  const reach = reach6(bare);
  // an address with a zone is one of a network of this machine
  return zone !== undefined && reach === 'public' ? 'private' : reach;
}
