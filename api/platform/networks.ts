import { isIPv6 } from 'node:net';

/** How many times as much as one network an IPv6 site can use: providers give a household between a /64 and a /48. */
export const SITE_FACTOR = 8;

/** Returns an address in its usual form: IPv4 addresses mapped into IPv6 become IPv4, and the interface is removed. */
export function plainAddress(address: string): string {
  const network = networkOf(address);
  return network.endsWith('/64') ? address.split('%')[0]! : network;
}

/**
 * Returns the network by which limits count an address: an IPv4 address itself, including addresses mapped into IPv6, and for IPv6 the /64,
 * whose addresses all belong to one subscriber.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  const [high, low] = groups.slice(6) as [number, number];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${prefix(groups, 4)}/64`;
}

/** Returns the /48 to which an IPv6 network belongs; null for IPv4. */
export function siteOf(address: string): string | null {
  const groups = groupsOf(networkOf(address).replace(/\/64$/, ''));
  return groups && `${prefix(groups, 3)}/48`;
}

const prefix = (groups: readonly number[], length: number): string =>
  `${groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::`;

/** Returns the eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): number[] | null {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return null;
  // URLs write every address in one way, without dots
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...gap, ...after].map((group) => parseInt(group, 16));
}
