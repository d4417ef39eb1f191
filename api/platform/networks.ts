import { isIPv4, isIPv6 } from 'node:net';

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
export const siteOf = (address: string): string | null => levelsOf(address).find((level) => level.endsWith('::/48')) ?? null;

/**
 * Returns the networks that an address belongs to, from the narrowest to the widest: for IPv6 the /64 (a subscriber's), the /56 and /48 (what
 * a household or a site gets, also for nothing), and the /32 (a provider's); for IPv4 the address and the /24, the smallest network that is
 * routed on its own. What strangers share, they share at each of these levels, so that many networks of one wider network count as one.
 * Nobody is refused because of a wider level alone: schools and whole towns stand behind one address.
 * @param address also a network as returned by `networkOf`
 */
export function levelsOf(address: string): readonly [string, ...string[]] {
  const network = networkOf(address.replace(/::\/64$/, '::'));
  if (isIPv4(network)) return [network, `${network.slice(0, network.lastIndexOf('.'))}.0/24`];
  const groups = groupsOf(network.replace(/\/64$/, ''));
  if (groups === null) return [network];
  const half = [...groups.slice(0, 3), groups[3]! & 0xff00];
  return [network, `${prefix(half, 4)}/56`, `${prefix(groups, 3)}/48`, `${prefix(groups, 2)}/32`];
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
