import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { config } from '#domain/platform/config.ts';
import { isPublicAddress } from '#domain/platform/network/public-address.ts';

/** Tells whether it is the sandbox's own push service, which is the only one allowed on loopback. */
const isSandbox = (url: URL): boolean => config().hasStandIns && url.protocol === 'http:' && url.hostname === '127.0.0.1';

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

/** Resolves a host like Node, and fails when any of its addresses is not public: the checked address is the one that is connected to. */
export function publicLookup(host: string, options: { all?: boolean }, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    if (addresses.some(({ address }) => !isPublicAddress(address))) return found(new Error('the push service has a private address'), []);
    const [first] = addresses;
    if (options.all || !first) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
