import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { bodyBytesOf, LONG_BODY } from '#contract/platform/body-bytes.ts';
import { bodyTooLarge, mostSentBytes, readLongBody } from './read-long-body.ts';
import type { FileFolder } from './file-folder.ts';

/** Parsers by their byte limit. */
const parsers = new Map<number, ReturnType<typeof bodyParser>>();

function parserFor(bytes: number): ReturnType<typeof bodyParser> {
  let parser = parsers.get(bytes);
  if (!parser) {
    // strict: an object or an array; `__proto__` keys are refused
    parser = bodyParser({
      enableTypes: ['json'],
      detectJSON: () => true,
      jsonLimit: bytes,
      jsonStrict: true,
      onError: (error) => {
        throw asProductError(error, bytes);
      },
    });
    parsers.set(bytes, parser);
  }
  return parser;
}

/**
 * Reads a request's JSON body. The guard calls it after authentication, so bodies of unauthenticated callers are never parsed.
 * @param folder takes the files that stand in it
 * @returns undefined when the request has no body
 * @throws ProductError body.unsupported_type, body.too_large, body.malformed, validation.failed for JSON that is a bare value
 */
export async function readJsonBody(ctx: Context, endpoint: Endpoint, folder: FileFolder | null): Promise<unknown> {
  const type = ctx.is('application/json');
  if (type === null || ctx.get('Content-Length') === '0') return undefined;
  if (!type) throw new ProductError('body.unsupported_type');
  const bytes = bodyBytesOf(endpoint);
  if (endpoint.apart || bytes > LONG_BODY) return readLong(ctx, { bytes, apart: endpoint.apart ?? {} }, folder);
  await parserFor(bytes)(ctx, async () => {});
  return ctx.request.body;
}

/** Reads a body that is not parsed, such as one that is signed. @throws ProductError body.too_large, body.malformed */
export async function readRawBody(ctx: Context, most: number): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: most, length: ctx.request.length ?? null });
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large') throw bodyTooLarge(most);
    throw new ProductError('body.malformed');
  }
}

type Apart = NonNullable<Endpoint['apart']>;

async function readLong(ctx: Context, { bytes, apart }: { bytes: number; apart: Apart }, folder: FileFolder | null): Promise<unknown> {
  if (!['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase())) throw new ProductError('body.unsupported_type', NO_JSON);
  const most = Object.values(apart).reduce((sum, rule) => sum + mostSentBytes(rule), bytes);
  const write = async (field: string, chunk: Uint8Array): Promise<void> => folder!.write(field, chunk);
  const text = await readLongBody(bounded(ctx, most), { bytes, apart, write });
  if (text.trim() === '') return undefined;
  if (isBareValue(text)) throw bareValue();
  const body = parsed(text);
  // as in every other body
  if (Object.hasOwn(body, '__proto__')) throw new ProductError('body.malformed');
  return body;
}

/** A body is handed on in pieces of this size, however small the pieces are in which its sender cuts it. */
const PIECE_BYTES = 65_536;

/** Yields a request's body. @throws ProductError body.too_large as soon as it is known to be larger than `most` */
export async function* bounded(ctx: Context, most: number, tooLarge = () => bodyTooLarge(most)): AsyncGenerator<Uint8Array> {
  if (Number(ctx.get('Content-Length')) > most) throw tooLarge();
  let read = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  // an iterator that destroyed the request would take the connection, and with it the answer
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
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

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new ProductError('body.malformed');
  }
}

const NO_JSON = 'The body must be JSON in UTF-8.';

/** Maps a parser's error without its cause, which quotes the body, passwords included, and would carry it into the log. */
function asProductError(error: Error, bytes: number): ProductError {
  const status = (error as { status?: number }).status;
  if (status === 413) return bodyTooLarge(bytes);
  if (status === 415) return new ProductError('body.unsupported_type', NO_JSON);
  if (isBareValue((error as { body?: unknown }).body)) return bareValue();
  return new ProductError('body.malformed');
}

const bareValue = () =>
  new ProductError('validation.failed', 'Body: must be a JSON object.', {
    data: { errors: [{ path: 'body', message: 'Must be a JSON object.' }] },
  });

/** Tells whether a text is a bare value (`null`, `5`, `"text"`): valid JSON, but no endpoint accepts it. */
function isBareValue(text: unknown): boolean {
  if (typeof text !== 'string' || /^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
