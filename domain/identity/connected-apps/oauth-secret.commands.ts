import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { transact } from '#domain/platform/database.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { reseal, seal, unseal } from '#domain/platform/secrets/sealed.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Keys of the OAuth provider: `cookie` signs its cookies, `jwk` is a private key of the curve P-256. */
export interface OauthKeys {
  readonly cookie: string;
  readonly jwk: { readonly kty: 'EC'; readonly [field: string]: unknown };
}

/** Days after which a new key set signs; the previous set stays valid for as long again. */
const ROTATE_DAYS = 90;
const contextOf = (id: string): string => `oauth:${id}`;

/**
 * Returns the provider's keys, newest first. Makes new ones when there are none, the newest is old, or they were encrypted with another
 * installation's secret. Processes that start at once agree on one set.
 */
export async function oauthKeys(): Promise<OauthKeys[]> {
  return transact(async (trx) => {
    await lockName(trx, 'oauth-keys');
    const rows = await rowsOf<{ id: string; sealed: Buffer; is_fresh: boolean }>(
      trx,
      sql`select id, sealed, created_at > now() - make_interval(days => ${ROTATE_DAYS}) as is_fresh from oauth_secret
           where created_at > now() - make_interval(days => ${2 * ROTATE_DAYS}) order by created_at desc, id desc`,
    );
    const known = rows.flatMap(({ id, sealed, is_fresh }) => {
      const plain = unseal(sealed, contextOf(id));
      return plain ? [{ is_fresh, keys: JSON.parse(plain.toString('utf8')) as OauthKeys }] : [];
    });
    const keys = known.map((one) => one.keys);
    if (known[0]?.is_fresh) return keys;
    const made = newKeys();
    const id = uuidv7();
    await trx('oauth_secret').insert({ id, sealed: seal(Buffer.from(JSON.stringify(made)), contextOf(id)) });
    return [made, ...keys];
  });
}

function newKeys(): OauthKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kty: 'EC' as const, use: 'sig', alg: 'ES256' };
  return { cookie: randomBytes(32).toString('base64url'), jwk };
}

/** Encrypts the provider's keys again after a rotation of the installation's secret. @returns number of key sets */
export async function resealOauthKeys(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  const rows = await trx('oauth_secret').forUpdate().select('id', 'sealed');
  let changed = 0;
  for (const { id, sealed } of rows) {
    const anew = reseal(sealed, contextOf(id), before);
    if (!anew) continue;
    await trx('oauth_secret').where({ id }).update({ sealed: anew });
    changed += 1;
  }
  return changed;
}
