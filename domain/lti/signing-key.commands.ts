import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT, type JWTPayload } from 'jose';
import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { reseal, seal, unseal } from '#domain/platform/secrets/sealed.ts';
import type { LtiKey } from './lti.model.ts';

const ALGORITHM = 'RS256';
const DAY_MS = 86_400_000;
/** Age at which a key is followed by the next. */
const RENEWED_AFTER_MS = 60 * DAY_MS;
/** Time for which a key is published before it signs, because platforms cache the list of keys. */
const SIGNS_AFTER_MS = 7 * DAY_MS;
/** Number of published keys. */
const LIVE = 2;

const contextOf = (id: string) => `lti-key:${id}`;

/**
 * Creates and renews the keys that sign messages to platforms. Two are always published; the older one signs until platforms have had a
 * week to read the newer one. A third replaces the oldest, which has not signed for weeks.
 * @returns the live keys, newest first
 */
export async function renewKeys(now = new Date()): Promise<readonly LtiKey[]> {
  const known = await liveKeys(database());
  if (isFresh(known, now)) return known;
  return transact(async (trx) => {
    await lockName(trx, 'lti-keys');
    let keys = await liveKeys(trx);
    while (!isFresh(keys, now)) {
      await trx('lti_key').insert(await newKey(keys.length === 0 ? new Date(now.getTime() - SIGNS_AFTER_MS) : now));
      keys = await liveKeys(trx);
    }
    await trx('lti_key')
      .whereNotIn(
        'id',
        keys.map(({ id }) => id),
      )
      .delete();
    return keys;
  });
}

const isFresh = (keys: readonly LtiKey[], now: Date): boolean =>
  keys.length === LIVE && now.getTime() - keys[0]!.created_at.getTime() < RENEWED_AFTER_MS;

const liveKeys = (store: Knex): Promise<LtiKey[]> =>
  store('lti_key')
    .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
    .limit(LIVE) as unknown as Promise<LtiKey[]>;

async function newKey(createdAt: Date) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const { kty = '', n = '', e = '' } = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint({ kty, n, e });
  return {
    id,
    private_sealed: seal(Buffer.from(await exportPKCS8(privateKey)), contextOf(id)),
    public_jwk: JSON.stringify({ kty, n, e, kid: id, alg: ALGORITHM, use: 'sig' }),
    created_at: createdAt,
  };
}

interface PublicKey {
  readonly kty: string;
  readonly n: string;
  readonly e: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

/** Returns the public keys, which platforms read. */
export async function publicKeys(): Promise<PublicKey[]> {
  return (await renewKeys()).map(({ public_jwk: key }) => key as unknown as PublicKey);
}

/**
 * Signs a message to a platform.
 * @param claims all but `iat` and `exp`
 * @param seconds its validity
 * @throws Error when the key was encrypted by another installation
 */
export async function signMessage(claims: JWTPayload, seconds: number, now = new Date()): Promise<string> {
  const keys = await renewKeys(now);
  const key = keys.find(({ created_at: at }) => now.getTime() - at.getTime() >= SIGNS_AFTER_MS) ?? keys.at(-1)!;
  const plain = unseal(key.private_sealed, contextOf(key.id));
  if (!plain) throw new Error(`the key ${key.id} cannot be decrypted with this installation's secret`);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await importPKCS8(plain.toString(), ALGORITHM));
}

/** Encrypts all keys with the installation's new secret, in the caller's transaction. @returns number of keys */
export async function resealLtiKeys(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  let count = 0;
  for (const { id, private_sealed: sealed } of await trx('lti_key').forUpdate()) {
    const again = reseal(sealed, contextOf(id), before);
    if (again === null) continue;
    await trx('lti_key').where({ id }).update({ private_sealed: again });
    count += 1;
  }
  return count;
}
