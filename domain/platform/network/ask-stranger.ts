import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { outgoing } from './outgoing.ts';
import { reachOf } from './public-address.ts';
import { mayReach, mayStrangersReach, setStrangers, type Purpose } from './purposes.ts';

/** Resolves names and decides which addresses may be connected to; tests replace it. */
export interface Network {
  readonly resolve: (host: string) => Promise<LookupAddress[]>;
  readonly isAllowed: (address: string) => boolean;
  readonly ports: readonly string[];
}

/**
 * Queries a DNS server for the addresses of a name. The system's `dns.lookup` would occupy one of the four threads that all file and name
 * operations of this process share, for as long as a stranger's name server likes.
 * @param servers for tests: the name servers to ask instead of the system's
 */
export async function resolveName(host: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one, at) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  const failed = found.find((one) => one.status === 'rejected');
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}

const PUBLIC: Network = {
  resolve: resolveName,
  isAllowed: (address) => reachOf(address) === 'public',
  ports: ['', '80', '443'],
};
let network = PUBLIC;

/** For tests: replaces the network; null restores the public one. */
export function setNetwork(other: Network | null): void {
  network = other ?? PUBLIC;
  setStrangers(other && { isAllowed: other.isAllowed, ports: other.ports.map((port) => (port === '' ? 80 : Number(port))) });
}

/** Why an address named by a stranger is refused. `address`: not an address on the web; `private`: not on the public internet. */
export class AddressRefused extends Error {
  readonly why: 'address' | 'private' | 'unknown';

  constructor(why: AddressRefused['why']) {
    super({ address: 'not an address of the web', private: 'not on the public internet', unknown: 'the name is not known' }[why]);
    this.name = 'AddressRefused';
    this.why = why;
  }
}

/** A response that is longer than the caller's limit. */
export class AnswerTooLong extends Error {
  constructor() {
    super('the answer was too long');
    this.name = 'AnswerTooLong';
  }
}

/** Reads an answer up to a number of bytes. @throws AnswerTooLong; errors of the connection */
export async function boundedBytes(answer: AsyncIterable<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > most) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Tells whether a host has only the characters of names: a URL also accepts `*`, `;` and `'`, which have a meaning in a security policy.
 */
export const isHost = ({ hostname }: URL): boolean => /^([\w.-]+|\[[\d.:a-f]+\])$/.test(hostname);

/**
 * Reads an address that a stranger named: http or https on the default port, without user name, password or fragment.
 * @throws AddressRefused
 */
export function readStrangersAddress(text: string, mostChars: number): URL {
  if (!URL.canParse(text)) throw new AddressRefused('address');
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password || !network.ports.includes(url.port) || !isHost(url)) throw new AddressRefused('address');
  url.hash = '';
  if (url.href.length > mostChars) throw new AddressRefused('address');
  if (isIP(hostOf(url)) && !mayStrangersReach(hostOf(url))) throw new AddressRefused('private');
  return url;
}

/** Resolves a name; one forbidden address rejects them all. @throws AddressRefused; what the resolver throws */
async function resolved(purpose: Purpose, url: URL): Promise<LookupAddress[]> {
  // an IP address needs no resolving, and was already checked
  if (isIP(hostOf(url))) return [];
  const addresses = await network.resolve(url.hostname);
  if (addresses.length === 0) throw new AddressRefused('unknown');
  if (!addresses.every(({ address }) => mayReach(purpose, address, { isPublic: true }))) throw new AddressRefused('private');
  return addresses;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to a stranger's address that `readStrangersAddress` has read. The name is resolved once, its addresses are checked, and
 * only these are connected to, so DNS rebinding is useless. Redirects are not followed.
 * @returns the answer, whose body the caller reads or destroys
 * @throws AddressRefused; the signal's reason; errors of the connection
 */
export async function askStranger(purpose: Purpose, url: URL, { method = 'GET', headers, body, signal }: Asked): Promise<IncomingMessage> {
  const addresses = await outgoing(purpose, () => resolved(purpose, url));
  signal.throwIfAborted();
  // the checked addresses are the ones connected to
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  return new Promise((resolve, reject) => {
    // connections are not reused: every request resolves and checks again
    const options = { method, agent: false, lookup, signal, maxHeaderSize: 64 * 1024, headers };
    const request = outgoing(purpose, () => (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options));
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body);
  });
}
