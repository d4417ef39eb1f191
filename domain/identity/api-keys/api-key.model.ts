import { Model } from 'objection';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A key with which a program acts for a person. The key itself is not stored. */
export class ApiKey extends Model {
  static override tableName = 'api_key';

  declare id: string;
  /** Who made it: it is never more than this person is when it is used. */
  declare account_id: Ref<'account'>;
  declare holder: KeyHolder;
  /** Set exactly when an organisation holds it. */
  declare organisation_id: Ref<'organisation'> | null;
  declare name: string;
  /** SHA-256 of the whole key, or of a grant. */
  declare secret_hash: Buffer;
  /** The last four characters, to tell keys apart; empty for a connected program. */
  declare ending: string;
  /** Names of scopes, also of those that this release does not know: they open nothing. */
  declare scopes: string[];
  /** Hundredths of a token that it may spend in a day (UTC). */
  declare day_budget: number;
  /** Addresses and networks (CIDR) it may be used from; empty: all. */
  declare networks: string[];
  /** Set: a person has let in this program by OAuth; its grant is what `secret_hash` is the hash of. */
  declare client_id: string | null;
  /** Where that program leads back to: a host, or `localhost`. Set exactly with `client_id`. */
  declare app_host: string | null;
  /** By which organisation's sign-in the session came in which it was made: it works where that is enforced. */
  declare sign_in_organisation_id: Ref<'organisation'> | null;
  declare created_at: Date;
  declare expires_at: Date;
  /** Set when the key was revoked. */
  declare ended_at: Date | null;
  declare last_used_at: Date | null;
  /** How often it was used. */
  declare calls: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    api_key: Table<ApiKey>;
  }
}
