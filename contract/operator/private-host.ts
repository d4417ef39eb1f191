/** Loopback, private, link-local and shared addresses (RFC 1122, 1918, 3927, 6598), as IPv4. */
const PRIVATE_V4 = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** Loopback, unique local and link-local (RFC 4291, 4193). */
const PRIVATE_V6 = /^(?:::1$|f[cd]|fe[89ab])/i;
/** Top-level names outside public DNS (RFC 6761, 6762, 8375, ICANN's `.internal`), including those that routers assign. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|home\.arpa)\.?$/i;

/**
 * Tells whether an address is of this machine or its network, by its host alone: a server there is paid by its electricity, not by tokens. A name
 * without a dot is one of a container or of the local network.
 * @param address with a scheme; anything else is not private
 */
export function isPrivateAddress(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : '';
  if (host === '') return false;
  if (host.includes(':')) return PRIVATE_V6.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return PRIVATE_V4.test(host);
  return PRIVATE_NAME.test(host) || !host.includes('.');
}
