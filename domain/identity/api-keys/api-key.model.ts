import { Model } from 'objection';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A key with which a program acts for a person. The secret itself is not stored. */
export class ApiKey extends Model {
  static override tableName = 'api_key';

  declare id: string;
  /** The person who made it: at each use, the key has at most this person's rights. */
  declare account_id: Ref<'account'>;
  declare holder: KeyHolder;
  /** Set if and only if an organisation holds it. */
  declare organisation_id: Ref<'organisation'> | null;
  declare name: string;
  /** SHA-256 of the whole key, or of an app's grant. */
  declare secret_hash: Buffer;
  /** The last four characters, to tell keys apart; empty for a connected app. */
  declare ending: string;
  /** Names of scopes. Names that this release does not know grant nothing. */
  declare scopes: string[];
  /** Hundredths of a token that it may spend in a day (UTC). */
  declare day_budget: number;
  /** Addresses and networks (CIDR) from which it may be used; empty for all. */
  declare networks: string[];
  /** Client id of an app that a person has connected by OAuth; `secret_hash` is then the hash of the grant. */
  declare client_id: string | null;
  /** Where the app redirects back to: a host, or `localhost`. Set if and only if `client_id` is. */
  declare app_host: string | null;
  /** The organisation whose sign-in opened the session in which the key was made; the key works where that sign-in is enforced. */
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
