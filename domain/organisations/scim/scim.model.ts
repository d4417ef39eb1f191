import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A token by which a directory calls `/scim/v2` for an organisation. */
export class OrganisationScimToken extends Model {
  static override tableName = 'organisation_scim_token';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** SHA-256 of the secret, which is stored nowhere. */
  declare token_hash: Buffer;
  /** The secret's last four characters. */
  declare ending: string;
  declare made_by: Ref<'account'> | null;
  declare created_at: Date;
  /** To the minute. */
  declare last_used_at: Date | null;
  declare ended_at: Date | null;
}

/** A directory's request and its response. */
export class OrganisationScimRequest extends Model {
  static override tableName = 'organisation_scim_request';

  declare id: number;
  declare organisation_id: Ref<'organisation'>;
  declare at: Date;
  declare method: string;
  /** Path with its query, truncated. */
  declare path: string;
  declare status: number;
  /** The error in the response, or null. */
  declare detail: string | null;
  declare ms: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation_scim_token: Table<OrganisationScimToken>;
    organisation_scim_request: Table<OrganisationScimRequest>;
  }
}
