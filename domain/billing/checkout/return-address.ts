import { config } from '#domain/platform/config.ts';
import { invalid } from './resolve-purchase.ts';

/** Where people land when they name no page. */
const USUAL_PATH = '/billing';
/** Stripe puts the session's id here, which it does only while the braces are braces: the address is put together as text. */
const SESSION_ID = '{CHECKOUT_SESSION_ID}';

/** One segment after the other of plain characters, then maybe a query: no `//`, no backslash, no dots that climb. */
const PLAIN_PATH = /^(\/[\w~-][\w~.-]*)*\/?(\?[\w~.=&%+:@,-]*)?$/;

/**
 * The origin that a payment returns to: one of ours, to the letter. Nothing else of the text is used.
 * @throws ProductError validation.failed
 */
export function returnOrigin(originUrl: string | undefined): string {
  const [usual, ...others] = config().payments.returnOrigins as [string, ...string[]];
  if (originUrl === undefined) return usual;
  // what a URL parser would forgive is not forgiven: upper case, spaces, a default port, names in other scripts
  const given = /^(https?:\/\/[a-z0-9.:[\]-]+)(\/[\w~/.-]*)?$/.exec(originUrl)?.[1];
  const found = [usual, ...others].find((origin) => origin === given);
  if (!found || new URL(originUrl).origin !== found) throw invalid('origin_url', 'A payment can only return to this product.');
  return found;
}

/**
 * Where Stripe sends people after a payment, and where when they turn back.
 * @param returnPath a page of ours; the billing page when absent
 * @param cancelPath a page of ours; the one to return to when absent
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
