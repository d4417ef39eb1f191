import { webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { config } from '#domain/platform/config.ts';

const ISSUER = 'coursewright';
const LIFE_S = 600;
const CLOCK_TOLERANCE_S = 30;

interface Claims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Keys and caches by signing secret. */
interface Signing {
  readonly key: Promise<webcrypto.CryptoKey>;
  /**
   * Cache of valid tokens, oldest first: a polling page sends the same token every second, and verifying it takes a fifth of the response
   * time.
   */
  readonly good: Map<string, { readonly claims: Claims; readonly audience: string; readonly until: number }>;
}

const MOST_REMEMBERED = 10_000;

const signings = new WeakMap<Uint8Array, Signing>();

/** Returns the signing key, imported once per secret instead of once per request, and its cache. */
function signing(): Signing {
  const secret = config().sessionSecret;
  let known = signings.get(secret);
  if (!known) {
    const key = webcrypto.subtle.importKey('raw', secret as Uint8Array<ArrayBuffer>, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);
    signings.set(secret, (known = { key, good: new Map() }));
  }
  return known;
}

/** Signs an access token for ten minutes, which contains only the ids of user and session. */
export async function signAccessToken(claims: Claims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(config().publicOrigin)
    .setSubject(claims.userId)
    .setIssuedAt()
    .setExpirationTime(`${LIFE_S}s`)
    .sign(await signing().key);
}

/** Verifies signature, algorithm, type, issuer, audience and time. @returns null when anything is wrong, including expiry */
export async function readAccessToken(token: string): Promise<Claims | null> {
  const { key, good } = signing();
  const audience = config().publicOrigin;
  const known = good.get(token);
  if (known && known.audience === audience && Date.now() < known.until) return known.claims;
  try {
    const { payload } = await jwtVerify(token, await key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience,
      requiredClaims: ['sub', 'sid', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    const claims = { userId: String(payload.sub), sessionId: String(payload['sid']) };
    good.delete(token);
    good.set(token, { claims, audience, until: (payload.exp! + CLOCK_TOLERANCE_S) * 1000 });
    if (good.size > MOST_REMEMBERED) good.delete(good.keys().next().value!);
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
