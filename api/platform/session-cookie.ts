import { parseCookie, stringifySetCookie } from 'cookie';
import type { Context } from 'koa';
import { config } from '#domain/platform/config.ts';
import { LONGEST_SESSION_HOURS } from '#contract/organisations/sign-in-lifetime.contract.ts';

/**
 * Returns the cookie's name. With `__Host-`, browsers require Secure, Path=/ and no Domain. Cookies ignore ports, so two installations on
 * one development machine need two names.
 */
export function sessionCookieName(): string {
  const { production, publicOrigin } = config();
  return production ? '__Host-cw' : `__Host-cw-${new URL(publicOrigin).port || '80'}`;
}

export function readSessionCookie(ctx: Context): string | null {
  const header = ctx.get('Cookie');
  return header ? parseCookie(header)[sessionCookieName()] || null : null;
}

/**
 * Returns the header that sets the session cookie, or deletes it when `secret` is null. Written by hand because Koa refuses Secure cookies
 * over http, which browsers accept on loopback.
 */
export function sessionCookieHeader(secret: string | null): { 'Set-Cookie': string } {
  return {
    'Set-Cookie': stringifySetCookie({
      name: sessionCookieName(),
      value: secret ?? '',
      // the server ends idle sessions much earlier; this only limits how long the browser stores the cookie
      maxAge: secret ? LONGEST_SESSION_HOURS * 3_600 : 0,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'strict',
    }),
  };
}

/** Longer than any session, so that the browser is recognised when its owner returns. */
const DEVICE_LIFE_S = 400 * 86_400;
const deviceCookieName = (): string => `${sessionCookieName()}-device`;

/** Reads the device cookie. @param header of the request, `Cookie` */
export const readDeviceCookie = (header: string): string | null => (header ? parseCookie(header)[deviceCookieName()] || null : null);

/**
 * Returns the Set-Cookie value of a device cookie, which every sign-in gives. It grants no access: with it, a new device is told from a known
 * one, and a known device's sign-in goes before strangers' (`deviceCookieOf`).
 */
export const deviceCookieHeader = (cookie: string): string =>
  stringifySetCookie({
    name: deviceCookieName(),
    value: cookie,
    maxAge: DEVICE_LIFE_S,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  });
