import { webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { config } from '#domain/platform/config.ts';

const ISSUER = 'coursewright';
const LIFE_S = 600;
const CLOCK_TOLERANCE_S = 30;

const keys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>();

/** The signing key, imported once per secret instead of once per request. */
function signingKey(): Promise<webcrypto.CryptoKey> {
  const secret = config().sessionSecret;
  let key = keys.get(secret);
  if (!key) {
    key = webcrypto.subtle.importKey('raw', secret as Uint8Array<ArrayBuffer>, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);
    keys.set(secret, key);
  }
  return key;
}

/** An access token of ten minutes that names the person and the session it was given in; nothing else is in it. */
export async function signAccessToken(claims: { userId: string; sessionId: string }): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(config().publicOrigin)
    .setSubject(claims.userId)
    .setIssuedAt()
    .setExpirationTime(`${LIFE_S}s`)
    .sign(await signingKey());
}

/** Checks signature, algorithm, type, issuer, audience and time. @returns null when anything is not right, expired included */
export async function readAccessToken(token: string): Promise<{ userId: string; sessionId: string } | null> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: config().publicOrigin,
      requiredClaims: ['sub', 'sid', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    return { userId: String(payload.sub), sessionId: String(payload['sid']) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
