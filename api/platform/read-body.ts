import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Default limit of a body: a course form with every field filled to its limit is below 20 KB. */
const USUAL_BYTES = 100_000;

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
 * @param bytes maximum size
 * @returns undefined when the request has no body
 * @throws ProductError body.unsupported_type, body.too_large, body.malformed, validation.failed for JSON that is a bare value
 */
export async function readJsonBody(ctx: Context, bytes: number = USUAL_BYTES): Promise<unknown> {
  const type = ctx.is('application/json');
  if (type === null || ctx.get('Content-Length') === '0') return undefined;
  if (!type) throw new ProductError('body.unsupported_type');
  await parserFor(bytes)(ctx, async () => {});
  return ctx.request.body;
}

/** Maps a parser's error without its cause, which quotes the body, passwords included, and would carry it into the log. */
function asProductError(error: Error, bytes: number): ProductError {
  const status = (error as { status?: number }).status;
  if (status === 413) return new ProductError('body.too_large', toSentence('The body may be at most {n} KB.', { n: bytes / 1000 }));
  if (status === 415) return new ProductError('body.unsupported_type', 'The body must be JSON in UTF-8.');
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
