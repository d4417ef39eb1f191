import type { Context } from 'koa';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { UploadRule } from '#contract/platform/endpoint.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Bytes for the form fields beside the files, and for the part headers. */
const FIELD_BYTES = 100_000;

/** A multipart request: its fields, validated by the endpoint's `body`, and its files by their declared names. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly File[]>>;
}

/**
 * Reads a `multipart/form-data` request. The guard calls it after authentication, so bodies of unauthenticated callers are never parsed. It
 * reads no more than the total size of the declared files.
 * @throws ProductError body.unsupported_type, also for a file of a type that is not declared; body.too_large; body.malformed;
 *   validation.failed for a file that is missing, superfluous or not declared
 */
export async function readUpload(ctx: Context, rules: Readonly<Record<string, UploadRule>>): Promise<Upload> {
  if (!ctx.is('multipart/form-data')) throw new ProductError('body.unsupported_type', 'The body must be multipart/form-data.');
  const most = Object.values(rules).reduce((sum, { bytes, most: count = 1 }) => sum + bytes * count, FIELD_BYTES);
  let isTooLarge = Number(ctx.get('Content-Length')) > most;
  const bounded = async function* (): AsyncGenerator<Uint8Array> {
    let read = 0;
    // an iterator that destroyed the request would take the connection, and with it the answer
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      isTooLarge = read > most;
      if (isTooLarge) return;
      yield chunk;
    }
  };
  const form = isTooLarge
    ? null
    : await new Response(ReadableStream.from(bounded()) as never, { headers: { 'Content-Type': ctx.get('Content-Type') } })
        .formData()
        .catch(() => null);
  if (isTooLarge) throw tooLarge(Math.max(...Object.values(rules).map(({ bytes }) => bytes)));
  if (!form) throw new ProductError('body.malformed');

  const fields: Record<string, string> = {};
  const files: Record<string, File[]> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else (files[name] ??= []).push(value);
  }
  const missing = Object.entries(rules).filter(([name, { isOptional }]) => !isOptional && !files[name]);
  for (const [name] of missing) throw badFile(name, 'Must be a file.');
  for (const [name, sent] of Object.entries(files)) {
    const rule = Object.hasOwn(rules, name) ? rules[name]! : null;
    if (!rule || sent.length > (rule.most ?? 1)) throw badFile(name, 'Has files that are not asked for.');
    if (sent.some(({ type }) => !rule.types.includes(type.split(';', 1)[0]!)))
      throw new ProductError(
        'body.unsupported_type',
        toSentence('The file must be one of these: {types}.', { types: rule.types.join(', ') }),
      );
    if (sent.some(({ size }) => size > rule.bytes)) throw tooLarge(rule.bytes);
  }
  return { fields, files };
}

const tooLarge = (bytes: number) =>
  new ProductError('body.too_large', toSentence('A file may have {n} MB at most.', { n: bytes / 1_000_000 }));

const badFile = (path: string, message: string) =>
  new ProductError('validation.failed', 'Body: has no file, or one too many.', { data: { errors: [{ path, message }] } });
