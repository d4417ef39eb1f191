import type { Knex } from 'knex';
import { KEY_IN_TEXT } from '#contract/identity/api-keys.contract.ts';
import { KEYS_FOUND, type FoundKey } from '#contract/operator/keys.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { hashOf, isKey } from './api-key.commands.ts';
import { IN_FORCE } from './api-key.queries.ts';
import type { ApiKey } from './api-key.model.ts';

type Row = Pick<ApiKey, 'id' | 'name' | 'ending' | 'holder' | 'account_id' | 'created_at' | 'expires_at' | 'ended_at' | 'last_used_at'> & {
  readonly email: string;
  readonly owner: string;
};

/** Returns the whole key that a text contains, such as a line of a file, or null. A text with a wrong checksum was never a key. */
export function keyIn(text: string): string | null {
  const found = KEY_IN_TEXT.exec(text)?.[0];
  return found !== undefined && isKey(found) ? found : null;
}

async function read(store: Knex, which: Sql): Promise<FoundKey[]> {
  const rows = await rowsOf<Row>(
    store,
    sql`select key.id, key.name, key.ending, key.holder, key.account_id, key.created_at, key.expires_at, key.ended_at, key.last_used_at,
               account.email, trim(account.first_name || ' ' || account.last_name) as owner
          from api_key key join account on account.id = key.account_id
         where ${which} order by ${IN_FORCE} desc, key.created_at desc, key.id limit ${KEYS_FOUND}`,
  );
  return rows.map((row) => ({
    api_key_id: row.id,
    name: row.name,
    ending: row.ending,
    holder: row.holder,
    owner: { user_id: row.account_id, email: row.email, name: row.owner },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

const escaped = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Finds keys for an operator: by a whole key in the text, which is looked up by its hash and not stored; by the id of a key or its owner;
 * by ending, words of the name, or the owner's email. Keys in force come first.
 */
export async function findKeys(q: string): Promise<FoundKey[]> {
  if (KEY_IN_TEXT.test(q)) {
    const key = keyIn(q);
    return key === null ? [] : read(database(), sql`key.secret_hash = ${hashOf(key)}`);
  }
  if (isUuid(q)) return read(database(), sql`(key.id = ${q} or key.account_id = ${q})`);
  // as in lists: "…x3F9"
  const ending = q.replace(/^[….]+/, '');
  return read(
    database(),
    sql`((key.ending <> '' and key.ending = ${ending}) or lower(key.name) like ${`%${escaped(q)}%`} or lower(account.email) = ${q.toLowerCase()})`,
  );
}

/** Who revokes somebody else's key: an operator in the console, or a script. */
interface Ending {
  /** Actor in audit entries. */
  readonly actor: string;
  readonly requestId?: string;
}

async function end(which: Sql, { actor, requestId }: Ending): Promise<{ keyId: string; isNew: boolean } | null> {
  return transact(async (trx) => {
    const [key] = await rowsOf<Pick<ApiKey, 'id' | 'name' | 'account_id' | 'ended_at'>>(
      trx,
      sql`select key.id, key.name, key.account_id, key.ended_at from api_key key where ${which} for update`,
    );
    if (!key) return null;
    if (key.ended_at !== null) return { keyId: key.id, isNew: false };
    await trx('api_key').where({ id: key.id }).update({ ended_at: trx.fn.now() });
    await notifyOfSecurityChange(trx, { accountId: key.account_id, change: 'api_key_leaked', name: key.name });
    const detail = { ended_key: key.id, ...(requestId !== undefined && { request_id: requestId }) };
    await recordAudit({ actor, action: 'api_key.end_leaked', subject: `account:${key.account_id}`, detail }, trx);
    return { keyId: key.id, isNew: true };
  });
}

/** Revokes one key for an operator and informs its owner by mail; changes nothing else. Audited. @throws ProductError not_found */
export async function endLeakedKey({ keyId, ...by }: Ending & { readonly keyId: string }): Promise<FoundKey> {
  if ((await end(sql`key.id = ${keyId}`, by)) === null) throw notFound('key');
  const [key] = await read(database(), sql`key.id = ${keyId}`);
  return key!;
}

export interface EndedKeys {
  readonly ended: number;
  /** Keys that had ended before. */
  readonly before: number;
  /** Keys that are not of this installation. */
  readonly unknown: number;
  /** Lines without a key. */
  readonly none: number;
}

/** Revokes the keys that a scanner has found, one per line, each like `endLeakedKey`. @returns counts, without any key */
export async function endLeakedKeys(lines: AsyncIterable<string> | Iterable<string>, by: Ending): Promise<EndedKeys> {
  const counts = { ended: 0, before: 0, unknown: 0, none: 0 };
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const key = keyIn(line);
    const done = key === null ? undefined : await end(sql`key.secret_hash = ${hashOf(key)}`, by);
    if (done === undefined) counts.none += 1;
    else if (done === null) counts.unknown += 1;
    else counts[done.isNew ? 'ended' : 'before'] += 1;
  }
  return counts;
}
