import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#domain/platform/config.ts';
import { isUuid } from '#domain/platform/uuid.ts';

const signatureOf = (purpose: string, id: string): string =>
  createHmac('sha256', config().sessionSecret).update(`${purpose}:${id}`).digest('base64url');

/** Returns a signed id, for an address that cannot be guessed. @param purpose the only kind of content that the address opens */
export const signedId = (purpose: string, id: string): string => `${id}.${signatureOf(purpose, id)}`;

/** Returns the id in a signed token, or null if the signature is not ours. */
export function idOfSigned(purpose: string, token: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  const [expected, given] = [Buffer.from(signatureOf(purpose, id)), Buffer.from(signature)];
  return isUuid(id) && given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
