import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants as zlib, gzip } from 'node:zlib';
import type { Context } from 'koa';

type Encoding = 'br' | 'gzip';

/** Bytes that are the same for every caller, with the compressed forms requested so far. */
export interface Constant {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly packed: Map<Encoding, Promise<Buffer>>;
}

/** Media types of texts; pictures, fonts and archives are already compressed. */
const TEXT = /^text\/|\b(?:json|javascript|xml)\b|\+(?:json|xml)\b/;
/** Below this size, compression saves less than its headers cost. */
const WORTH_PACKING_BYTES = 1_024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Each form is made only once, so it can take more effort than an answer for a single caller. */
const PACK: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => zip(bytes, { level: 9 }),
};

export const constantOf = (bytes: Buffer, type: string): Constant => ({
  bytes,
  type,
  // weak, because it also covers the compressed forms
  etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
  packed: new Map(),
});

/**
 * Answers with a constant, compressed as the caller prefers, or with 304 if the caller has it. The caller of this function sets status and
 * other headers.
 */
export async function sendConstant(ctx: Context, { bytes, type, etag, packed }: Constant): Promise<void> {
  ctx.type = type;
  ctx.set('ETag', etag);
  ctx.vary('Accept-Encoding');
  if (ctx.status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isPacked = bytes.length >= WORTH_PACKING_BYTES && TEXT.test(ctx.type);
  const encoding = isPacked ? ctx.acceptsEncodings('br', 'gzip', 'identity') : 'identity';
  if (encoding !== 'br' && encoding !== 'gzip') {
    // otherwise the compressing middleware would compress it again for each caller
    Object.assign(ctx, { compress: false });
    ctx.body = bytes;
    return;
  }
  const making = packed.get(encoding) ?? PACK[encoding](bytes);
  packed.set(encoding, making);
  const body = await making;
  ctx.set('Content-Encoding', encoding);
  ctx.body = body;
}

/**
 * Caches constants by a name that changes with their contents; beyond a total of uncompressed bytes, the least recently used are dropped.
 * Concurrent callers wait for the same constant to be made.
 */
export function keepConstants(mostBytes: number): (name: string, make: () => Promise<Constant>) => Promise<Constant> {
  const kept = new Map<string, Constant>();
  const making = new Map<string, Promise<Constant>>();
  let held = 0;
  const keep = async (name: string, make: () => Promise<Constant>) => {
    const made = await make();
    kept.set(name, made);
    held += made.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (held <= mostBytes) break;
      kept.delete(oldest);
      held -= bytes.length;
    }
    return made;
  };
  return (name, make) => {
    const known = kept.get(name);
    if (known) {
      // keeps the map in order of use
      kept.delete(name);
      kept.set(name, known);
      return Promise.resolve(known);
    }
    const made = making.get(name) ?? keep(name, make).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  };
}
