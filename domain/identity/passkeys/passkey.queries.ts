import type { Knex } from 'knex';
import type { Passkey } from '#contract/identity/passkeys.contract.ts';
import { database } from '#domain/platform/database.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export const PASSKEY_COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;

/** Lists the passkeys of an account, oldest first. */
export async function listPasskeys(accountId: string, store: Knex = database()): Promise<Passkey[]> {
  const rows: PasskeyRow[] = await store('passkey')
    .where({ account_id: accountId })
    .orderBy(['created_at', 'id'])
    .select(...PASSKEY_COLUMNS);
  return rows.map(asPasskey);
}

/** Converts a row of `passkey` to the contract's shape. */
export const asPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  passkey_id: id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
