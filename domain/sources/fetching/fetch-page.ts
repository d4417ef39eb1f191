import type { LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SOURCE_ADDRESS_LENGTH, SOURCE_BYTES } from '#contract/sources/source-limits.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { isPublicAddress } from '#domain/platform/network/public-address.ts';
import { setStrangers } from '#domain/platform/network/purposes.ts';

/** How names are resolved and which addresses may be connected to. Tests use their own. */
export interface Network {
  readonly resolve: (host: string) => Promise<LookupAddress[]>;
  readonly isAllowed: (address: string) => boolean;
  readonly ports: readonly string[];
}

/** A fetched page, or a file found at its URL. */
export interface Page {
  readonly bytes: Uint8Array;
  /** The declared type, without parameters, in lower case. */
  readonly type: string;
  readonly charset: string | null;
}

const PUBLIC: Network = {
  resolve: (host) => lookUp(host, { all: true }),
  isAllowed: isPublicAddress,
  ports: ['', '80', '443'],
};
let network = PUBLIC;

/** For tests: replaces the network; null restores the public one. */
export function setNetwork(other: Network | null): void {
  network = other ?? PUBLIC;
  setStrangers(other && { isAllowed: other.isAllowed, ports: other.ports.map((port) => (port === '' ? 80 : Number(port))) });
}

const MOST_REDIRECTS = 5;
const FETCHING_MS = 30_000;
const TYPES =
  /^(text\/(html|plain|markdown|x-markdown)|application\/(xhtml\+xml|pdf|epub\+zip|octet-stream)|application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|presentationml\.presentation))$/;
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Normalises a URL for storing and fetching: http or https on the default port, without user name, password or fragment.
 * @throws ProductError source.bad_address; source.private_address for a non-public IP address
 */
export function readAddress(entered: string): URL {
  const bad = (cause?: unknown) => new ProductError('source.bad_address', undefined, { cause });
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z\d+.-]*:/i.test(entered.trim()) ? entered.trim() : `https://${entered.trim()}`);
  } catch (error) {
    throw bad(error);
  }
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password || !network.ports.includes(url.port) || url.hostname === '') throw bad();
  url.hash = '';
  if (url.href.length > SOURCE_ADDRESS_LENGTH) throw bad();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !network.isAllowed(host)) throw new ProductError('source.private_address');
  return url;
}

/**
 * Fetches a page from the public internet. Each request resolves the name once, checks the addresses, and connects only to these: DNS
 * rebinding gains nothing. Redirects follow the same rules.
 * @throws ProductError source.bad_address, source.private_address, source.unreachable, source.bad_page, source.too_much, source.too_slow;
 */
export async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  const late = AbortSignal.timeout(FETCHING_MS);
  const both = AbortSignal.any([signal, late]);
  try {
    let url = readAddress(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await outgoing('sources', () => ask(url, both));
      const { statusCode: status = 0, headers } = answer;
      if (status >= 300 && status < 400 && headers.location) {
        answer.destroy();
        url = readAddress(new URL(headers.location, url).href);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        throw new ProductError('source.unreachable', undefined, { cause: new Error(`status ${status}`) });
      }
      return await readPage(answer);
    }
    throw new ProductError('source.unreachable', undefined, { cause: new Error('too many redirects') });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProductError) throw error;
    if (late.aborted) throw new ProductError('source.too_slow', undefined, { cause: error });
    throw new ProductError('source.unreachable', undefined, { cause: error });
  }
}

/** Resolves a name; one forbidden address rejects them all. @throws ProductError source.private_address, source.unreachable */
async function resolved({ hostname }: URL): Promise<LookupAddress[]> {
  // an IP address needs no resolving, and was checked
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return [];
  const addresses = await network.resolve(hostname);
  if (addresses.length === 0) throw new ProductError('source.unreachable');
  if (!addresses.every(({ address }) => network.isAllowed(address))) throw new ProductError('source.private_address');
  return addresses;
}

async function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await resolved(url);
  // the checked addresses are the ones connected to
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      // no connection is reused: every request resolves and checks again
      agent: false,
      lookup,
      signal,
      maxHeaderSize: 64 * 1024,
      headers: {
        'User-Agent': 'Coursewright',
        Accept: 'text/html,application/xhtml+xml,application/pdf,text/plain,*/*;q=0.1',
        'Accept-Encoding': 'gzip, br',
      },
    });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
}

async function readPage(answer: IncomingMessage): Promise<Page> {
  try {
    const [mediaType = '', ...parameters] = (answer.headers['content-type'] ?? 'application/octet-stream').toLowerCase().split(';');
    const type = mediaType.trim();
    if (!TYPES.test(type)) throw new ProductError('source.bad_page');
    const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    const decoder = DECODERS[coding]?.() ?? null;
    if (!decoder && coding !== 'identity' && coding !== '') throw new ProductError('source.bad_page');
    const stream = decoder ? answer.on('error', (error) => decoder.destroy(error)).pipe(decoder) : answer;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > SOURCE_BYTES) throw new ProductError('source.too_much');
      chunks.push(chunk);
    }
    const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w-]+)/.exec(one)?.[1]).find(Boolean) ?? null;
    return { bytes: new Uint8Array(Buffer.concat(chunks)), type, charset };
  } finally {
    answer.destroy();
  }
}
