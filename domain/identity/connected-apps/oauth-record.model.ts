import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The self-declared metadata of an unknown app: its name and addresses. */
export interface ClientMetadata {
  readonly client_id: string;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly [field: string]: unknown;
}

/** An app that has registered itself; deleted after a day unless a person connects it. */
export class OauthClient extends Model {
  static override tableName = 'oauth_client';

  declare id: string;
  declare metadata: ClientMetadata;
  declare created_at: Date;
}

/** A code, token, interaction or session of the OAuth provider. */
export class OauthRecord extends Model {
  static override tableName = 'oauth_record';
  static override idColumn = ['kind', 'id_hash'];

  /** The provider's name for the kind of record, such as `RefreshToken`. */
  declare kind: string;
  /** SHA-256 of its kind and value. */
  declare id_hash: Buffer;
  /** As the provider wrote it, without the code or token itself. */
  declare payload: Record<string, unknown>;
  /** SHA-256 of its grant; equal to `secret_hash` of the grant's key. */
  declare grant_hash: Buffer | null;
  /** SHA-256 of a session's name in interactions. */
  declare uid_hash: Buffer | null;
  declare account_id: Ref<'account'> | null;
  /** When it was used; using it again ends the grant. */
  declare consumed_at: Date | null;
  declare created_at: Date;
  declare expires_at: Date;
}

/** Keys of the OAuth provider; the newest signs, older ones are still accepted. */
export class OauthSecret extends Model {
  static override tableName = 'oauth_secret';

  declare id: string;
  /** JSON of a cookie key and a JWK, encrypted with the installation's secret. */
  declare sealed: Buffer;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    oauth_client: Table<OauthClient>;
    oauth_record: Table<OauthRecord>;
    oauth_secret: Table<OauthSecret>;
  }
}
