import { parseCookie, stringifySetCookie } from 'cookie';
import { sessionCookieName } from '#api/platform/session-cookie.ts';

/** Longer than any session: the browser is known when its owner comes back. */
const LIFE_S = 400 * 86_400;

const name = (): string => `${sessionCookieName()}-device`;

/** @param header of the request, `Cookie` */
export const readDeviceCookie = (header: string): string | null => (header ? parseCookie(header)[name()] || null : null);

/** The header's value that gives a browser its device cookie, which opens nothing. */
export const deviceCookie = (secret: string): string =>
  stringifySetCookie({ name: name(), value: secret, maxAge: LIFE_S, path: '/', httpOnly: true, secure: true, sameSite: 'strict' });
