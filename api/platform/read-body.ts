import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyBytesOf, LONG_BODY, sentBytesOf } from '#contract/platform/body-bytes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isStorable } from '#domain/platform/storable.ts';
import type { RequestState } from './api-router.ts';
import type { FileFolder } from './file-folder.ts';
import { findUnstorable, JSON_BOUNDS, parseJson, unstorable, type JsonBounds } from './json-text.ts';
import { bodyTooLarge, readLongBody } from './read-long-body.ts';

/** A request that came in through a door; no other request's body is read. */
export type Entered = Context & { readonly state: RequestState };

/**
 * Reads a request's JSON body. The guard calls it after authentication, so bodies of unauthenticated callers are never parsed.
 * @param folder receives files contained in the body
 * @returns undefined if the request has no body
 * @throws ProductError body.unsupported_type, body.too_large, body.malformed; validation.failed for JSON that is a bare value, or beyond
 * its limits
 */
export async function readJsonBody(ctx: Entered, endpoint: Endpoint, folder: FileFolder | null): Promise<unknown> {
  const type = ctx.is('application/json');
  if (type === null || ctx.get('Content-Length') === '0') return undefined;
  if (!type) throw new ProductError('body.unsupported_type');
  const bytes = bodyBytesOf(endpoint);
  const text = endpoint.apart ? await withoutApart(ctx, endpoint, folder) : await jsonText(ctx, bytes);
  if (text.trim() === '') return undefined;
  const body = parseJson(text, JSON_BOUNDS);
  // `null`, `5`, `"text"`: valid JSON, but no endpoint accepts it
  if (typeof body !== 'object' || body === null) throw bareValue();
  return body;
}

/**
 * Reads a JSON value that can be stored completely, for doors without schemas.
 * @param how.most maximum bytes, if lower than the door's
 * @throws ProductError body.too_large, body.malformed, validation.failed
 */
export async function readStorableJson(ctx: Entered, { bounds, most }: { bounds: JsonBounds; most?: number }): Promise<unknown> {
  const value = parseJson(await jsonText(ctx, most ?? doorOf(ctx).bodyBytes), bounds);
  const path = findUnstorable(value, { path: '', part: 'body', depth: 0 });
  if (path !== null) throw unstorable(path || 'body');
  return value;
}

/** Reads a form. @throws ProductError body.too_large, body.malformed, validation.failed for text that cannot be stored */
export async function readForm(ctx: Entered): Promise<URLSearchParams> {
  const form = new URLSearchParams((await readRawBody(ctx)).toString('utf8'));
  for (const [name, value] of form) if (!isStorable(name + value)) throw unstorable(isStorable(name) ? name : 'body');
  return form;
}

/** Reads a body that is not parsed, such as a signed one. @throws ProductError body.too_large; body.malformed if it is cut off */
export async function readRawBody(ctx: Entered, most = doorOf(ctx).bodyBytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bounded(ctx, most)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function withoutApart(ctx: Entered, endpoint: Endpoint, folder: FileFolder | null): Promise<string> {
  if (encodingOf(ctx) !== null) throw new ProductError('body.unsupported_type', NO_JSON);
  const write = async (field: string, chunk: Uint8Array): Promise<void> => folder!.write(field, chunk);
  return readLongBody(bounded(ctx, sentBytesOf(endpoint)), { bytes: bodyBytesOf(endpoint), apart: endpoint.apart ?? {}, write });
}

const NO_JSON = 'The body must be JSON in UTF-8.';
const UNPACK = lookup({ gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress });

/** Returns a body's encoding; null if it is not compressed. */
function encodingOf(ctx: Context): string | null {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  return encoding === '' || encoding === 'identity' ? null : encoding;
}

/**
 * Reads a text, compressed or not, of at most this many bytes.
 * @throws ProductError body.unsupported_type, body.too_large, body.malformed
 */
async function jsonText(ctx: Entered, most: number): Promise<string> {
  const { charset } = ctx.request;
  const encoding = encodingOf(ctx);
  const unpack = encoding === null ? null : UNPACK[encoding as keyof typeof UNPACK];
  // compressed long bodies are not supported: no client sends them
  const isKnown = encoding === null || (unpack !== undefined && most <= LONG_BODY);
  if (!isKnown || !['', 'utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase()))
    throw new ProductError('body.unsupported_type', NO_JSON);
  const sent = bounded(ctx, most);
  const pieces: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const piece of unpack ? (Readable.from(sent).compose(unpack()) as AsyncIterable<Uint8Array>) : sent) {
      if ((read += piece.length) > most) throw bodyTooLarge(most);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof ProductError ? error : new ProductError('body.malformed');
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Bodies are passed on in pieces of this size, however small the sender's pieces are. */
const PIECE_BYTES = 65_536;

/**
 * Yields a request's body; no other function reads one. It already has a payer, and cannot exceed its door's limit.
 * @throws ProductError body.too_large as soon as it is known to be larger than `most`; body.malformed if it is cut off
 */
export async function* bounded(ctx: Entered, most: number, tooLarge = () => bodyTooLarge(most)): AsyncGenerator<Uint8Array> {
  const { entry } = ctx.state;
  if (!entry?.isPaid) throw new Error(`${ctx.method} ${ctx.path}: the body is read before anyone is charged for it`);
  if (most > entry.door.bodyBytes) throw new Error(`${entry.door.name} reads a larger body than it declares`);
  if (Number(ctx.get('Content-Length')) > most) throw tooLarge();
  let read = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  // an iterator that destroyed the request would close the connection, and lose the answer
  const chunks = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of unbroken(chunks)) {
    read += chunk.length;
    size += chunk.length;
    held.push(chunk);
    if (read > most) throw tooLarge();
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

/** @throws ProductError body.malformed if the body is cut off */
async function* unbroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    throw new ProductError('body.malformed');
  }
}

function doorOf(ctx: Entered): { readonly bodyBytes: number } {
  if (!ctx.state.entry) throw new Error(`${ctx.method} ${ctx.path} did not pass a door`);
  return ctx.state.entry.door;
}

const bareValue = () =>
  new ProductError('validation.failed', 'Body: must be a JSON object.', {
    data: { errors: [{ path: 'body', message: 'Must be a JSON object.' }] },
  });
