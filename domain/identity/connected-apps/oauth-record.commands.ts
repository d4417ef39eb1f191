import { createHash } from 'node:crypto';
import { isRedirectUri } from '#contract/identity/redirect-uri.ts';
import { IN_FORCE } from '#domain/identity/api-keys/api-key.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { ClientMetadata } from './oauth-record.model.ts';

/** A record of the OAuth provider: a code, token, interaction or session. */
export type RecordPayload = Record<string, unknown>;

/** Kinds of records that end with their grant. */
const OF_GRANTS: readonly string[] = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];
/** Used refresh tokens that are remembered per grant, to notice one that is used twice. */
const USED_TOKENS_KEPT = 200;

/** Returns the hash by which a code or token is found; a reader of the database cannot use it in place of the code or token. */
export const recordHash = (kind: string, id: string): Buffer => createHash('sha256').update(`${kind} ${id}`).digest();
/** Returns the hash of a grant, which is the secret of the key that stands for it. */
export const grantHash = (grantId: string): Buffer => recordHash('Grant', grantId);

/** SQL condition: a record's grant, if it has one, is valid, that is, the key for it is in force. */
const GRANT_STANDS = sql`(record.grant_hash is null or exists (select from api_key key where key.secret_hash = record.grant_hash and ${IN_FORCE}))`;

/** Stores or replaces a record. @param seconds until it expires */
export async function keepRecord(kind: string, id: string, payload: RecordPayload, seconds: number): Promise<void> {
  const { jti: _, ...rest } = payload;
  const grantId = kind === 'Grant' ? id : payload['grantId'];
  const grant = typeof grantId === 'string' && (kind === 'Grant' || OF_GRANTS.includes(kind)) ? grantHash(grantId) : null;
  const uid = kind === 'Session' && typeof payload['uid'] === 'string' ? recordHash('uid', payload['uid']) : null;
  const account = typeof payload['accountId'] === 'string' && isUuid(payload['accountId']) ? payload['accountId'] : null;
  await rowsOf(
    database(),
    sql`insert into oauth_record (kind, id_hash, payload, grant_hash, uid_hash, account_id, expires_at)
        values (${kind}, ${recordHash(kind, id)}, ${JSON.stringify(rest)}, ${grant}, ${uid}, ${account}, now() + make_interval(secs => ${seconds}))
        on conflict (kind, id_hash) do update
          set payload = excluded.payload, grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash, account_id = excluded.account_id,
              expires_at = excluded.expires_at`,
  );
  if (kind !== 'RefreshToken' || !grant) return;
  await rowsOf(
    database(),
    sql`delete from oauth_record where (kind, id_hash) in (
          select kind, id_hash from oauth_record where grant_hash = ${grant} and kind = ${kind} and consumed_at is not null
          order by consumed_at desc offset ${USED_TOKENS_KEPT})`,
  );
}

/** Finds a record that has not expired; `consumed` is when it was used. */
export async function findRecord(kind: string, id: string): Promise<RecordPayload | undefined> {
  const [row] = await rowsOf<{ payload: RecordPayload; consumed: number | null }>(
    database(),
    sql`select payload, extract(epoch from consumed_at)::bigint as consumed from oauth_record record
         where kind = ${kind} and id_hash = ${recordHash(kind, id)} and expires_at > now()
           and (kind = 'Grant' or ${GRANT_STANDS})`,
  );
  return row && { ...row.payload, jti: id, ...(row.consumed !== null && { consumed: row.consumed }) };
}

/** Finds a session by its name in interactions. */
export async function findSessionRecord(uid: string): Promise<RecordPayload | undefined> {
  const [row] = await rowsOf<{ payload: RecordPayload }>(
    database(),
    sql`select payload from oauth_record where uid_hash = ${recordHash('uid', uid)} and expires_at > now()`,
  );
  return row?.payload;
}

/** Marks a record as used. @returns false when it was used before; of concurrent calls only one succeeds */
export async function consumeRecord(kind: string, id: string): Promise<boolean> {
  const used = await rowsOf(
    database(),
    sql`update oauth_record set consumed_at = now() where kind = ${kind} and id_hash = ${recordHash(kind, id)} and consumed_at is null returning 1`,
  );
  return used.length > 0;
}

/** Deletes a record. Deleting a grant also deletes its tokens and revokes its key. */
export async function dropRecord(kind: string, id: string): Promise<void> {
  if (kind === 'Grant') return dropGrant(id);
  await database()('oauth_record')
    .where({ kind, id_hash: recordHash(kind, id) })
    .delete();
}

/** Ends a grant: deletes its codes and tokens, and revokes its key. */
export async function dropGrant(grantId: string): Promise<void> {
  const hash = grantHash(grantId);
  await transact(async (trx) => {
    // the provider deletes each kind of token separately, all at the same time
    await trx('api_key').where({ secret_hash: hash }).forUpdate().first('id');
    await trx('oauth_record').where({ grant_hash: hash }).delete();
    await trx('api_key').where({ secret_hash: hash, ended_at: null }).update({ ended_at: trx.fn.now() });
  });
}

/** Maximum number of registered apps that nobody has connected; the oldest make room for new ones. */
export const UNUSED_CLIENTS_AT_MOST = 1_000;
/** An app is kept for at least this long, since its person is reading the consent page. */
const CLIENT_SAFE_MINUTES = 15;

const IN_USE = sql`exists (select from api_key key where key.client_id = client.id and ${IN_FORCE})`;

/** Stores an app that registers itself. @returns false when there are too many that nobody has connected */
export async function keepClient(metadata: ClientMetadata): Promise<boolean> {
  return transact(async (trx) => {
    await rowsOf(
      trx,
      sql`delete from oauth_client where id in (
            select id from (
              select client.id, client.created_at from oauth_client client where not ${IN_USE}
               order by client.created_at desc offset ${UNUSED_CLIENTS_AT_MOST - 1}) surplus
             where created_at < now() - make_interval(mins => ${CLIENT_SAFE_MINUTES}))`,
    );
    const [unused] = await rowsOf<{ count: number }>(trx, sql`select count(*)::int as count from oauth_client client where not ${IN_USE}`);
    if (unused!.count >= UNUSED_CLIENTS_AT_MOST) return false;
    await trx('oauth_client')
      .insert({ id: metadata.client_id, metadata: JSON.stringify(metadata) as never })
      .onConflict('id')
      .ignore();
    return true;
  });
}

/** Returns what an app declared about itself, or undefined when it is gone. */
export async function findClient(clientId: string): Promise<ClientMetadata | undefined> {
  const client = await database()('oauth_client')
    .where({ id: clientId.slice(0, 64) })
    .first('metadata');
  // what registered under earlier rules keeps only what today's accept
  const redirect_uris = client?.metadata.redirect_uris.filter(isRedirectUri) ?? [];
  return client && redirect_uris.length > 0 ? { ...client.metadata, redirect_uris } : undefined;
}
