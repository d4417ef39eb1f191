import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { config } from '#domain/platform/config.ts';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Tells whether an address is loopback, private or invalid. IPv4 mapped into IPv6 counts as IPv4. */
export const isPrivateAddress = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Tells whether it is the sandbox's own push service, which is the only one allowed on loopback. */
const isSandbox = (url: URL): boolean => config().aiMode === 'sandbox' && url.protocol === 'http:' && url.hostname === '127.0.0.1';

/**
 * Validates a push endpoint from a browser. Real ones are public and https; anything else may be an SSRF attempt.
 * @returns null for anything else
 */
export function pushEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password) return null;
  if (isSandbox(url)) return url;
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (url.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) return null;
  if (isIP(host) !== 0 || !host.includes('.') || /\.(local|localhost|internal|home|lan)\.?$/i.test(host)) return null;
  return url;
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a host like Node, and fails when any of its addresses is private: the checked address is the one that is connected to. */
export function publicLookup(host: string, options: { all?: boolean }, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return found(new Error('the push service has a private address'), []);
    const [first] = addresses;
    if (options.all || !first) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
