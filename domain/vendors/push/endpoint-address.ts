import { isIP } from 'node:net';
import { config } from '#domain/platform/config.ts';

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
