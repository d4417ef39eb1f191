/** IPv4 loopback, private, link-local and shared addresses (RFC 1122, 1918, 3927, 6598). */
const PRIVATE_V4 = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** IPv6 loopback, unique local and link-local addresses (RFC 4291, 4193). */
const PRIVATE_V6 = /^(?:::1$|f[cd]|fe[89ab])/i;
/** Top-level names outside public DNS (RFC 6761, 6762, 8375, ICANN's `.internal`), including those that routers assign. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|home\.arpa)\.?$/i;

/**
 * Tells from its host whether an address belongs to this machine or its network, where a server costs no tokens. A name without a dot
 * belongs to a container or the local network.
 * @param address with a scheme; any other text is not private
 */
export function isPrivateAddress(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : '';
  if (host === '') return false;
  if (host.includes(':')) return PRIVATE_V6.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return PRIVATE_V4.test(host);
  return PRIVATE_NAME.test(host) || !host.includes('.');
}
