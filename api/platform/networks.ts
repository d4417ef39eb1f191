import { isIPv6 } from 'node:net';

/** How many times as much as one network may all networks of an IPv6 site together: a provider gives a household a /64 up to a /48. */
export const SITE_FACTOR = 8;

/** The address as people write it: an IPv4 address that is mapped into IPv6 is that address, and nothing names the interface it came by. */
export function plainAddress(address: string): string {
  const network = networkOf(address);
  return network.endsWith('/64') ? address.split('%')[0]! : network;
}

/**
 * The network that limits count for an address: an IPv4 address itself, also where it is mapped into IPv6, and of IPv6 the /64, whose
 * addresses all belong to one subscriber.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  const [high, low] = groups.slice(6) as [number, number];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${prefix(groups, 4)}/64`;
}

/** The /48 that a network of IPv6 belongs to; null for IPv4. */
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
