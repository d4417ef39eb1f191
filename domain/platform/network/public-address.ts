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

const [blocked4, global6, blocked6] = [new BlockList(), new BlockList(), new BlockList()];
for (const [net, prefix] of NOT_PUBLIC) blocked4.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_GLOBAL) blocked6.addSubnet(net, prefix, 'ipv6');
global6.addSubnet(...GLOBAL, 'ipv6');

/**
 * Tells whether an address may be connected to on a user's behalf: never an address of this machine, its network or a cloud's metadata
 * service.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4');
  return isIPv6(address) && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
}

/** Addresses of clouds' metadata services, which hand out credentials: link-local addresses, and others of single clouds. */
const METADATA_NETS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  // Amazon, Azure, Google, DigitalOcean, Oracle, OpenStack; 169.254.170.2 and 169.254.170.23 of containers
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  // Amazon, Google, and Scaleway
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::', 32, 'ipv6'],
  ['fd00:42::', 32, 'ipv6'],
  // Alibaba, Oracle's older one, Azure's wire server
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
];
const METADATA_NAMES =
  /^([\w-]+\.)*((rancher-)?metadata(\.(google\.|azure\.|rancher\.)?internal|\.goog|\.tencentyun\.com|\.packet\.net|\.platformequinix\.com|\.cloud\.ibm\.com)?|instance-data(\.ec2\.internal)?)\.*$/i;

/**
 * Ways to embed an IPv4 address in IPv6, as gateways and older machines use them: NAT64, its local form, 6to4, compatible. BlockList itself
 * knows mapped addresses.
 */
function within6([net, prefix]: readonly [string, number, ...unknown[]]): (readonly [string, number])[] {
  const [a, b, c, d] = net.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0')) as [string, string, string, string];
  const [high, low] = [`${a}${b}`, `${c}${d}`];
  return [
    [`64:ff9b::${high}:${low}`, 96 + prefix],
    [`64:ff9b:1::${high}:${low}`, 96 + prefix],
    [`2002:${high}:${low}::`, 16 + prefix],
    [`::${high}:${low}`, 96 + prefix],
  ];
}

const metadata = new BlockList();
for (const net of METADATA_NETS) {
  metadata.addSubnet(...net);
  if (net[2] === 'ipv4') for (const [embedded, prefix] of within6(net)) metadata.addSubnet(embedded, prefix, 'ipv6');
}

/** Tells whether a host is a cloud's metadata service, by name or address: it is refused even where private addresses are allowed. */
export function isMetadataHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIPv4(bare)) return metadata.check(bare, 'ipv4');
  return isIPv6(bare) ? metadata.check(bare, 'ipv6') : METADATA_NAMES.test(bare);
}
