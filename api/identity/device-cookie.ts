import { parseCookie, stringifySetCookie } from 'cookie';
import { sessionCookieName } from '#api/platform/session-cookie.ts';

/** Longer than any session: the browser is recognised when its owner returns. */
const LIFE_S = 400 * 86_400;

const name = (): string => `${sessionCookieName()}-device`;

/** Reads the device cookie. @param header of the request, `Cookie` */
export const readDeviceCookie = (header: string): string | null => (header ? parseCookie(header)[name()] || null : null);

/** Returns the Set-Cookie value of a device cookie, which grants no access. */
export const deviceCookie = (secret: string): string =>
  stringifySetCookie({ name: name(), value: secret, maxAge: LIFE_S, path: '/', httpOnly: true, secure: true, sameSite: 'strict' });
