import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { ProductError } from '#domain/platform/errors.ts';

/** A course form with every field filled to its limit is below 20 KB. */
const JSON_LIMIT = '100kb';

// strict: an object or an array; `__proto__` keys are refused
const parseJson = bodyParser({
  enableTypes: ['json'],
  detectJSON: () => true,
  jsonLimit: JSON_LIMIT,
  jsonStrict: true,
  onError: (error) => {
    throw asProductError(error);
  },
});

/**
 * Reads a request's JSON body. It is called by the guard after the caller is known, so nobody else's bytes are ever parsed.
 * @returns undefined when the request has no body
 * @throws ProductError body.unsupported_type, body.too_large, body.malformed
 */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  const type = ctx.is('application/json');
  if (type === null || ctx.get('Content-Length') === '0') return undefined;
  if (!type) throw new ProductError('body.unsupported_type');
  await parseJson(ctx, async () => {});
  return ctx.request.body;
}

/** Without its cause: a parser's error quotes what was sent, passwords included, and would carry it into the log. */
function asProductError(error: Error): ProductError {
  const status = (error as { status?: number }).status;
  if (status === 413) return new ProductError('body.too_large', `The body may be at most ${JSON_LIMIT.replace('kb', ' KB')}.`);
  if (status === 415) return new ProductError('body.unsupported_type', 'The body must be JSON in UTF-8.');
  return new ProductError('body.malformed');
}
