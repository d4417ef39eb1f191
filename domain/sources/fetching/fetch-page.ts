import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { lookup } from '#contract/platform/lookup.ts';
import { SOURCE_ADDRESS_LENGTH, SOURCE_BYTES } from '#contract/sources/source-limits.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { AddressRefused, askStranger, readStrangersAddress } from '#domain/platform/network/ask-stranger.ts';

/** A fetched page, or a file found at its URL. */
export interface Page {
  readonly bytes: Uint8Array;
  /** The declared type, in lower case and without parameters. */
  readonly type: string;
  readonly charset: string | null;
}

const MOST_REDIRECTS = 5;
const FETCHING_MS = 30_000;
const TYPES =
  /^(text\/(html|plain|markdown|x-markdown)|application\/(xhtml\+xml|pdf|epub\+zip|octet-stream)|application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|presentationml\.presentation))$/;
const DECODERS: Readonly<Record<string, () => Transform>> = lookup({
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
});

/**
 * Normalises a URL for storing and fetching: http or https on the default port, without user name, password or fragment.
 * @throws ProductError source.bad_address; source.private_address for a non-public IP address
 */
export function readAddress(entered: string): URL {
  const text = entered.trim();
  try {
    return readStrangersAddress(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`, SOURCE_ADDRESS_LENGTH);
  } catch (error) {
    throw ofAddress(error) ?? error;
  }
}

const CODES = { address: 'source.bad_address', private: 'source.private_address', unknown: 'source.unreachable' } as const;
const ofAddress = (error: unknown): ProductError | null =>
  error instanceof AddressRefused ? new ProductError(CODES[error.why], undefined, { cause: error }) : null;

const HEADERS = {
  'User-Agent': 'Coursewright',
  Accept: 'text/html,application/xhtml+xml,application/pdf,text/plain,*/*;q=0.1',
  'Accept-Encoding': 'gzip, br',
};

/**
 * Fetches a page from the public internet (`askStranger`). Redirects follow the same rules.
 * @throws ProductError source.bad_address, source.private_address, source.unreachable, source.bad_page, source.too_much, source.too_slow
 */
export async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  const late = AbortSignal.timeout(FETCHING_MS);
  const both = AbortSignal.any([signal, late]);
  try {
    let url = readAddress(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await askStranger('sources', url, { headers: HEADERS, signal: both });
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
    const refusal = ofAddress(error);
    if (refusal) throw refusal;
    if (late.aborted) throw new ProductError('source.too_slow', undefined, { cause: error });
    throw new ProductError('source.unreachable', undefined, { cause: error });
  }
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
