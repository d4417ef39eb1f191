import { config } from '#domain/platform/config.ts';
import { invalid } from './resolve-purchase.ts';

/** Default return page. */
const USUAL_PATH = '/billing';
/** Stripe replaces this with the session's id, but only if the braces are not percent-encoded, so the address is built as text. */
const SESSION_ID = '{CHECKOUT_SESSION_ID}';

/** Path segments of plain characters, then an optional query: no `//`, no backslash, no `..`. */
const PLAIN_PATH = /^(\/[\w~-][\w~.-]*)*\/?(\?[\w~.=&%+:@,-]*)?$/;

/**
 * Returns the origin to return to after a payment, which is always exactly one of ours; everything else in the text is ignored.
 * @throws ProductError validation.failed
 */
export function returnOrigin(originUrl: string | undefined): string {
  const [usual, ...others] = config().payments.returnOrigins as [string, ...string[]];
  if (originUrl === undefined) return usual;
  // stricter than a URL parser: no upper case, spaces, default port, or names in other scripts
  const given = /^(https?:\/\/[a-z0-9.:[\]-]+)(\/[\w~/.-]*)?$/.exec(originUrl)?.[1];
  const found = [usual, ...others].find((origin) => origin === given);
  if (!found || new URL(originUrl).origin !== found) throw invalid('origin_url', 'A payment can only return to this product.');
  return found;
}

/**
 * Returns where Stripe redirects after a payment and after a cancellation.
 * @param returnPath a page of ours; default: the billing page
 * @param cancelPath a page of ours; default: the return page
 * @throws ProductError validation.failed
 */
export function returnAddresses(
  originUrl: string | undefined,
  returnPath: string | undefined,
  cancelPath?: string,
): { successUrl: string; cancelUrl: string } {
  const origin = returnOrigin(originUrl);
  const path = ownPath('return_path', returnPath ?? USUAL_PATH);
  const joint = path.includes('?') ? '&' : '?';
  return {
    successUrl: `${origin}${path}${joint}session_id=${SESSION_ID}`,
    cancelUrl: `${origin}${ownPath('cancel_path', cancelPath ?? path)}`,
  };
}

function ownPath(field: string, path: string): string {
  if (!path.startsWith('/') || !PLAIN_PATH.test(path) || path.startsWith('/api/') || /[?&]session_id=/.test(path))
    throw invalid(field, 'The page to return to must be a path of this product, such as /billing.');
  return path;
}
