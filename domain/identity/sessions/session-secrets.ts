import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#domain/platform/config.ts';

export function hashCookie(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Returns the refresh token of one generation of a session: `<session id>.<generation>.<HMAC>`. It is derived, so it needs no storage, and
 * concurrent refreshes get the same successor.
 */
export function refreshTokenOf(sessionId: string, generation: number): string {
  return `${sessionId}.${generation}.${sign(sessionId, generation).toString('base64url')}`;
}

/** Parses a refresh token. @returns null unless this installation created it */
export function readRefreshToken(token: string): { sessionId: string; generation: number } | null {
  const [, sessionId, digits, signature] = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (!sessionId || !digits || !signature) return null;
  const generation = Number(digits);
  const given = Buffer.from(signature, 'base64url');
  const right = sign(sessionId, generation);
  return given.length === right.length && timingSafeEqual(given, right) ? { sessionId, generation } : null;
}

function sign(sessionId: string, generation: number): Buffer {
  return createHmac('sha256', config().sessionSecret).update(`refresh:${sessionId}:${generation}`).digest();
}
