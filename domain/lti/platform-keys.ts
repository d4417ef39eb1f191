import { createLocalJWKSet, errors, type JWSHeaderParameters, type FlattenedJWSInput, type JWK } from 'jose';
import { keepKeySets } from '#domain/platform/network/kept-readings.ts';
import { fieldsOf, LeftOut } from './lenient.ts';
import { askLms } from './lms-client.ts';
import { noteLeftOut } from './problem.commands.ts';

/** Maximum number of keys read: more than any platform publishes. */
const MOST_KEYS = 50;
const KEY_ID = { most: 300 };

const keys = keepKeySets();

interface Of {
  readonly id: string;
  readonly jwks_url: string;
}

/**
 * Returns a function that finds the key of a platform's message by its `kid`, for `jwtVerify`. Keys are cached for an hour, and for a day
 * when the platform is unreachable.
 */
export const keysOf =
  (platform: Of) =>
  async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    // several keys of a platform may fit, so the security framework requires the key's name
    if (typeof header.kid !== 'string' || header.kid === '') throw new errors.JWKSNoMatchingKey('the message names no key');
    return keys(`${platform.id} ${platform.jwks_url}`, () => read(platform))(header, token);
  };

async function read({ id, jwks_url: url }: Of): Promise<ReturnType<typeof createLocalJWKSet>> {
  const { json } = await askLms(url, { accept: 'application/json' });
  const leftOut = new LeftOut();
  // only RSA signature keys of the set (RFC 7517) are used; others are ignored
  const published = fieldsOf(json, leftOut).objects('keys');
  if (!published) throw new errors.JWKSInvalid('the platform publishes no keys');
  const signing = published.slice(0, MOST_KEYS).filter((key) => key.id('kty', KEY_ID) !== null);
  await noteLeftOut(id, leftOut);
  return createLocalJWKSet({ keys: signing.map((key) => key.whole as unknown as JWK) });
}
