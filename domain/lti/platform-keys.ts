import { createLocalJWKSet, errors, type JWSHeaderParameters, type FlattenedJWSInput, type JWK } from 'jose';
import { onDisconnect } from '#domain/platform/database.ts';
import { fieldsOf, LeftOut } from './lenient.ts';
import { askLms } from './lms-client.ts';
import { noteLeftOut } from './problem.commands.ts';

/**
 * How long a platform's keys are cached, how long they are used when it is unreachable, and how soon they are read again for an unknown
 * key.
 */
const FRESH_MS = 3_600_000;
const STALE_MS = 24 * FRESH_MS;
const AGAIN_MS = 30_000;
const MOST_PLATFORMS = 500;

/** Maximum number of keys read: more than any platform publishes. */
const MOST_KEYS = 50;
const KEY_ID = { most: 300 };

interface Known {
  readonly url: string;
  readonly resolve: ReturnType<typeof createLocalJWKSet>;
  readonly readAt: number;
}

const known = new Map<string, Known>();
const underWay = new Map<string, Promise<Known>>();
/** Time of the last failed read, by platform. */
const failed = new Map<string, { readonly url: string; readonly at: number; readonly error: unknown }>();
onDisconnect(() => {
  known.clear();
  failed.clear();
});

interface Of {
  readonly id: string;
  readonly jwks_url: string;
}

/**
 * Returns a function that finds the key of a platform's message by its `kid`, for `jwtVerify`. Keys are cached for an hour. An unknown
 * `kid` causes them to be read again, at most twice a minute even if that fails, so that invented keys cause no calls.
 */
export const keysOf =
  (platform: Of) =>
  async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Awaited<ReturnType<Known['resolve']>>> => {
    // several keys of a platform may fit, so the security framework requires the key's name
    if (typeof header.kid !== 'string' || header.kid === '') throw new errors.JWKSNoMatchingKey('the message names no key');
    const before = await keysFor(platform, FRESH_MS);
    try {
      return await before.resolve(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - before.readAt < AGAIN_MS) throw error;
      return (await keysFor(platform, AGAIN_MS)).resolve(header, token);
    }
  };

async function keysFor(platform: Of, freshMs: number): Promise<Known> {
  const kept = known.get(platform.id);
  const mine = kept?.url === platform.jwks_url ? kept : undefined;
  if (mine && Date.now() - mine.readAt < freshMs) return mine;
  try {
    const failure = failed.get(platform.id);
    if (failure?.url === platform.jwks_url && Date.now() - failure.at < AGAIN_MS) throw failure.error;
    const key = `${platform.id} ${platform.jwks_url}`;
    const reading = underWay.get(key) ?? readNoted(platform).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return await reading;
  } catch (error) {
    if (mine && Date.now() - mine.readAt < STALE_MS) return mine;
    throw error;
  }
}

async function readNoted(platform: Of): Promise<Known> {
  try {
    const entry = await read(platform);
    failed.delete(platform.id);
    return entry;
  } catch (error) {
    failed.delete(platform.id);
    failed.set(platform.id, { url: platform.jwks_url, at: Date.now(), error });
    if (failed.size > MOST_PLATFORMS) failed.delete(failed.keys().next().value!);
    throw error;
  }
}

async function read({ id, jwks_url: url }: Of): Promise<Known> {
  const { json } = await askLms(url, { accept: 'application/json' });
  const leftOut = new LeftOut();
  // only RSA signature keys of the set (RFC 7517) are used; others are ignored
  const published = fieldsOf(json, leftOut).objects('keys');
  if (!published) throw new errors.JWKSInvalid('the platform publishes no keys');
  const keys = published.slice(0, MOST_KEYS).filter((key) => key.id('kty', KEY_ID) !== null);
  await noteLeftOut(id, leftOut);
  const entry: Known = { url, resolve: createLocalJWKSet({ keys: keys.map((key) => key.whole as unknown as JWK) }), readAt: Date.now() };
  known.delete(id);
  known.set(id, entry);
  if (known.size > MOST_PLATFORMS) known.delete(known.keys().next().value!);
  return entry;
}
